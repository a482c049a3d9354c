package main

import (
	"regexp"
	"strings"
	"testing"
)

func TestTable(t *testing.T) {
	const in = `goos: linux
BenchmarkSubmit-2   	       7	         4.125 ms	         0.5 floor-ms	         0.12 ratio	         1.5 spread	         0.15 goal-least
BenchmarkFirstLoad/buyer 1 81.5 kB 90 floor-kB 0.91 ratio 1 goal-most
BenchmarkBare-2   	     100	       11.00 ns/op
PASS
`
	var out strings.Builder
	if err := run(strings.NewReader(in), &out); err != nil {
		t.Fatal(err)
	}
	const want = `
name             value    floor   ratio  goal
Submit           4.12 ms  0.5 ms  0.12   >= 0.15  missed
FirstLoad/buyer  81.5 kB  90 kB   0.91   <= 1
`
	got := strings.TrimPrefix(out.String(), in)
	got = regexp.MustCompile(` +\n`).ReplaceAllString(got, "\n")
	if got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}
