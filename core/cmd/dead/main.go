// Command dead finds what no program runs: functions, queries and packages that
// only tests call, or nobody does. It asks golang.org/x/tools/cmd/deadcode about
// the programs it is given, as they are deployed and with the demonstration:
//
//	dead -tool bin/deadcode -except core/cmd/dead/except.txt ./apps/zabuni/... ./core/cmd/...
//
// What has to stay all the same stands in the list of exceptions, each with its
// reason; one that nothing needs any more is an error as well.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
)

func main() {
	tool := flag.String("tool", "deadcode", "the deadcode `program`")
	list := flag.String("except", "", "`file` of what stays: a name, a tab, the reason, one a line")
	flag.Parse()
	if err := run(os.Stdout, *tool, *list, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "dead:", err)
		os.Exit(1)
	}
}

// builds are the tags of the programs that are asked about.
var builds = []string{"", "demo"}

func run(out io.Writer, tool, list string, programs []string) error {
	text, err := os.ReadFile(list)
	if err != nil {
		return err
	}
	answers := make([]answer, len(builds))
	var asking sync.WaitGroup
	for i, tags := range builds {
		asking.Go(func() { answers[i] = ask(tool, tags, programs) })
	}
	asking.Wait()
	dead, run := map[string]string{}, map[string]bool{}
	var own []pkg
	for _, a := range answers {
		if a.err != nil {
			return a.err
		}
		for name, at := range a.dead {
			dead[name] = at
		}
		for name := range a.run {
			run[name] = true
		}
		own = a.own
	}
	for _, p := range own {
		if !run[p.ImportPath] && len(p.GoFiles) > 0 && !p.forTests() {
			dead[p.ImportPath] = p.Dir
		}
	}
	for _, p := range own { // what is there for tests is theirs alone
		for name := range dead {
			if p.forTests() && strings.HasPrefix(name, p.ImportPath+".") {
				delete(dead, name)
			}
		}
	}
	findings := judge(dead, string(text))
	for _, f := range findings {
		fmt.Fprintln(out, f)
	}
	if len(findings) > 0 {
		return fmt.Errorf("%d findings", len(findings))
	}
	return nil
}

// An answer is what is dead in one build, by name, and where it stands.
type answer struct {
	dead map[string]string
	run  map[string]bool // the packages that programs are made of
	own  []pkg
	err  error
}

// A pkg is a package of this product.
type pkg struct {
	ImportPath, Dir  string
	GoFiles, Imports []string
}

// forTests: a package that imports testing is never part of a program.
func (p pkg) forTests() bool { return slices.Contains(p.Imports, "testing") }

func ask(tool, tags string, programs []string) (a answer) {
	a.dead, a.run = map[string]string{}, map[string]bool{}
	var found []struct {
		Path  string
		Funcs []struct {
			Name     string
			Position struct {
				File string
				Line int
			}
		}
	}
	raw, err := output(tool, append([]string{"-json", "-generated", "-tags=" + tags}, programs...)...)
	if err == nil {
		err = json.Unmarshal(raw, &found)
	}
	if err != nil {
		a.err = err
		return a
	}
	for _, p := range found {
		for _, f := range p.Funcs {
			a.dead[p.Path+"."+f.Name] = fmt.Sprintf("%s:%d", f.Position.File, f.Position.Line)
		}
	}
	raw, err = output("go", append([]string{"list", "-deps", "-tags=" + tags}, programs...)...)
	if err != nil {
		a.err = err
		return a
	}
	for name := range strings.FieldsSeq(string(raw)) {
		a.run[name] = true
	}
	raw, a.err = output("go", "list", "-tags="+tags, "-json=ImportPath,Dir,GoFiles,Imports", "work")
	for d := json.NewDecoder(bytes.NewReader(raw)); a.err == nil; {
		var p pkg
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if a.err = err; err == nil {
			a.own = append(a.own, p)
		}
	}
	return a
}

func output(name string, args ...string) ([]byte, error) {
	c := exec.Command(name, args...)
	c.Stderr = os.Stderr
	out, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return out, nil
}

// judge holds what is dead against the exceptions.
func judge(dead map[string]string, exceptions string) (findings []string) {
	excused := map[string]bool{}
	for line := range strings.Lines(exceptions) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		name, reason, _ := strings.Cut(line, "\t")
		switch {
		case strings.TrimSpace(reason) == "":
			findings = append(findings, name+": an exception without a reason")
		case excused[name]:
			findings = append(findings, name+": excused twice")
		case dead[name] == "":
			findings = append(findings, name+": the exception is not needed any more")
		}
		excused[name] = true
	}
	for name, at := range dead {
		if !excused[name] {
			findings = append(findings, fmt.Sprintf("%s: no program runs %s", at, name))
		}
	}
	slices.Sort(findings)
	return findings
}
