//go:build darwin || freebsd || linux || netbsd || openbsd

package pgembed

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// flock takes the lock at path; ErrRunning when another process holds it.
func flock(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		_ = f.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, ErrRunning
		}
		return nil, fmt.Errorf("lock %s: %w", path, err)
	}
	return f, nil
}

// serverLock waits until no process of an earlier server lives, and asks one
// that was left behind to end. We hold the supervisor's lock, so any server on
// this folder is an orphan.
func serverLock(ctx context.Context, dataDir string) (*os.File, error) {
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for told := 0; ; {
		f, err := flock(dataDir + ".server.lock")
		if err != nil && !errors.Is(err, ErrRunning) {
			return nil, err
		}
		pid, perr := orphan(dataDir)
		if perr != nil {
			if f != nil {
				_ = f.Close()
			}
			return nil, perr
		}
		if f != nil && pid == 0 {
			return f, nil
		}
		if f != nil {
			_ = f.Close()
		}
		if pid != 0 && pid != told {
			_ = syscall.Kill(pid, syscall.SIGINT)
			told = pid
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("an earlier Postgres on %s does not end: %w", dataDir, ctx.Err())
		case <-tick.C:
		}
	}
}

// orphan returns the process named in postmaster.pid when it is a server of this
// folder. Else the file is stale and goes: its number may by now be another
// program's, and Postgres would wait for that one for ever.
func orphan(dataDir string) (int, error) {
	path := filepath.Join(dataDir, "postmaster.pid")
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	var pid int
	if _, err := fmt.Sscanf(string(b), "%d", &pid); err == nil && pid > 1 && serves(pid, dataDir) {
		return pid, nil
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return 0, err
	}
	return 0, nil
}

// longestSocket is what sun_path holds on the strictest system, minus the name
// of the socket's own lock file.
const longestSocket = 103 - len("/.s.PGSQL.5432.lock")

// socketDir returns a private, empty folder for the socket. It is never under
// the data folder: a socket's path has a small limit.
func socketDir(id identity, dataDir string) (string, error) {
	for _, base := range []string{os.TempDir(), "/tmp", "/var/tmp"} {
		dir := socketPath(base, dataDir)
		if len(dir) > longestSocket || id.passes(dir) != nil {
			continue
		}
		if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
			continue
		}
		st, err := os.Lstat(dir)
		if err != nil {
			return "", err
		}
		owner := int(st.Sys().(*syscall.Stat_t).Uid)
		if !st.IsDir() || st.Mode().Perm() != 0o700 || owner != os.Getuid() && owner != id.uid {
			return "", fmt.Errorf("%s is not ours: remove it", dir)
		}
		old, err := filepath.Glob(filepath.Join(dir, ".s.PGSQL.*"))
		if err != nil {
			return "", err
		}
		for _, f := range old {
			if err := os.Remove(f); err != nil {
				return "", err
			}
		}
		return dir, id.own(dir)
	}
	return "", errors.New("no folder for the socket of Postgres: the temporary folders' paths are too long or closed")
}

func socketPath(base, dataDir string) string {
	sum := sha256.Sum256([]byte(dataDir))
	return filepath.Join(base, fmt.Sprintf("zpg-%d-%x", os.Getuid(), sum[:5]))
}

// Discard removes a cluster that no program supervises and no server uses, with
// its locks and socket. It reports whether it did.
func Discard(dataDir string) (bool, error) {
	lock, err := flock(dataDir + ".lock")
	if errors.Is(err, ErrRunning) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer func() { _ = lock.Close() }()
	server, err := flock(dataDir + ".server.lock")
	if errors.Is(err, ErrRunning) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer func() { _ = server.Close() }()
	for _, path := range []string{
		socketPath(os.TempDir(), dataDir), dataDir + ".new", dataDir, dataDir + ".server.lock", dataDir + ".lock",
	} {
		if err := os.RemoveAll(path); err != nil {
			return false, err
		}
	}
	return true, nil
}
