package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

func TestAQueryHasItsFaults(t *testing.T) {
	for query, want := range map[string][]string{
		"SELECT a FROM t WHERE b = $1 AND c IN ('x', 'y') ORDER BY d": {
			"SELECT a FROM t WHERE (true OR (b = $1)) AND c IN ('x', 'y') ORDER BY d",
			"SELECT a FROM t WHERE b = $1 AND (true OR (c IN ('x', 'y'))) ORDER BY d",
			"SELECT a FROM t WHERE b = $1 AND c IN ('y', 'y') ORDER BY d",
			"SELECT a FROM t WHERE b = $1 AND c IN ('x', 'x') ORDER BY d",
			"SELECT a FROM t WHERE b = $1 AND c IN ('x', 'y') ORDER BY d DESC",
		},
		"SELECT a FROM t LEFT JOIN u ON u.i = t.i AND (u.s OR t.s) ORDER BY a DESC LIMIT 3": {
			"SELECT a FROM t JOIN u ON u.i = t.i AND (u.s OR t.s) ORDER BY a DESC LIMIT 3",
			"SELECT a FROM t LEFT JOIN u ON (true OR (u.i = t.i)) AND (u.s OR t.s) ORDER BY a DESC LIMIT 3",
			"SELECT a FROM t LEFT JOIN u ON u.i = t.i AND (true OR ((u.s OR t.s))) ORDER BY a DESC LIMIT 3",
			"SELECT a FROM t LEFT JOIN u ON u.i = t.i AND (u.s OR (false AND (t.s))) ORDER BY a DESC LIMIT 3",
			"SELECT a FROM t LEFT JOIN u ON u.i = t.i AND (u.s OR t.s) ORDER BY a  LIMIT 3",
		},
		"UPDATE t SET a = CASE WHEN b AND c THEN 1 ELSE 2 END WHERE d BETWEEN 1 AND 2 AND e": {
			"UPDATE t SET a = CASE WHEN (false AND (b)) AND c THEN 1 ELSE 2 END WHERE d BETWEEN 1 AND 2 AND e",
			"UPDATE t SET a = CASE WHEN b AND (true OR (c)) THEN 1 ELSE 2 END WHERE d BETWEEN 1 AND 2 AND e",
			"UPDATE t SET a = CASE WHEN b AND c THEN 1 ELSE 2 END WHERE (true OR (d BETWEEN 1 AND 2)) AND e",
			"UPDATE t SET a = CASE WHEN b AND c THEN 1 ELSE 2 END WHERE d BETWEEN 1 AND 2 AND (true OR (e))",
		},
		"INSERT INTO t (a) VALUES ($1) ON CONFLICT (a) DO UPDATE SET a = 1": nil,
	} {
		var got []string
		for _, v := range variants(query) {
			got = append(got, v.text)
		}
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("%s:\n%s\nnot\n%s", query, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

const program = `package ranking

import (
	"errors"
	"time"
)

type Row struct {
	Name string
	At   time.Time
}

func check(n int) error {
	if n < 3 {
		return errors.New("few")
	}
	return nil
}

func Of(name string, n int, at, end time.Time) (Row, error) {
	if err := check(n); err != nil {
		return Row{}, err
	}
	if name == "" || at.Before(end) {
		return Row{Name: "none", At: at}, nil
	}
	return Row{Name: name, At: at}, nil
}
`

// Every place of a program is found, and each fault, once planted, does what it says:
// the program is built and run with all of them in it.
func TestAProgramHasItsFaults(t *testing.T) {
	root := t.TempDir()
	write := func(at, text string) {
		at = filepath.Join(root, at)
		if err := os.MkdirAll(filepath.Dir(at), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module zabuni.org\n\ngo 1.26\n")
	write("core/award/row.go", program)
	write("core/award/row_test.go", `package ranking

import (
	"fmt"
	"testing"
	"time"
)

func TestSay(t *testing.T) {
	at := time.Unix(9, 0)
	for _, n := range []int{2, 3, 4} {
		for _, name := range []string{"", "x"} {
			for _, end := range []time.Time{at.Add(-1), at, at.Add(1)} {
				r, err := Of(name, n, at, end)
				fmt.Print(r.Name, r.At.Unix(), err == nil, " ")
			}
		}
	}
}
`)
	t.Chdir(root)
	t.Setenv("GOWORK", "off")
	list, err := packages(context.Background(), []string{"./..."})
	if err != nil {
		t.Fatal(err)
	}
	all, err := faultsOf(root, list)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"n < 3 is always true", "n < 3 is always false", "n < 3 is n <= 3", "not done: check(n)",
		`name == "" is always false`, "at.Before(end) is always false", "at.Before(end) is !end.Before(at)",
		"At of zabuni.org.Row is empty", "Name of zabuni.org.Row is empty", "At of zabuni.org.Row is empty",
	}
	var got []string
	for _, f := range all {
		got = append(got, strings.ReplaceAll(f.what, "award.Row", "zabuni.org.Row"))
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Fatalf("%s\nnot\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	without := ""
	for len(all) > 0 { // as many at once as do not overlap
		var now, later []fault
		for _, f := range all {
			if slices.ContainsFunc(now, f.overlaps) {
				later = append(later, f)
				continue
			}
			f.id = len(now) + 1
			now = append(now, f)
		}
		all = later
		work := t.TempDir()
		overlay, err := plant(root, work, now, runtimeText)
		if err != nil {
			t.Fatal(err)
		}
		binary := filepath.Join(work, "test")
		if out, err := exec.Command("go", "test", "-c", "-overlay="+overlay, "-vet=off", "-o", binary, "./core/award").CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		for on := range len(now) + 1 {
			s := suite{binary: binary, args: []string{"-test.v"}}
			out, err := s.run(context.Background(), time.Minute, "ZABUNI_FAULT="+strconv.Itoa(on))
			if err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			text, _, _ := strings.Cut(string(out), "---")
			if without == "" {
				without = text
			}
			if (text == without) != (on == 0) {
				t.Errorf("switch %d of %v: %s", on, now, text)
			}
		}
	}
}

func TestTheLotIsEvenAndTheSame(t *testing.T) {
	var all []fault
	for _, a := range areas {
		for i := range 50 {
			all = append(all, fault{area: a.name, file: a.name, from: 10 * i, to: 10*i + 15, what: a.name})
		}
	}
	one, two, other := draw(all, 5, 60), draw(all, 5, 60), draw(all, 6, 60)
	count := map[string]int{}
	same := true
	for i, f := range one {
		count[f.area]++
		same = same && f.from == other[i].from
		if f != two[i] {
			t.Errorf("%v, again %v", f, two[i])
		}
		for _, g := range one[:i] {
			if f.overlaps(g) {
				t.Errorf("%v lies in %v", f, g)
			}
		}
	}
	if same {
		t.Error("another number draws the same")
	}
	for _, a := range areas {
		if count[a.name] < 8 || count[a.name] > 12 {
			t.Errorf("%d of %s", count[a.name], a.name)
		}
	}
}

func TestEveryAreaIsThere(t *testing.T) {
	for path, want := range map[string]string{
		"core/evaluation/rank.go": "ranking", "core/evaluation/evaluationhttp/dto.go": "lists", "bff-supplier/bid.go": "lists", "core/platform/seal/seal.go": "opening",
		"core/award/awardsvc/letters.go": "notices", "core/award/award.go": "ranking", "core/payment/settle.go": "money", "core/sourcing/lint.go": "entry",
		"core/cmd/faults/area.go": "", "core/evaluation/rank_test.go": "", "core/app/story/steps.go": "", "core/platform/pdf/pdf.go": "", "core/award/internal/awarddb/award.sql.go": "ranking",
	} {
		if got := areaOf(path); got != want {
			t.Errorf("%s: %q, not %q", path, got, want)
		}
	}
}
