// Command zabuni is the whole platform in one program: four BFFs, the worker and
// the apps behind one origin, on embedded defaults or on external services; or
// one part of it; and what its keeper needs.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"zabuni.org/core/app/serve"
	"zabuni.org/core/config"
)

// A command is one word after the program's name.
type command struct {
	name, arguments, about string
	run                    func(ctx context.Context, s config.Settings, args []string) error
}

var errUsage = errors.New("wrong arguments")

func commands() []command {
	return append([]command{
		{"run", "", "serve everything (the default); OPENER=external and WORKER=external leave those out", none(run)},
		{"worker", "", "events, schedules, tasks and mail alone; its health is at HEALTH_ADDR", none(serve.RunWorker)},
		{"opener", "", "open bids for the others: the only process with the opening key", none(serve.RunOpener)},
		{"migrate", "", "bring the database up to date, make missing keys, and stop", none(migrate)},
		{"backup", "FOLDER", "write the database and the documents into a new folder", one(takeBackup)},
		{"restore", "FOLDER", "lay a backup out in an empty DATA", one(restoreBackup)},
		{"verify", "[FILE [KEY]]", "recompute the log, the seals and the sums of everything kept; or check a receipt, proof, closing, head or auction's log, without a server", verifyWhat},
		{"doctor", "", "look at settings, services, keys and clocks", none(diagnose)},
	}, demoCommands()...)
}

func none(fn func(context.Context, config.Settings) error) func(context.Context, config.Settings, []string) error {
	return func(ctx context.Context, s config.Settings, args []string) error {
		if len(args) > 0 {
			return errUsage
		}
		return fn(ctx, s)
	}
}

func one(fn func(context.Context, config.Settings, string) error) func(context.Context, config.Settings, []string) error {
	return func(ctx context.Context, s config.Settings, args []string) error {
		if len(args) != 1 {
			return errUsage
		}
		return fn(ctx, s, args[0])
	}
}

func help(w io.Writer) {
	fmt.Fprint(w, "usage: zabuni [command]\n\n")
	for _, c := range commands() {
		fmt.Fprintf(w, "  %-16s %s\n", c.name+" "+c.arguments, c.about)
	}
	fmt.Fprintf(w, "  %-16s %s\n\nSettings are environment variables; README.md lists them.\n", "help", "this list")
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(do(ctx, os.Args[1:], os.Getenv))
}

// do runs one command and returns the program's exit status.
func do(ctx context.Context, args []string, getenv func(string) string) int {
	if len(args) == 0 {
		args = []string{"run"}
	}
	if args[0] == "help" {
		help(os.Stdout)
		return 0
	}
	for _, c := range commands() {
		if c.name != args[0] {
			continue
		}
		s, err := config.Load(getenv)
		if err == nil || c.name == "doctor" { // which says what is wrong with them
			err = errors.Join(err, c.run(ctx, s, args[1:]))
		}
		if err == nil {
			return 0
		}
		if !errors.Is(err, errUsage) {
			fmt.Fprintln(os.Stderr, "zabuni:", err)
			return 1
		}
	}
	help(os.Stderr)
	return 2
}

func migrate(ctx context.Context, s config.Settings) error {
	return serve.Prepare(ctx, s, serve.Steps())
}
