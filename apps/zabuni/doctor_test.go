package main

import (
	"bytes"
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/valyala/fasthttp"

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
	running, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	said := make(chan string, 1)
	go func() {
		_ = fasthttp.Serve(running, func(c *fasthttp.RequestCtx) { c.SetBodyString(<-said) })
	}()
	t.Cleanup(func() { _ = running.Close() })
	s, err := config.Load(func(name string) string {
		return map[string]string{"DATA": t.TempDir(), "DATABASE_URL": db.Config().ConnString(), "OPENER_URL": as("zabuni_opener"), "MIGRATION_URL": as(""),
			"ADDR": nowhere(t), "HEALTH_ADDR": running.Addr().String()}[name]
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := serve.Prepare(t.Context(), s, func(string) {}); err != nil {
		t.Fatal(err)
	}
	s.KeyBackup = config.Elsewhere
	if _, err := db.Exec(t.Context(), `INSERT INTO parked_message (consumer, message_id, subject, payload, error) VALUES ('notify', '1', 'zabuni.x', '', 'no such kind')`); err != nil {
		t.Fatal(err)
	}
	said <- "ok\n"
	out, err := examined(t, s, nil)
	if err == nil || !strings.HasPrefix(err.Error(), "1 things") || !strings.Contains(out, "fail  durable") { // a cluster of tests forgets
		t.Fatal(err)
	}
	for _, line := range []string{"ok    keys       kek-opening", "ok    keys       they belong to this database", "ok    database   role zabuni_opener", "ok    database   the schema is this program's", "ok    clock", "ok    files", "warn  mail       no server",
		"warn  events     1 are parked at the consumer notify (no such kind)", "is well"} {
		if !strings.Contains(out, line) {
			t.Errorf("not told: %s", line)
		}
	}

	closed := nowhere(t)
	_, at, err := net.SplitHostPort(closed)
	if err != nil {
		t.Fatal(err)
	}
	port, err := strconv.Atoi(at)
	if err != nil {
		t.Fatal(err)
	}
	bad := s
	bad.DatabaseURL, bad.KeyBackup, bad.NATSURL = as(""), "", "nats://"+closed
	bad.SMTP.Host, bad.SMTP.Port = "127.0.0.1", port
	bad.S3.Endpoint, bad.S3.Bucket, bad.S3.AccessKey, bad.S3.SecretKey, bad.S3.Plain = closed, "b", "key", "hush-hush", true
	if err := os.Chmod(filepath.Join(s.Keys, seal.OpeningFile), 0o644); err != nil {
		t.Fatal(err)
	}
	said <- "ok\n" + serve.NotWell + "closing categories, 3 failures since 2026-11-23 12:00:00\n"
	out, err = examined(t, bad, errors.New("PORT is a number"))
	if err == nil || !strings.HasPrefix(err.Error(), "8 things") {
		t.Error(err)
	}
	for _, line := range []string{"fail  settings   PORT is a number", "chmod 600", "passes every wall between companies", "fail  nats", "fail  files", "fail  mail", "set KEY_BACKUP",
		"fail  work       closing categories, 3 failures"} {
		if !strings.Contains(out, line) {
			t.Errorf("not told: %s", line)
		}
	}
	if strings.Contains(out, "hush") {
		t.Error("a secret is told")
	}
}

// nowhere is an address at which nobody answers.
func nowhere(t *testing.T) string {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = ln.Close() }()
	return ln.Addr().String()
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
