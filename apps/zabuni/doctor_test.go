package main

import (
	"bytes"
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"zabuni.org/core/app/serve"
	"zabuni.org/core/config"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/platform/seal"
)

func examined(t *testing.T, s config.Settings, wrong error) (string, error) {
	t.Helper()
	var out bytes.Buffer
	err := examine(t.Context(), s, wrong, &out)
	t.Log("\n" + out.String())
	return out.String(), err
}

func TestTheDoctorFindsWhatIsWrong(t *testing.T) {
	db := pgtest.New(t)
	as := func(role string) string { return pgtest.As(t, db, role).Config().ConnString() }
	s, err := config.Load(func(name string) string {
		return map[string]string{"DATA": t.TempDir(), "DATABASE_URL": db.Config().ConnString(), "OPENER_URL": as("zabuni_opener"), "MIGRATION_URL": as("")}[name]
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := serve.Prepare(t.Context(), s, func(string) {}); err != nil {
		t.Fatal(err)
	}
	s.KeyBackup = config.Elsewhere
	out, err := examined(t, s, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"ok    keys       kek-opening", "ok    keys       they belong to this database", "ok    database   role zabuni_opener", "ok    database   the schema is this program's", "ok    clock", "ok    files", "warn  mail       no server"} {
		if !strings.Contains(out, line) {
			t.Errorf("not told: %s", line)
		}
	}

	taken, err := net.Listen("tcp", "127.0.0.1:0") // a port at which nobody answers once it is closed
	if err != nil {
		t.Fatal(err)
	}
	port := taken.Addr().(*net.TCPAddr).Port
	if err := taken.Close(); err != nil {
		t.Fatal(err)
	}
	bad := s
	bad.DatabaseURL, bad.KeyBackup, bad.NATSURL = as(""), "", "nats://"+taken.Addr().String()
	bad.SMTP.Host, bad.SMTP.Port = "127.0.0.1", port
	bad.S3.Endpoint, bad.S3.Bucket, bad.S3.AccessKey, bad.S3.SecretKey, bad.S3.Plain = taken.Addr().String(), "b", "key", "hush-hush", true
	if err := os.Chmod(filepath.Join(s.Keys, seal.OpeningFile), 0o644); err != nil {
		t.Fatal(err)
	}
	out, err = examined(t, bad, errors.New("PORT is a number"))
	if err == nil || !strings.HasPrefix(err.Error(), "6 things") {
		t.Error(err)
	}
	for _, line := range []string{"fail  settings   PORT is a number", "chmod 600", "passes every wall between companies", "fail  nats", "fail  files", "fail  mail", "set KEY_BACKUP"} {
		if !strings.Contains(out, line) {
			t.Errorf("not told: %s", line)
		}
	}
	if strings.Contains(out, "hush") {
		t.Error("a secret is told")
	}
}

// Each command says in the list how it is called, and an unknown one shows it.
func TestCommands(t *testing.T) {
	var list bytes.Buffer
	help(&list)
	for _, name := range []string{"run", "worker", "opener", "migrate", "backup FOLDER", "restore FOLDER", "verify", "doctor", "help"} {
		if !strings.Contains(list.String(), "\n  "+name+" ") {
			t.Errorf("%s is not listed in\n%s", name, list.String())
		}
	}
	for want, args := range map[int][]string{0: {"help"}, 2: {"serve"}, 1: {"verify"}} {
		if got := do(context.Background(), args, func(name string) string { return map[string]string{"DATA": t.TempDir()}[name] }); got != want {
			t.Errorf("%v ends with %d, want %d", args, got, want)
		}
	}
	if got := do(context.Background(), []string{"backup"}, func(string) string { return "" }); got != 2 {
		t.Errorf("backup without a folder ends with %d", got)
	}
	if got := do(context.Background(), []string{"worker"}, func(string) string { return "" }); got != 1 {
		t.Errorf("a worker on a bus of its own ends with %d", got)
	}
}
