package core_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

// unclosed are the types of text on the wire that are no closed sets, each with its reason.
var unclosed = map[string]string{
	"money.Currency": "ISO 4217 grows without us",
	"geo.Code":       "so does ISO 3166",
	"day.Day":        "a date, as its format says",
}

// A type of text that stands on the wire knows all its values: the interface tells
// clients what they are. What is added later is found here.
func TestTextsOfATypeOfTheirOwnAreClosed(t *testing.T) {
	files := token.NewFileSet()
	texts, closed, parsed := map[string]bool{}, map[string]bool{}, []source{}
	sources(t, func(path, text string) {
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return
		}
		file, err := parser.ParseFile(files, path, text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		textTypes(file, texts, closed)
		if answering.MatchString(path) {
			parsed = append(parsed, source{path, file})
		}
	})
	seen, needed := 0, map[string]bool{}
	for _, s := range parsed {
		wireTypes(s.file, func(at token.Pos, name string) {
			if !texts[name] {
				return
			}
			if seen++; closed[name] {
				return
			}
			if needed[name] = true; unclosed[name] == "" {
				t.Errorf("%s: %s has no Values", files.Position(at), name)
			}
		})
	}
	for name := range unclosed {
		if !needed[name] {
			t.Errorf("%s is nowhere any more", name)
		}
	}
	if seen < 150 {
		t.Fatalf("only %d fields were looked at", seen)
	}
}

// textTypes adds the types of text that a file declares, and those whose values it lists.
func textTypes(file *ast.File, texts, closed map[string]bool) {
	ast.Inspect(file, func(n ast.Node) bool {
		switch x := n.(type) {
		case *ast.TypeSpec:
			if of, ok := x.Type.(*ast.Ident); ok && of.Name == "string" {
				texts[file.Name.Name+"."+x.Name.Name] = true
			}
		case *ast.FuncDecl:
			if x.Recv != nil && x.Name.Name == "Values" {
				if of, ok := x.Recv.List[0].Type.(*ast.Ident); ok {
					closed[file.Name.Name+"."+of.Name] = true
				}
			}
		}
		return true
	})
}

// wireTypes tells of the type of every field that travels, whatever it is a list of.
func wireTypes(file *ast.File, tell func(at token.Pos, name string)) {
	ast.Inspect(file, func(n ast.Node) bool {
		f, ok := n.(*ast.Field)
		if !ok || f.Tag == nil {
			return true
		}
		raw, _ := strconv.Unquote(f.Tag.Value)
		tag := reflect.StructTag(raw)
		if tag.Get("json")+tag.Get("query")+tag.Get("path") == "" {
			return true
		}
		of := f.Type
		for inner := of; inner != nil; inner = within(inner) {
			of = inner
		}
		switch x := of.(type) {
		case *ast.Ident:
			tell(f.Pos(), file.Name.Name+"."+x.Name)
		case *ast.SelectorExpr:
			if pkg, ok := x.X.(*ast.Ident); ok {
				tell(f.Pos(), pkg.Name+"."+x.Sel.Name)
			}
		}
		return true
	})
}

// within is what a pointer points to, and what a list or a map holds.
func within(of ast.Expr) ast.Expr {
	if p, ok := of.(*ast.StarExpr); ok {
		return p.X
	}
	return element(of)
}
