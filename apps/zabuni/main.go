// Command zabuni is the whole platform in one program: four BFFs, the worker and
// the apps behind one origin, on embedded defaults or on external services.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

const usage = `usage: zabuni [command]

  run      serve everything (the default)
  migrate  bring the database up to date and stop

Settings are environment variables; README.md lists them.
`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	command := "run"
	if len(os.Args) > 1 {
		command = os.Args[1]
	}
	var err error
	switch command {
	case "run":
		err = run(ctx, configure())
	case "migrate":
		err = migrate(ctx, configure())
	default:
		fmt.Fprint(os.Stderr, usage)
		os.Exit(2)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "zabuni:", err)
		os.Exit(1)
	}
}
