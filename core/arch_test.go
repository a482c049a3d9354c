// The architecture as tests: what may import what, how long a file may grow,
// whose rows a query may see.
package core_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// never says what a package may not import. Patterns are regular expressions
// over import paths; "import" lists what is refused.
var never = []struct{ from, imports, why string }{
	{`^zabuni\.org/core/kernel/`, `^zabuni\.org/core/[^k]`, "the kernel does no I/O and knows no domain"},
	{`^zabuni\.org/core/kernel/fault$`, `^zabuni\.org/`, "fault is the leaf everybody imports"},
	{`^zabuni\.org/core/platform/`, `^zabuni\.org/core/([^kp]|p[^l])`, "the platform knows no domain"},
	{`^zabuni\.org/core/[a-z]+$`, `^zabuni\.org/core/platform/(pg|journal|httpkit|bus|outbox)|/[a-z]+(svc|http|db)$`, "rules know no use cases and no database"},
	{`/[a-z]+svc$`, `httpkit|gofiber|danielgtaylor|nats-io`, "a use case knows no HTTP and no bus"},
	{`/[a-z]+http$`, `jackc/pgx|/internal/`, "an operation knows no SQL"},
	{`^zabuni\.org/core`, `^zabuni\.org/(bff-|apps)`, "core serves every BFF and knows none"},
	{`^zabuni\.org/bff-`, `jackc/pgx|gofiber|/core/gateway/`, "a BFF writes no SQL, knows no Fiber and no gateway"},
	{`^zabuni\.org/bff-`, `^zabuni\.org/bff-`, "BFFs do not know each other"},
	{`^zabuni\.org/`, `^zabuni\.org/core/app/story$`, "stories are for tests"},
}

// verticals stand from the ground up: each may import those before it. What
// happens further up comes down by an event, never by an import. A new vertical
// is written in here, at its place.
var verticals = []string{"ocds", "boq", "party", "identity", "reference", "sourcing", "procurement", "catalog", "entry", "payment", "bidding", "opening",
	"assurance", "diligence", "evaluation", "award", "auction", "contract", "project", "archive", "publication", "report", "notify"}

// app wires the verticals, so it may know them all.
var exempt = regexp.MustCompile(`^zabuni\.org/core/app$|/cmd/bff-[a-z]+$`)

// storey is how high a package's vertical stands, -1 for what is none.
func storey(path string) int {
	ours, ok := strings.CutPrefix(path, "zabuni.org/core/")
	if !ok {
		return -1
	}
	name, _, _ := strings.Cut(ours, "/")
	return slices.Index(verticals, name)
}

func TestImports(t *testing.T) {
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", "work").Output()
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct {
			ImportPath string
			Imports    []string
		}
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		seen++
		if exempt.MatchString(p.ImportPath) {
			continue
		}
		if here := storey(p.ImportPath); here >= 0 {
			for _, imported := range p.Imports {
				if above := storey(imported); above > here {
					t.Errorf("%s imports %s: %s stands above %s", p.ImportPath, imported, verticals[above], verticals[here])
				}
			}
		}
		for _, rule := range never {
			if !regexp.MustCompile(rule.from).MatchString(p.ImportPath) {
				continue
			}
			refused := regexp.MustCompile(rule.imports)
			for _, imported := range p.Imports {
				if imported != p.ImportPath && refused.MatchString(imported) {
					t.Errorf("%s imports %s: %s", p.ImportPath, imported, rule.why)
				}
			}
		}
	}
	if seen < 20 {
		t.Fatalf("only %d packages were looked at", seen)
	}
}

// Every folder of core is kernel, platform, a vertical with its storey, or one of
// the few that wire and help.
func TestEveryFolderHasItsPlace(t *testing.T) {
	others := []string{"app", "cmd", "config", "gateway", "kernel", "platform", "simulator", "tools"}
	found, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		if f.IsDir() && !slices.Contains(others, f.Name()) && !slices.Contains(verticals, f.Name()) {
			t.Errorf("core/%s is no vertical that the list knows: write its storey into it, or move it", f.Name())
		}
	}
}

// sources calls fn with every file that a person wrote.
func sources(t *testing.T, fn func(path, text string)) {
	t.Helper()
	generated := regexp.MustCompile(`\.sql\.go$|/internal/[a-z]+db/(db|models|copyfrom|batch)\.go$|\.gen\.ts$|00007_reference\.sql$`)
	written := regexp.MustCompile(`\.(go|ts|tsx|sql|css|mjs)$`)
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name := d.Name(); d.IsDir() && (name == "node_modules" || name == "dist" || name == "var" || name == "bin" || (strings.HasPrefix(name, ".") && name != "..")) {
			return filepath.SkipDir
		}
		if d.IsDir() || !written.MatchString(path) || generated.MatchString(path) {
			return nil
		}
		text, err := os.ReadFile(path)
		fn(path, string(text))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestFilesStaySmall(t *testing.T) {
	sources(t, func(path, text string) {
		if n := strings.Count(text, "\n"); n > 500 {
			t.Errorf("%s has %d lines: what is it really?", path, n)
		}
	})
}

func TestActivitiesDifferByData(t *testing.T) {
	branch := regexp.MustCompile(`switch [a-z.]*[aA]ctivity\b|[aA]ctivity (==|!=) ["a-zA-Z]*(Tender|RFQ|Prequal|tender|rfq|prequal)|activity === '`)
	table := regexp.MustCompile(`map\[sourcing\.Activity\]`) // as good as a branch; a BFF's may name its screens
	sources(t, func(path, text string) {
		if strings.HasSuffix(path, "core/sourcing/activity.go") || strings.HasSuffix(path, "_test.go") || strings.Contains(path, ".test.") {
			return
		}
		if found := branch.FindString(text); found != "" {
			t.Errorf("%s branches on the activity (%s): make it a row of the policy table", path, found)
		}
		if !strings.Contains(path, "bff-") && table.MatchString(text) {
			t.Errorf("%s has a table by activity of its own: make it a column of the policy table", path)
		}
	})
}

// The tour names files; a file that has moved takes its line along.
func TestReadmeMatchesTheTree(t *testing.T) {
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	links := regexp.MustCompile(`\]\(([^)#:]+)\)`).FindAllStringSubmatch(string(text), -1)
	if len(links) < 8 {
		t.Fatalf("only %d links", len(links))
	}
	for _, l := range links {
		if _, err := os.Stat(filepath.Join("..", l[1])); err != nil {
			t.Errorf("README.md names %s, which is not there", l[1])
		}
	}
}
