// Command faults plants faults by lot and runs the tests against each of them: what no
// test sees is a rule that nobody holds.
//
//	withpg faults -seed 7 -n 30 -report faults.txt
//
// A fault is a small change of one place in Go or in a query: a condition that is left
// out, a limit that is off by one, a field that stays empty, a call that is not made, a
// conjunct or an order that a query lacks. The lot draws evenly over the areas of rules.
// All faults that were drawn are built into one set of test programs, each behind a
// switch, so nothing in the tree changes.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	var r round
	flag.Int64Var(&r.seed, "seed", 1, "`number` that decides the lot")
	flag.IntVar(&r.n, "n", 30, "how many `faults` are planted")
	flag.StringVar(&r.area, "area", "", "plant in this `area` alone: "+names())
	flag.StringVar(&r.only, "only", "", "run these `numbers` alone, separated by commas")
	flag.StringVar(&r.report, "report", "", "`file` for what became of each, beside the screen")
	flag.IntVar(&r.workers, "workers", 2, "how many faults are tried at `once`")
	flag.BoolVar(&r.list, "list", false, "say what would be planted, and end")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := r.run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "faults:", err)
		os.Exit(1)
	}
}
