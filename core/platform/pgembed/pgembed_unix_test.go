//go:build darwin || freebsd || linux || netbsd || openbsd

package pgembed

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

func binaries(t *testing.T) string {
	t.Helper()
	bin, err := Find(".")
	if err != nil {
		t.Fatal(err)
	}
	return bin
}

func start(t *testing.T, o Options) *Server {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if o.BinDir == "" {
		o.BinDir = binaries(t)
	}
	s, err := Start(ctx, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Stop(context.Background()) })
	return s
}

func connect(t *testing.T, s *Server) *pgx.Conn {
	t.Helper()
	c, err := pgx.Connect(t.Context(), s.DSN)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close(context.Background()) })
	return c
}

func one[T any](t *testing.T, c *pgx.Conn, sql string, args ...any) T {
	t.Helper()
	var v T
	if err := c.QueryRow(t.Context(), sql, args...).Scan(&v); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return v
}

// A folder that only its owner enters is what mktemp -d and /root are.
func TestRunsInAClosedFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a folder's name")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	s := start(t, Options{DataDir: filepath.Join(dir, "pg")})
	c := connect(t, s)
	for setting, want := range map[string]string{
		"listen_addresses": "", "log_error_verbosity": "terse", "fsync": "on", "data_checksums": "on", "TimeZone": "UTC", "server_encoding": "UTF8",
	} {
		if got := one[string](t, c, "SELECT current_setting($1)", setting); got != want {
			t.Errorf("%s = %q, want %q", setting, got, want)
		}
	}
	if got := one[string](t, c, "SELECT datlocprovider::text || datlocale || ' ' || datctype FROM pg_database WHERE datname = 'template1'"); got != "bC.UTF-8 C.UTF-8" {
		t.Errorf("locale of new databases: %s", got)
	}
	if n := one[int](t, c, "SELECT count(*)::int FROM pg_extension WHERE extname = 'pg_trgm'"); n != 0 {
		t.Error("the check of the start left its extension behind")
	}
	if err := s.Stop(t.Context()); err != nil {
		t.Errorf("Stop: %v", err)
	}
	if _, err := os.Stat(filepath.Join(s.DataDir, "postmaster.pid")); !errors.Is(err, os.ErrNotExist) {
		t.Error("a stopped server left its pid file")
	}
	if _, err := os.Stat(s.socket); !errors.Is(err, os.ErrNotExist) {
		t.Error("a stopped server left its socket folder")
	}
}

func TestKilledServerKeepsWhatItAcknowledged(t *testing.T) {
	o := Options{DataDir: filepath.Join(t.TempDir(), "pg")}
	s := start(t, o)
	c := connect(t, s)
	if _, err := c.Exec(t.Context(), "CREATE TABLE kept (n int)"); err != nil {
		t.Fatal(err)
	}
	total := 0
	for round := range 3 {
		acked := make(chan int)
		go func() {
			n := 0
			for {
				if _, err := c.Exec(context.Background(), "INSERT INTO kept VALUES ($1)", n); err != nil {
					break
				}
				n++
				if n == 50*(round+1) { // dies while more are under way
					_ = syscall.Kill(s.PID(), syscall.SIGKILL)
				}
			}
			acked <- n
		}()
		<-s.Done()
		total += <-acked
		_ = s.Stop(t.Context())
		s = start(t, o)
		c = connect(t, s)
		// a row may be there whose answer did not arrive; none may be missing
		if got := one[int](t, c, "SELECT count(*)::int FROM kept"); got < total || got > total+round+1 {
			t.Fatalf("round %d: %d rows, %d acknowledged", round, got, total)
		}
	}
}

func TestSecondSupervisorIsRefused(t *testing.T) {
	o := Options{DataDir: filepath.Join(t.TempDir(), "pg"), Fast: true, BinDir: binaries(t)}
	s := start(t, o)
	if _, err := Start(t.Context(), o); !errors.Is(err, ErrRunning) {
		t.Fatalf("a second start: %v", err)
	}
	if gone, err := Discard(o.DataDir); gone || err != nil {
		t.Fatalf("Discard of a running cluster: %v %v", gone, err)
	}
	if got := one[int](t, connect(t, s), "SELECT 1"); got != 1 {
		t.Fatal(got)
	}
	_ = s.Stop(t.Context())
	if gone, err := Discard(o.DataDir); !gone || err != nil {
		t.Fatalf("Discard: %v %v", gone, err)
	}
	left, err := os.ReadDir(filepath.Dir(o.DataDir))
	if err != nil || len(left) != 0 {
		t.Fatalf("Discard left %v %v", left, err)
	}
}

func TestStalePidFileOfAnotherProgramIsRemoved(t *testing.T) {
	o := Options{DataDir: filepath.Join(t.TempDir(), "pg"), Fast: true}
	s := start(t, o)
	_ = s.Stop(t.Context())
	// as after a crash and a reboot: the number belongs to somebody who lives
	pid := []byte(strings.Join([]string{strconv.Itoa(os.Getppid()), o.DataDir, "0", "5432", s.socket, "", "", "ready"}, "\n"))
	if err := os.WriteFile(filepath.Join(o.DataDir, "postmaster.pid"), pid, 0o600); err != nil {
		t.Fatal(err)
	}
	start(t, o)
}

func TestClusterOfAnotherMajorIsRefused(t *testing.T) {
	data := filepath.Join(t.TempDir(), "pg")
	if err := os.Mkdir(data, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(data, "PG_VERSION"), []byte("15\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := Start(t.Context(), Options{DataDir: data, BinDir: binaries(t)})
	var v *VersionError
	if !errors.As(err, &v) || v.Cluster != 15 || v.Binaries != Major {
		t.Fatalf("Start: %v", err)
	}
	if _, err := os.Stat(filepath.Join(data, "PG_VERSION")); err != nil {
		t.Error("a refused cluster was touched")
	}
}

// The reason is in the error, not in a log that nobody knows of.
func TestFailedStartExplainsItself(t *testing.T) {
	dir := t.TempDir()
	o := Options{DataDir: filepath.Join(dir, "pg"), Fast: true, BinDir: binaries(t), Params: map[string]string{"no_such_setting": "1"}}
	_, err := Start(t.Context(), o)
	if err == nil || !strings.Contains(err.Error(), "no_such_setting") {
		t.Fatalf("Start: %v", err)
	}
	o.Params = nil
	start(t, o) // and nothing of the failure is in the way
}

func TestDeadTextIsRefused(t *testing.T) {
	s := start(t, Options{DataDir: filepath.Join(t.TempDir(), "pg"), Fast: true})
	c := connect(t, s)
	if _, err := c.Exec(t.Context(), "CREATE DATABASE dead TEMPLATE template0 LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8' LC_CTYPE 'C'"); err != nil {
		t.Fatal(err)
	}
	dead, err := pgx.Connect(t.Context(), s.Database("dead"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = dead.Close(context.Background()) }()
	if err := CheckText(t.Context(), dead); err == nil {
		t.Fatal("a database without trigrams of Amharic passed")
	}
}
