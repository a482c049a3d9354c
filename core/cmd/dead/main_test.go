package main

import (
	"slices"
	"testing"
)

func TestExceptionsAreNeededAndHaveReasons(t *testing.T) {
	dead := map[string]string{"x/a.F": "a.go:3", "x/a.T.M": "a.go:9", "x/b": "/src/b"}
	const excused = "# a remark\n\nx/a.F\tthe golden file is printed by it\nx/a.T.M\ta reason\nx/b\tanother\n"
	for name, c := range map[string]struct {
		dead       map[string]string
		exceptions string
		want       []string
	}{
		"all excused":      {dead, excused, nil},
		"one is not":       {dead, "x/a.F\tr\nx/b\tr\n", []string{"a.go:9: no program runs x/a.T.M"}},
		"without a reason": {dead, "x/a.F\t \nx/a.T.M\tr\nx/b\tr\n", []string{"x/a.F: an exception without a reason"}},
		"not needed":       {dead, excused + "x/a.G\tr\n", []string{"x/a.G: the exception is not needed any more"}},
		"twice":            {dead, excused + "x/b\tr\n", []string{"x/b: excused twice"}},
		"nothing is dead":  {nil, "", nil},
	} {
		if got := judge(c.dead, c.exceptions); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q", name, got)
		}
	}
}
