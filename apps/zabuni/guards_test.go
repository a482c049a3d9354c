package main

import (
	"flag"
	"net/http"
	"os"
	"slices"
	"sort"
	"strings"
	"testing"

	"zabuni.org/core/app"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/sourcing"
)

var update = flag.Bool("update", false, "write the golden table of guards; read the difference before you commit it")

const golden = "testdata/guards.golden"

// guards prints the guard of every operation of every BFF, one a line.
func guards(a *app.App) []string {
	var lines []string
	for name, build := range bffs {
		for _, g := range build(a).Guards() {
			lines = append(lines, strings.Join([]string{name, g.Method, g.Path, say(g.Guard)}, "\t"))
		}
	}
	sort.Strings(lines)
	return lines
}

func say(g access.Guard) string {
	switch {
	case g.Public:
		return "public"
	case g.Pending:
		return "pending"
	}
	types := make([]string, len(g.Types))
	for i, t := range g.Types {
		types[i] = string(t)
	}
	s := strings.Join(types, ",")
	if g.Privilege != "" {
		s += ":" + string(g.Privilege)
	}
	for i, p := range g.OneOf {
		s += []string{":", "|"}[min(i, 1)] + string(p)
	}
	return s
}

// An operation without its row, or with another guard than its row, fails here:
// the table is read by a person before it changes.
func TestEveryOperationHasItsRow(t *testing.T) {
	got := strings.Join(guards(app.New(app.Outside{})), "\n") + "\n"
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("the guards differ from %s; go test ./apps/zabuni -run Row -update, then read the difference\n%s", golden, difference(string(want), got))
	}
}

func difference(want, got string) string {
	in := func(text string) map[string]bool {
		set := map[string]bool{}
		for line := range strings.Lines(text) {
			set[line] = true
		}
		return set
	}
	w, g := in(want), in(got)
	var out strings.Builder
	for line := range w {
		if !g[line] {
			out.WriteString("- " + line)
		}
	}
	for line := range g {
		if !w[line] {
			out.WriteString("+ " + line)
		}
	}
	return out.String()
}

// expected computes from the reviewed table alone, apart from the code that
// guards, whether a persona is let through: 0, 401 or 403.
func expected(guard string, p persona) int {
	switch {
	case guard == "public":
		return 0
	case p.t == "" || p.dead:
		return http.StatusUnauthorized
	case guard == "pending":
		return 0
	case p.pending:
		return http.StatusUnauthorized
	}
	types, privileges, asked := strings.Cut(guard, ":")
	holds := func(privilege string) bool { return p.holds[privilege] }
	if slices.Contains(strings.Split(types, ","), string(p.t)) && (!asked || slices.ContainsFunc(strings.Split(privileges, "|"), holds)) {
		return 0
	}
	return http.StatusForbidden
}

// A privilege that can be given guards at least one operation, by its guard or by what
// its use case asks.
func TestEveryPrivilegeGuardsSomething(t *testing.T) {
	used := map[string]bool{}
	for _, build := range bffs {
		for _, g := range build(app.New(app.Outside{})).Guards() {
			for _, user := range g.Guard.Types {
				for _, p := range append(slices.Clone(g.Guard.OneOf), g.Guard.Privilege) {
					used[string(user)+":"+string(p)] = true
				}
			}
		}
	}
	for _, p := range sourcing.Policies { // bids ask the right of their activity (TestTheRightToBidIsItsActivitys)
		used[string(access.Supplier)+":"+string(p.Supplier)] = !p.Has(sourcing.Live) || used[string(access.Supplier)+":"+string(p.Supplier)]
	}
	for user, titles := range access.Titles {
		for _, p := range titles {
			if name := string(user) + ":" + string(p); !used[name] {
				t.Errorf("%s guards nothing", name)
			}
		}
	}
}
