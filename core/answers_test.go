package core_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// answering are the packages that build what a client reads: operations and BFFs.
var answering = regexp.MustCompile(`(/[a-z]+http|/bff-[a-z]+)/[a-z_]+\.go$`)

// A shape is a struct that is declared somewhere, by its package's name and its own.
type shape struct{ pkg, name string }

// A source is one parsed file.
type source struct {
	path string
	file *ast.File
}

// Answers are built by named fields: two columns that change places by position
// compile, and nobody hears of it.
func TestAnswersAreBuiltByName(t *testing.T) {
	files := token.NewFileSet()
	structs, parsed := map[shape]bool{}, []source{}
	sources(t, func(path, text string) {
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return
		}
		file, err := parser.ParseFile(files, path, text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		shapesOf(file, structs)
		if answering.MatchString(path) {
			parsed = append(parsed, source{path, file})
		}
	})
	literals := 0
	for _, s := range parsed {
		literals += byPosition(s.file, structs, func(at token.Pos, name string) {
			t.Errorf("%s builds %s by position", files.Position(at), name)
		})
	}
	if len(structs) < 500 || literals < 300 {
		t.Fatalf("only %d literals of %d structs were looked at", literals, len(structs))
	}
}

// shapesOf adds the structs that a file declares.
func shapesOf(file *ast.File, to map[shape]bool) {
	ast.Inspect(file, func(n ast.Node) bool {
		if spec, ok := n.(*ast.TypeSpec); ok {
			if _, ok := spec.Type.(*ast.StructType); ok {
				to[shape{file.Name.Name, spec.Name.Name}] = true
			}
		}
		return true
	})
}

// byPosition tells of every literal of two fields or more that names none of them,
// and returns how many literals of structs it saw.
func byPosition(file *ast.File, structs map[shape]bool, tell func(token.Pos, string)) int {
	imported := map[string]string{} // the package's own name, by what the file calls it
	for _, i := range file.Imports {
		full, _ := strconv.Unquote(i.Path.Value)
		called := path.Base(full)
		if i.Name != nil {
			called = i.Name.Name
		}
		imported[called] = path.Base(full)
	}
	seen := 0
	var look func(ast.Node, ast.Expr)
	look = func(n ast.Node, of ast.Expr) {
		ast.Inspect(n, func(n ast.Node) bool {
			lit, ok := n.(*ast.CompositeLit)
			if !ok {
				return true
			}
			made := lit.Type
			if made == nil {
				made = of // of the elements of a list
			}
			if name, ok := named(made, file.Name.Name, imported, structs); ok {
				seen++
				if len(lit.Elts) > 1 && !slices.ContainsFunc(lit.Elts, func(e ast.Expr) bool { _, ok := e.(*ast.KeyValueExpr); return ok }) {
					tell(lit.Pos(), name)
				}
			}
			inner := element(made)
			for _, e := range lit.Elts {
				if kv, ok := e.(*ast.KeyValueExpr); ok {
					look(kv.Key, inner)
					e = kv.Value
				}
				look(e, inner)
			}
			return false
		})
	}
	look(file, nil)
	return seen
}

// taken are fields that are made of what another field of the same answer is named
// after, each with its reason.
var taken = map[string]string{
	"Statutory <- Kind":         "kinds of mail that the law asks for",
	"ID <- ISO2":                "a country is called by its code",
	"CompanyID <- Company":      "a support view names the company by its id",
	"Acts <- Status":            "what a status lets be done",
	"CountryName <- Name":       "of the country",
	"Shown <- Status":           "the word that people read",
	"Level <- Score":            "how much a score is, in a word",
	"JobReference <- Reference": "of the job beside the category's",
}

