package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A pkg is what `go list` says of a package.
type pkg struct {
	ImportPath, Dir, Export            string
	GoFiles, TestGoFiles, XTestGoFiles []string
	Module                             *struct{ Main bool }
}

// A fault is a change of one place. Its texts hold %d where its number goes.
type fault struct {
	id         int
	area, file string // from the root
	line       int
	what       string
	from, to   int // bytes of the file
	text       string
	used       string // name of the query, whose uses are switched instead of the place
	query      string // its text with the fault
}

// packages lists those of the workspace.
func packages(ctx context.Context, dirs []string) ([]pkg, error) {
	c := exec.CommandContext(ctx, "go", append([]string{"list", "-export", "-deps", "-json=ImportPath,Dir,Export,GoFiles,TestGoFiles,XTestGoFiles,Module"}, dirs...)...)
	c.Stderr = os.Stderr
	raw, err := c.Output()
	if err != nil {
		return nil, err
	}
	var out []pkg
	d := json.NewDecoder(strings.NewReader(string(raw)))
	for {
		var p pkg
		switch err := d.Decode(&p); {
		case errors.Is(err, io.EOF):
			return out, nil
		case err != nil:
			return nil, err
		}
		out = append(out, p)
	}
}

// faultsOf finds all that could be planted in the packages of the workspace.
func faultsOf(root string, list []pkg) (out []fault, err error) {
	exports := map[string]string{}
	for _, p := range list {
		exports[p.ImportPath] = p.Export
	}
	fset := token.NewFileSet()
	imp := importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	for _, p := range list {
		if p.Module == nil || !p.Module.Main {
			continue
		}
		var files []*ast.File
		var paths []string
		wanted := false
		for _, name := range p.GoFiles {
			at := filepath.Join(p.Dir, name)
			f, err := parser.ParseFile(fset, at, nil, parser.ParseComments)
			if err != nil {
				return nil, err
			}
			rel, _ := filepath.Rel(root, at)
			files, paths = append(files, f), append(paths, rel)
			wanted = wanted || areaOf(rel) != ""
		}
		if !wanted {
			continue
		}
		info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}}
		if _, err := (&types.Config{Importer: imp}).Check(p.ImportPath, fset, files, info); err != nil {
			return nil, err
		}
		for i, f := range files {
			a := areaOf(paths[i])
			if a == "" {
				continue
			}
			src, err := os.ReadFile(filepath.Join(root, paths[i]))
			if err != nil {
				return nil, err
			}
			r := reader{fset: fset, info: info, src: src, area: a, file: paths[i]}
			if strings.HasSuffix(paths[i], ".sql.go") {
				r.queries(f)
			} else {
				ast.Walk(&r, f)
			}
			out = append(out, r.out...)
		}
	}
	return out, nil
}

// A reader finds the places of one file.
type reader struct {
	fset *token.FileSet
	info *types.Info
	src  []byte
	area string
	file string
	out  []fault
}

func (r *reader) text(n ast.Node) string {
	return string(r.src[r.fset.Position(n.Pos()).Offset:r.fset.Position(n.End()).Offset])
}

func (r *reader) add(n ast.Node, what, text string) {
	at := r.fset.Position(n.Pos())
	r.out = append(r.out, fault{area: r.area, file: r.file, line: at.Line, what: what, from: at.Offset, to: r.fset.Position(n.End()).Offset, text: text})
}

// esc keeps text of the program apart from where the number goes.
func esc(s string) string { return strings.ReplaceAll(s, "%", "%%") }

func (r *reader) set(n ast.Expr, to bool) {
	if r.isError(n) {
		return
	}
	r.add(n, fmt.Sprintf("%s is always %t", short(r.text(n)), to), fmt.Sprintf("planted.Set(%%d, %s, %t)", esc(r.text(n)), to))
}

func (r *reader) pick(n ast.Expr, wrong string) {
	r.add(n, short(r.text(n))+" is "+short(wrong), "planted.Pick(%d, "+esc(r.text(n))+", "+esc(wrong)+")")
}

func short(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if len(s) > 110 {
		s = s[:110] + "…"
	}
	return s
}

// isError is a condition about an error: what fails is another kind of fault.
func (r *reader) isError(n ast.Node) (is bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		if e, ok := n.(ast.Expr); ok {
			if t := r.info.Types[e].Type; t != nil && t.String() == "error" {
				is = true
			}
		}
		return !is
	})
	return is
}

var (
	edges = map[token.Token]string{token.LSS: "<=", token.LEQ: "<", token.GTR: ">=", token.GEQ: ">"}
	// nobody looks at these, or all would wait for ever
	noise = map[string]bool{"Lock": true, "Unlock": true, "RLock": true, "RUnlock": true, "Close": true, "Add": true, "Done": true, "Wait": true, "panic": true,
		"close": true, "cancel": true, "stop": true, "Stop": true, "Debug": true, "Info": true, "Warn": true, "Error": true, "Reset": true, "Helper": true, "delete": true, "Go": true, "Route": true, "Offer": true}
	maths = map[string]bool{"Add": true, "Sub": true, "Mul": true, "Div": true, "Round": true, "Neg": true, "Abs": true}
)

