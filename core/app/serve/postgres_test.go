//go:build darwin || freebsd || linux || netbsd || openbsd

package serve

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/platform/pgembed"
)

// A killed Postgres stands again at its address, with what it had acknowledged;
// meanwhile a call is told to try again, not that the program is broken.
func TestAKilledPostgresComesBack(t *testing.T) {
	bin, err := pgembed.Find(".")
	if err != nil {
		t.Fatal(err)
	}
	home, err := os.MkdirTemp("", "zabuni-kept-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(home) })
	if err := os.Chmod(home, 0o711); err != nil { // the server's own user passes
		t.Fatal(err)
	}
	server, stop, err := keepPostgres(t.Context(), pgembed.Options{BinDir: bin, DataDir: filepath.Join(home, "pg")})
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	pool, err := pgxpool.New(t.Context(), server.DSN)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	if _, err := pool.Exec(t.Context(), "CREATE TABLE kept AS SELECT 7 AS n"); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(server.PID(), syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	<-server.Done()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for n := 0; n != 7; <-tick.C {
		err := pool.QueryRow(t.Context(), "SELECT n FROM kept").Scan(&n)
		if err == nil {
			continue
		}
		if p := httpkit.ProblemOf(err); p.Status != 503 || p.Code != fault.Unavailable.Code {
			t.Fatalf("without a database: %d %s for %v", p.Status, p.Code, err)
		}
		if t.Context().Err() != nil {
			t.Fatal("it does not come back")
		}
	}
}
