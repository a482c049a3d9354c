// Command benchtable passes on what go test -bench prints and ends with a table
// of the measurements that stand beside a floor:
//
//	go test -run '^$' -bench . ./... | benchtable
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"regexp"
	"strconv"
	"strings"
	"text/tabwriter"
)

// disturbed is the spread of a floor beyond which a run says little.
const disturbed = 3

type measurement struct {
	name    string
	metrics map[string]float64
}

func main() {
	if err := run(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "benchtable:", err)
		os.Exit(1)
	}
}

func run(in io.Reader, out io.Writer) error {
	var all []measurement
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		fmt.Fprintln(out, lines.Text())
		if m, ok := read(lines.Text()); ok {
			all = append(all, m)
		}
	}
	if err := lines.Err(); err != nil {
		return err
	}
	return table(out, all)
}

var processors = regexp.MustCompile(`-\d+$`)

// read takes a line like "BenchmarkX-2  7  3.1 ms  1.0 floor-ms  3.1 ratio".
func read(line string) (measurement, bool) {
	words := strings.Fields(line)
	if len(words) < 4 || !strings.HasPrefix(words[0], "Benchmark") {
		return measurement{}, false
	}
	m := measurement{processors.ReplaceAllString(strings.TrimPrefix(words[0], "Benchmark"), ""), map[string]float64{}}
	for i := 2; i+1 < len(words); i += 2 {
		v, err := strconv.ParseFloat(words[i], 64)
		if err != nil {
			return m, false
		}
		m.metrics[words[i+1]] = v
	}
	_, beside := m.metrics["ratio"]
	return m, beside
}

func table(out io.Writer, all []measurement) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "\nname\tvalue\tfloor\tratio\tgoal\t")
	for _, m := range all {
		unit := "ms"
		if _, ok := m.metrics["kB"]; ok {
			unit = "kB"
		}
		goal, met := m.goal()
		note := ""
		if !met {
			note = "missed"
		}
		if m.metrics["spread"] > disturbed {
			note = strings.TrimSpace(note + " disturbed")
		}
		fmt.Fprintf(w, "%s\t%.3g %s\t%.3g %s\t%.2f\t%s\t%s\n", m.name, m.metrics[unit], unit, m.metrics["floor-"+unit], unit, m.metrics["ratio"], goal, note)
	}
	return w.Flush()
}

func (m measurement) goal() (text string, met bool) {
	if least, ok := m.metrics["goal-least"]; ok {
		return fmt.Sprintf(">= %g", least), m.metrics["ratio"] >= least
	}
	most := m.metrics["goal-most"]
	return fmt.Sprintf("<= %g", most), m.metrics["ratio"] <= most
}