func (r *reader) Visit(n ast.Node) ast.Visitor {
	switch n := n.(type) {
	case *ast.DeferStmt, *ast.GoStmt:
		return nil
	case *ast.FuncDecl:
		if n.Name.Name == "String" || n.Name.Name == "Error" {
			return nil
		}
	case *ast.IfStmt:
		if b, ok := n.Cond.(*ast.BinaryExpr); !ok || b.Op != token.LAND && b.Op != token.LOR {
			r.set(n.Cond, true)
			r.set(n.Cond, false)
		}
	case *ast.CaseClause:
		for _, e := range n.List {
			if t := r.info.Types[e].Type; t != nil && t.String() == "bool" && r.info.Types[e].Value == nil {
				r.set(e, false)
			}
		}
	case *ast.BinaryExpr:
		r.binary(n)
	case *ast.CompositeLit:
		for _, e := range n.Elts {
			if kv, ok := e.(*ast.KeyValueExpr); ok {
				r.field(n, kv)
			}
		}
	case *ast.CallExpr:
		r.call(n)
	case *ast.ExprStmt:
		if c, ok := n.X.(*ast.CallExpr); ok && !noise[callee(c)] {
			r.add(n, "not done: "+short(r.text(n)), "if !planted.On(%d) { "+esc(r.text(n))+" }")
		}
	case *ast.AssignStmt:
		if len(n.Lhs) == 1 && len(n.Rhs) == 1 {
			r.skip(n.Rhs[0])
		}
	case *ast.ReturnStmt:
		if len(n.Results) == 1 {
			r.skip(n.Results[0])
		}
	}
	return r
}

func (r *reader) binary(n *ast.BinaryExpr) {
	t := r.info.Types[n]
	if t.Value != nil {
		return
	}
	side := func(e ast.Expr) types.TypeAndValue { return r.info.Types[e] }
	switch n.Op {
	case token.LAND, token.LOR:
		for _, e := range []ast.Expr{n.X, n.Y} {
			if b, ok := ast.Unparen(e).(*ast.BinaryExpr); !ok || b.Op != n.Op {
				r.set(e, n.Op == token.LAND)
			}
		}
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		r.pick(n, r.text(n.X)+" "+edges[n.Op]+" "+r.text(n.Y))
	case token.ADD, token.SUB, token.MUL, token.QUO:
		b, ok := t.Type.Underlying().(*types.Basic)
		if !ok || b.Info()&types.IsNumeric == 0 || side(n.X).Value != nil {
			return
		}
		r.pick(n, r.text(n.X))
	}
}

func (r *reader) field(of *ast.CompositeLit, kv *ast.KeyValueExpr) {
	t, v := r.info.Types[of].Type, r.info.Types[kv.Value]
	if _, ok := t.Underlying().(*types.Struct); !ok || v.Value != nil || v.IsNil() || v.Type == nil {
		return
	}
	switch v.Type.Underlying().(type) {
	case *types.Signature, *types.Interface:
		return
	}
	name := t.String()
	for _, not := range []string{"httpkit.", "fault.", "access.Guard", "find.Source", "catalog.", "huma."} {
		if strings.Contains(name, not) {
			return // what is offered and refused has tables of its own
		}
	}
	r.add(kv.Value, fmt.Sprintf("%s of %s is empty", r.text(kv.Key), name[strings.LastIndexByte(name, '/')+1:]), "planted.Zero(%d, "+esc(r.text(kv.Value))+")")
}

func callee(c *ast.CallExpr) string {
	switch f := c.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	}
	return ""
}

func (r *reader) call(n *ast.CallExpr) {
	s, ok := n.Fun.(*ast.SelectorExpr)
	if !ok || len(n.Args) != 1 {
		if callee(n) == "Compare" && len(n.Args) == 2 {
			r.pick(n, "-"+r.text(n))
		}
		return
	}
	of, is := r.info.Types[s.X].Type, r.info.Types[n].Type
	switch {
	case of == nil:
	case of.String() == "time.Time" && (s.Sel.Name == "Before" || s.Sel.Name == "After"):
		r.pick(n, "!"+r.text(n.Args[0])+"."+s.Sel.Name+"("+r.text(s.X)+")")
	case maths[s.Sel.Name] && is != nil && types.Identical(of, is):
		r.pick(n, r.text(s.X))
	}
}

// skip is for acts that say only whether they went wrong.
func (r *reader) skip(e ast.Expr) {
	c, ok := e.(*ast.CallExpr)
	if !ok || r.info.Types[e].Type == nil || r.info.Types[e].Type.String() != "error" || noise[callee(c)] {
		return
	}
	if s, ok := c.Fun.(*ast.SelectorExpr); ok {
		if id, ok := s.X.(*ast.Ident); ok {
			if p, ok := r.info.Uses[id].(*types.PkgName); ok && (p.Imported().Path() == "fmt" || p.Imported().Path() == "errors" || strings.HasSuffix(p.Imported().Path(), "/fault")) {
				return
			}
		}
		if t := r.info.Types[s.X].Type; t != nil && strings.Contains(t.String(), "fault.") {
			return
		}
	}
	r.add(e, "not done: "+short(r.text(e)), "planted.Skip(%d, func() error { return "+esc(r.text(e))+" })")
}

// queries are what stands in the constants that are generated from SQL.
func (r *reader) queries(f *ast.File) {
	for _, d := range f.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.CONST {
			continue
		}
		v := g.Specs[0].(*ast.ValueSpec)
		lit, ok := v.Values[0].(*ast.BasicLit)
		if !ok {
			continue
		}
		for _, one := range variants(strings.Trim(lit.Value, "`")) {
			at := r.fset.Position(v.Pos())
			r.out = append(r.out, fault{area: r.area, file: r.file, line: at.Line, what: v.Names[0].Name + ": " + short(one.what), from: at.Offset, to: at.Offset, used: v.Names[0].Name, query: one.text})
		}
	}
}
