// Command withpg runs a command beside a throw-away Postgres, named to it in
// ZABUNI_TEST_PG, so that a whole run of tests shares one cluster:
//
//	withpg go test ./core/...
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"time"

	"zabuni.org/core/platform/pgtest"
)

const startTimeout = 2 * time.Minute

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: withpg command [argument ...]")
		os.Exit(2)
	}
	status, err := run(os.Args[1], os.Args[2:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "withpg:", err)
		status = 1
	}
	os.Exit(status)
}

func run(name string, args []string) (int, error) {
	env := os.Environ()
	if os.Getenv("ZABUNI_TEST_PG") == "" {
		ctx, cancel := context.WithTimeout(context.Background(), startTimeout)
		dsn, stop, err := pgtest.Cluster(ctx)
		cancel()
		if err != nil {
			return 1, err
		}
		defer stop()
		env = append(env, "ZABUNI_TEST_PG="+dsn)
	}
	// From here on a signal is the command's; the cluster goes after it.
	signals := make(chan os.Signal, 4)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(signals)
	c := exec.Command(name, args...)
	c.Env, c.Stdin, c.Stdout, c.Stderr = env, os.Stdin, os.Stdout, os.Stderr
	if err := c.Start(); err != nil {
		return 1, err
	}
	done := make(chan error, 1)
	go func() { done <- c.Wait() }()
	for {
		select {
		case s := <-signals:
			_ = c.Process.Signal(s)
		case err := <-done:
			var exit *exec.ExitError
			if errors.As(err, &exit) {
				return max(1, exit.ExitCode()), nil
			}
			return 0, err
		}
	}
}