// A field of an answer does not show what another field of it is named after: of two
// columns that changed places by name each takes the other's.
func TestAnswersTakeTheirOwnColumns(t *testing.T) {
	files, pairs, needed := token.NewFileSet(), 0, map[string]bool{}
	sources(t, func(path, text string) {
		if strings.HasSuffix(path, "_test.go") || !answering.MatchString(path) {
			return
		}
		file, err := parser.ParseFile(files, path, text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		pairs += crossed(file, func(at token.Pos, pair string) {
			if needed[pair] = true; taken[pair] == "" {
				t.Errorf("%s: %s", files.Position(at), pair)
			}
		})
	})
	for pair := range taken {
		if !needed[pair] {
			t.Errorf("%s is nowhere any more", pair)
		}
	}
	if pairs < 1500 {
		t.Fatalf("only %d fields were looked at", pairs)
	}
}

// crossed tells of every field whose value is read from what another field of its
// literal is named after, and returns how many fields it saw.
func crossed(file *ast.File, tell func(token.Pos, string)) int {
	seen := 0
	ast.Inspect(file, func(n ast.Node) bool {
		lit, ok := n.(*ast.CompositeLit)
		if !ok {
			return true
		}
		values := map[string]ast.Expr{}
		for _, e := range lit.Elts {
			if kv, ok := e.(*ast.KeyValueExpr); ok {
				if key, ok := kv.Key.(*ast.Ident); ok {
					values[key.Name] = kv.Value
				}
			}
		}
		seen += len(values)
		for key, value := range values {
			if from := column(value); from != key && values[from] != nil {
				tell(value.Pos(), key+" <- "+from)
			}
		}
		return true
	})
	return seen
}

// column is the field that a value is read from, whatever it is made into.
func column(value ast.Expr) string {
	switch x := value.(type) {
	case *ast.SelectorExpr:
		return x.Sel.Name
	case *ast.CallExpr:
		if made, ok := x.Fun.(*ast.SelectorExpr); ok && len(x.Args) == 0 {
			return column(made.X)
		}
		if len(x.Args) == 1 {
			return column(x.Args[0])
		}
	case *ast.StarExpr:
		return column(x.X)
	case *ast.UnaryExpr:
		return column(x.X)
	}
	return ""
}

// element is the type of what a list or a map holds.
func element(of ast.Expr) ast.Expr {
	switch x := of.(type) {
	case *ast.ArrayType:
		return x.Elt
	case *ast.MapType:
		return x.Value
	}
	return nil
}

// named is the name of a struct that is declared in this repository, or written in place.
func named(of ast.Expr, own string, imported map[string]string, structs map[shape]bool) (string, bool) {
	switch x := of.(type) {
	case *ast.StructType:
		return "a struct", true
	case *ast.Ident:
		return x.Name, structs[shape{own, x.Name}]
	case *ast.SelectorExpr:
		if pkg, ok := x.X.(*ast.Ident); ok {
			return pkg.Name + "." + x.Sel.Name, structs[shape{imported[pkg.Name], x.Sel.Name}]
		}
	case *ast.IndexExpr:
		return named(x.X, own, imported, structs)
	case *ast.StarExpr:
		return named(x.X, own, imported, structs)
	}
	return "", false
}

// What the rule above must see, and what it must let be.
func TestPlantedAnswersAreSeen(t *testing.T) {
	const declared = "package x\ntype Row struct{ A, B string }\ntype One struct{ A string }\n" +
		"type List []string\ntype Of[T any] struct{ A, B T }\n"
	for code, seen := range map[string]bool{
		`var _ = Row{"a", "b"}`:                                               true,
		`var _ = Row{A: "a", B: "b"}`:                                         false,
		`var _ = []Row{{"a", "b"}}`:                                           true,
		`var _ = map[string]*Row{"k": {"a", "b"}}`:                            true,
		`var _ = &Row{"a", "b"}`:                                              true,
		`var _ = Of[string]{"a", "b"}`:                                        true,
		`func f() any { return struct{ A, B int }{1, 2} }`:                    true,
		`var _ = func() []One { return []One{{A: string(Row{"a", "b"}.A)}} }`: true,
		`var _ = One{"a"}`:                                                    false,
		`var _ = List{"a", "b"}`:                                              false,
		`var _ = []string{"a", "b"}`:                                          false,
		`var _ = Row{}`:                                                       false,
	} {
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, "x.go", declared+code, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		structs := map[shape]bool{}
		shapesOf(file, structs)
		told := false
		byPosition(file, structs, func(token.Pos, string) { told = true })
		if told != seen {
			t.Errorf("%s: seen %v", code, told)
		}
	}
	for code, seen := range map[string]bool{
		`Row{A: r.B, B: r.A}`:              true,
		`Row{A: r.B, B: "fixed"}`:          true,
		`Row{A: print(r.B), B: r.B.UTC()}`: true,
		`Row{A: string(*r.B), B: r.B}`:     true,
		`Row{A: r.A, B: r.B}`:              false,
		`Row{A: r.C, B: r.B}`:              false,
		`Row{A: f(r.A, r.B), B: r.B}`:      false,
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "x.go", "package x\nvar _ = "+code, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		told := false
		crossed(file, func(token.Pos, string) { told = true })
		if told != seen {
			t.Errorf("%s: seen %v", code, told)
		}
	}
}
