package core_test

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"zabuni.org/core/app"
)

var (
	wholeAction = regexp.MustCompile(`^[a-z_]+\.[a-z_]+\.[a-zA-Z_]+$`)
	actionStem  = regexp.MustCompile(`^[a-z_]+\.([a-z_]+\.)?$`)
)

func literal(e ast.Expr) string {
	if b, ok := e.(*ast.BasicLit); ok && b.Kind == token.STRING {
		s, _ := strconv.Unquote(b.Value)
		return s
	}
	return ""
}

// actionNames are a package's constants that name actions: who only declares one
// records nothing.
func actionNames(files []*ast.File) map[string]string {
	out := map[string]string{}
	for _, f := range files {
		for _, d := range f.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.CONST {
				continue
			}
			for _, s := range g.Specs {
				v := s.(*ast.ValueSpec)
				for i, x := range v.Values {
					if action := literal(x); wholeAction.MatchString(action) {
						out[v.Names[i].Name] = action
					}
				}
			}
		}
	}
	return out
}

// recorded reads from a package's source what it writes into the audit log:
// whole names, and stems that functions complete by a parameter of theirs.
func recorded(files []*ast.File) map[string]bool {
	out := map[string]bool{}
	constants := actionNames(files)
	type maker struct {
		stem string
		at   int
	}
	makers := map[string]maker{} // by the function's name
	walk := func(visit func(fn string, params []string, n ast.Node)) {
		for _, f := range files {
			for _, d := range f.Decls {
				name, params := "", []string(nil)
				if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.CONST {
					continue
				}
				if fn, ok := d.(*ast.FuncDecl); ok {
					name = fn.Name.Name
					for _, p := range fn.Type.Params.List {
						for _, n := range p.Names {
							params = append(params, n.Name)
						}
					}
				}
				ast.Inspect(d, func(n ast.Node) bool { visit(name, params, n); return true })
			}
		}
	}
	complete := func(fn string, params []string, stem string, by ast.Expr) {
		if p, ok := by.(*ast.Ident); ok && slices.Contains(params, p.Name) {
			makers[fn] = maker{stem, slices.Index(params, p.Name)}
		} else if s := literal(by); s != "" {
			out[stem+s] = true
		}
	}
	walk(func(fn string, params []string, n ast.Node) {
		switch x := n.(type) {
		case *ast.BasicLit:
			if s := literal(x); wholeAction.MatchString(s) {
				out[s] = true
			}
		case *ast.Ident:
			if action := constants[x.Name]; action != "" {
				out[action] = true
			}
		case *ast.KeyValueExpr:
			sum, adds := x.Value.(*ast.BinaryExpr)
			if key, ok := x.Key.(*ast.Ident); ok && adds && key.Name == "Action" && actionStem.MatchString(literal(sum.X)) {
				complete(fn, params, literal(sum.X), sum.Y)
			}
		}
	})
	for range 3 { // a function may call one that calls one
		walk(func(fn string, params []string, n ast.Node) {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return
			}
			name := ""
			switch x := call.Fun.(type) {
			case *ast.Ident:
				name = x.Name
			case *ast.SelectorExpr:
				name = x.Sel.Name
			}
			if m, ok := makers[name]; ok && m.at < len(call.Args) {
				complete(fn, params, m.stem, call.Args[m.at])
			}
		})
	}
	return out
}

// The exported log speaks as the screen does: the server has a copy of its words,
// go test ./core -run Words -update writes it.
func TestTheServersWordsOfActionsAreTheScreens(t *testing.T) {
	const file = "identity/peoplesvc/actions.json"
	all := map[string]map[string]string{}
	for _, language := range []string{"am", "en", "fr", "pt", "sw"} {
		var words struct {
			Actions map[string]map[string]map[string]string
		}
		raw, err := os.ReadFile("../packages/i18n/src/locales/" + language + "/people.json")
		if err == nil {
			err = json.Unmarshal(raw, &words)
		}
		if err != nil {
			t.Fatal(err)
		}
		all[language] = map[string]string{}
		for area, objects := range words.Actions {
			for object, done := range objects {
				for what, text := range done {
					all[language][area+"."+object+"."+what] = text
				}
			}
		}
	}
	var want bytes.Buffer
	enc := json.NewEncoder(&want)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(all); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(file, want.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want.Bytes()) {
		t.Errorf("%s is not what the screen says: go test ./core -run Words -update", file)
	}
}

// Everything that the audit log may hold has its words: a log that people read is no list of codes.
func TestAuditedActionsHaveWords(t *testing.T) {
	var words struct {
		Actions map[string]map[string]map[string]string
		Areas   map[string]string
	}
	raw, err := os.ReadFile("../packages/i18n/src/locales/en/people.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &words); err != nil {
		t.Fatal(err)
	}
	packages := parsed(t, "*/*svc/*.go", "platform/*/*svc/*.go", "app/*.go")
	found := 0
	for dir, files := range packages {
		for action := range recorded(files) {
			x := strings.SplitN(action, ".", 3)
			found++
			switch {
			case action == "notify.inbox.told", strings.HasSuffix(action, ".asked"): // events that are not audited
			case words.Actions[x[0]][x[1]][x[2]] == "":
				t.Errorf("%s records %s, which has no words in people.json", dir, action)
			case words.Areas[x[0]] == "":
				t.Errorf("%s is no area of the log's filter", x[0])
			}
		}
	}
	if found < 80 {
		t.Fatalf("only %d actions found", found)
	}
}

// parsed reads the packages of some folders, without their tests.
func parsed(t *testing.T, globs ...string) map[string][]*ast.File {
	t.Helper()
	packages := map[string][]*ast.File{}
	for _, glob := range globs {
		paths, err := filepath.Glob(glob)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range paths {
			if strings.HasSuffix(p, "_test.go") {
				continue
			}
			f, err := parser.ParseFile(token.NewFileSet(), p, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			packages[filepath.Dir(p)] = append(packages[filepath.Dir(p)], f)
		}
	}
	return packages
}

// Whoever waits for an event waits for one that a use case really leaves: a name
// that was changed or mistyped on one side is heard by nobody, and nobody notices.
func TestWhatIsWaitedForIsRecorded(t *testing.T) {
	left := map[string]bool{}
	for dir, files := range parsed(t, "*/*svc/*.go", "platform/*/*svc/*.go") {
		for action := range recorded(files) {
			if dir == "notify/notifysvc" && !strings.HasPrefix(action, "notify.") {
				continue // there it is waited for
			}
			left[action] = true
		}
	}
	a := app.New(app.Outside{})
	events := a.Notify.Events()
	for _, event := range events {
		if !left[event] {
			t.Errorf("something follows %s, which no use case leaves", event)
		}
	}
	if len(events) < 15 || len(left) < 90 {
		t.Fatalf("%d events are waited for, %d are left: the test reads too little", len(events), len(left))
	}
	for _, r := range a.Reactions() {
		for _, subject := range r.Subjects {
			one := app.Reaction{Subjects: []string{subject}}
			heard := func(action string) bool { return one.Hears("zabuni." + action) }
			if !slices.ContainsFunc(slices.Collect(maps.Keys(left)), heard) {
				t.Errorf("%s waits for %s, of which nothing ever comes", r.Name, subject)
			}
		}
	}
}
