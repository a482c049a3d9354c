package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A module of three targets, one of which breaks at the first byte that is no b.
const broken = `package x

import "testing"

func FuzzSound(f *testing.F) { f.Fuzz(func(t *testing.T, s string) {}) }

func FuzzBroken(f *testing.F) {
	f.Add("bb")
	f.Fuzz(func(t *testing.T, s string) {
		for _, c := range []byte(s) {
			if c != 'b' {
				t.Fatal("not a b")
			}
		}
	})
}

type fuzzer struct{}

func (fuzzer) FuzzMethod(f *testing.F) {}
`

func TestWhatBreaksATargetIsKeptAndTold(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":           "module " + product + "/x\n\ngo 1.26.0\n",
		"x.go":             "package x\n",
		"x_test.go":        broken,
		"outside_test.go":  "package x_test\n\nimport \"testing\"\n\nfunc FuzzOutside(f *testing.F) { f.Fuzz(func(t *testing.T, b []byte) {}) }\n",
		"other_os_test.go": "//go:build neverland\n\npackage x\n\nfunc FuzzElsewhere() {}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	t.Setenv("GOWORK", "off")
	var out strings.Builder
	f := fuzzing{total: 600 * time.Millisecond, out: &out}
	err := f.run(t.Context(), []string{"./..."})
	if err == nil || err.Error() != "broken: FuzzBroken" {
		t.Errorf("%v\n%s", err, out.String())
	}
	for _, want := range []string{"3 targets", "ok  \t" + product + "/x.FuzzSound", "ok  \t" + product + "/x.FuzzOutside", "FAIL\t" + product + "/x.FuzzBroken"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("nothing of %q: %s", want, out.String())
		}
	}
	kept, err := os.ReadDir("testdata/fuzz/FuzzBroken")
	if err != nil || len(kept) != 1 {
		t.Errorf("%d inputs are kept, %v", len(kept), err)
	}
	if err := f.run(t.Context(), []string{"fmt"}); err == nil {
		t.Error("a run without targets passes")
	}
}

// The engine's own end of time is tried again, what a target fails at never is.
func TestOnlyTheEnginesLateEndIsTriedAgain(t *testing.T) {
	for text, want := range map[string]bool{
		"--- FAIL: FuzzX (2.18s)\n    context deadline exceeded\nFAIL\n":                                                               true,
		"--- FAIL: FuzzX (0.01s)\n    x_test.go:9: context deadline exceeded\n\n    Failing input written to testdata/fuzz/FuzzX/58\n": false,
		"--- FAIL: FuzzX (0.01s)\n    x_test.go:9: not a b\n":                                                                          false,
	} {
		if lateEnd([]byte(text)) != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
}
