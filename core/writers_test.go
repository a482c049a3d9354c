package core_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var writes = regexp.MustCompile(`(?i)\b(?:INSERT\s+INTO|UPDATE|DELETE\s+FROM)\s+(?:ONLY\s+)?([a-z_]+)\b`)

// severalWriters are the tables that more than one package writes, each with its
// reason.
var severalWriters = map[string]string{}

// A table has one writer: what a row means is decided in one place, and who looks
// for what changes it finds one file.
func TestEveryTableHasOneWriter(t *testing.T) {
	by := map[string]map[string]bool{}
	sources(t, func(path, text string) {
		if !strings.Contains(path, "/internal/") || !strings.HasSuffix(path, ".sql") {
			return
		}
		for _, m := range writes.FindAllStringSubmatch(comment.ReplaceAllString(text, ""), -1) {
			table := strings.ToLower(m[1])
			if table == "set" || table == "of" || table == "skip" { // FOR UPDATE OF, ON CONFLICT DO UPDATE SET
				continue
			}
			if by[table] == nil {
				by[table] = map[string]bool{}
			}
			by[table][filepath.Dir(path)] = true
		}
	})
	if len(by) < 60 {
		t.Fatalf("only %d tables are written", len(by))
	}
	for table, packages := range by {
		several := len(packages) > 1
		if reason := severalWriters[table]; several != (reason != "") {
			t.Errorf("%s is written by %v (%q)", table, slices.Sorted(maps.Keys(packages)), reason)
		}
	}
}

// owed are the steps of a policy that nothing reads yet, with the order that owes it.
var owed = map[string]string{}

// A step that nothing reads is a promise that nobody keeps. What a category has is
// asked of the category; only sourcing knows the rows.
func TestEveryStepIsRead(t *testing.T) {
	read, all := map[string]int{}, []string{}
	set := token.NewFileSet()
	sources(t, func(path, text string) {
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "app/story/") {
			return
		}
		f, err := parser.ParseFile(set, path, text, 0)
		if err != nil {
			t.Fatal(err)
		}
		own := strings.Contains(path, "core/sourcing/") && f.Name.Name == "sourcing"
		if strings.HasSuffix(path, "core/sourcing/policy.go") {
			all = stepsOf(f)
		}
		if strings.HasSuffix(path, "core/sourcing/activity.go") {
			return // that is where rows have them
		}
		ast.Inspect(f, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			if name, ok := call.Fun.(*ast.SelectorExpr); ok && name.Sel.Name == "PolicyOf" && !strings.Contains(path, "core/sourcing/") {
				t.Errorf("%s asks for the policy of an activity: a category and a job know their own", path)
			}
			for _, arg := range call.Args {
				ast.Inspect(arg, func(n ast.Node) bool {
					switch x := n.(type) {
					case *ast.SelectorExpr:
						if p, ok := x.X.(*ast.Ident); ok && p.Name == "sourcing" {
							read[x.Sel.Name]++
						}
					case *ast.Ident:
						if own {
							read[x.Name]++
						}
					}
					return true
				})
			}
			return true
		})
	})
	if len(all) < 10 {
		t.Fatalf("only %v are steps", all)
	}
	for _, step := range all {
		if reason := owed[step]; (read[step] == 0) != (reason != "") {
			t.Errorf("the step %s is read %d times (%q)", step, read[step], reason)
		}
	}
}

// stepsOf are the names of the constants of the first block: the steps.
func stepsOf(f *ast.File) (out []string) {
	for _, d := range f.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.CONST || len(out) > 0 {
			continue
		}
		for _, s := range g.Specs {
			out = append(out, s.(*ast.ValueSpec).Names[0].Name)
		}
	}
	return out
}
