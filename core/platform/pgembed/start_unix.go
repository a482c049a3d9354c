//go:build darwin || freebsd || linux || netbsd || openbsd

package pgembed

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

type process struct {
	socket string // folder of the unix socket
	cmd    *exec.Cmd
	lock   *os.File
	done   chan struct{} // closed when the postmaster has ended
	err    error         // how it ended; read after done
	stop   sync.Once
}

// Start makes the cluster where there is none and starts it. It returns when
// queries are answered.
func Start(ctx context.Context, o Options) (_ *Server, err error) {
	if o.DataDir, err = filepath.Abs(o.DataDir); err != nil {
		return nil, err
	}
	if o.BinDir, err = filepath.Abs(o.BinDir); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(o.DataDir), 0o755); err != nil {
		return nil, err
	}
	// One supervisor a cluster. The kernel drops the lock with us, however we end.
	lock, err := flock(o.DataDir + ".lock")
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			_ = lock.Close()
		}
	}()
	id, o, err := settle(ctx, o)
	if err != nil {
		return nil, err
	}
	s := &Server{DataDir: o.DataDir, Identity: id.kind}
	s.lock, s.done = lock, make(chan struct{})
	began := time.Now()
	made, err := initialise(ctx, id, o)
	if err != nil {
		return nil, err
	}
	if made {
		s.InitTook = time.Since(began)
	}
	began = time.Now()
	if err := s.run(ctx, id, o); err != nil {
		return nil, err
	}
	s.StartTook = time.Since(began)
	return s, nil
}

// run starts the postmaster and waits until it answers.
func (s *Server) run(ctx context.Context, id identity, o Options) (err error) {
	// Every postgres process inherits the server's lock: while it is held, one
	// still lives, whatever postmaster.pid says.
	held, err := serverLock(ctx, o.DataDir)
	if err != nil {
		return err
	}
	defer func() { _ = held.Close() }()
	if s.socket, err = socketDir(id, o.DataDir); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.RemoveAll(s.socket)
		}
	}()
	log, tail, err := logFile(o)
	if err != nil {
		return err
	}
	if tail != nil {
		defer func() { _ = tail.Close() }()
	}
	cmd := id.command(context.Background(), filepath.Join(o.BinDir, "postgres"), arguments(o, s.socket)...)
	cmd.ExtraFiles = []*os.File{held}
	cmd.Stdout, cmd.Stderr = log, log
	started := make(chan error, 1)
	go func() {
		// The parent-death signal is the thread's, not the process's: hold the thread.
		runtime.LockOSThread()
		if err := cmd.Start(); err != nil {
			started <- err
			return
		}
		started <- nil
		s.err = cmd.Wait()
		close(s.done)
	}()
	if err := <-started; err != nil {
		return fmt.Errorf("start postgres: %w", err)
	}
	s.cmd = cmd
	s.DSN = s.Database("postgres")
	if err := s.ready(ctx, tail); err != nil {
		s.end(context.Background())
		return err
	}
	return nil
}

func (s *Server) ready(ctx context.Context, tail *os.File) error {
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for {
		c, err := pgx.Connect(ctx, s.DSN)
		if err == nil {
			err = CheckText(ctx, c)
			_ = c.Close(ctx)
			return err
		}
		select {
		case <-s.done:
			return fmt.Errorf("postgres ended at its start: %w%s", s.err, lastWords(tail))
		case <-ctx.Done():
			return fmt.Errorf("postgres is not ready: %w (%w)", ctx.Err(), err)
		case <-tick.C:
		}
	}
}

// CheckText refuses a database in which Amharic has no trigrams: search would
// find nothing there, silently, in one of the five languages.
func CheckText(ctx context.Context, c *pgx.Conn) error {
	tx, err := c.Begin(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback(ctx) }() // nothing stays in a database that is not ours
	if _, err := tx.Exec(ctx, "CREATE EXTENSION IF NOT EXISTS pg_trgm"); err != nil {
		return fmt.Errorf("pg_trgm: %w", err)
	}
	var dead bool
	if err := tx.QueryRow(ctx, "SELECT show_trgm('የላ') = '{}'").Scan(&dead); err != nil {
		return fmt.Errorf("pg_trgm: %w", err)
	}
	if dead {
		return errors.New("this database cannot search Amharic: it was not created with lc_ctype C.UTF-8")
	}
	return nil
}

func arguments(o Options, socket string) []string {
	args := []string{"-D", o.DataDir, "-k", socket}
	set := func(pairs ...string) {
		for _, p := range pairs {
			args = append(args, "-c", p)
		}
	}
	// Terse: the detail of an error repeats the values of the row, people's addresses among them.
	set("listen_addresses=", "unix_socket_permissions=0700", "timezone=UTC", "log_timezone=UTC", "log_error_verbosity=terse")
	if o.Fast {
		set("fsync=off", "synchronous_commit=off", "full_page_writes=off", "autovacuum=off",
			"wal_level=minimal", "max_wal_senders=0", "max_wal_size=4GB", "max_connections=400",
			// Without statistics everything looks large: a third of the time went into workers for tables of a page.
			"max_parallel_workers_per_gather=0")
	}
	for k, v := range o.Params {
		set(k + "=" + v)
	}
	return args
}

// logFile returns the file for the server's words and, where nobody asked for
// them, an unnamed one from which a failed start can be explained.
func logFile(o Options) (log, tail *os.File, err error) {
	if o.Log != nil {
		return o.Log, nil, nil
	}
	tail, err = os.CreateTemp("", "zabuni-pg-log-")
	if err != nil {
		return nil, nil, err
	}
	return tail, tail, os.Remove(tail.Name())
}

func lastWords(tail *os.File) string {
	if tail == nil {
		return " (see its log)"
	}
	const most = 4096
	st, err := tail.Stat()
	if err != nil {
		return ""
	}
	b := make([]byte, min(st.Size(), most))
	n, err := tail.ReadAt(b, st.Size()-int64(len(b)))
	if err != nil && !errors.Is(err, io.EOF) {
		return ""
	}
	return "\n" + string(b[:n])
}

// PID is the postmaster's process number.
func (s *Server) PID() int { return s.cmd.Process.Pid }

// Done is closed when the postmaster has ended, asked or not.
func (s *Server) Done() <-chan struct{} { return s.done }

// Stop asks for a fast shutdown and, when ctx ends first, for an immediate one.
// It returns how the server ended; calling it again is harmless.
func (s *Server) Stop(ctx context.Context) error {
	s.end(ctx)
	return s.err
}

func (s *Server) end(ctx context.Context) {
	s.stop.Do(func() {
		_ = s.cmd.Process.Signal(syscall.SIGINT)
		select {
		case <-s.done:
		case <-ctx.Done():
			_ = s.cmd.Process.Signal(syscall.SIGQUIT)
			<-s.done
		}
		_ = os.RemoveAll(s.socket)
		_ = s.lock.Close()
	})
}
