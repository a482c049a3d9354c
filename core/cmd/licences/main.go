// Licences writes THIRD-PARTY.txt: the licence texts of everything of others that our
// programs link and our browser files are built from, each text once. What is in it is
// asked of the module graph and of the lock file, so nothing is kept by hand.
package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

const file = "THIRD-PARTY.txt"

func main() {
	text, err := write(".")
	if err == nil {
		err = os.WriteFile(file, text, 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "licences:", err)
		os.Exit(1)
	}
}

// A work is something of others: a module or a package.
type work struct {
	name    string // with its version
	folder  string
	licence string // as its author calls it, where the text does not stand in the folder
}

// works lists what programs link and what browser files are built from.
func works(root string) ([]work, error) {
	linked, err := modules(root)
	if err != nil {
		return nil, err
	}
	built, err := packages(root)
	return slices.SortedFunc(slices.Values(append(linked, built...)), func(a, b work) int { return cmp.Compare(a.name, b.name) }), err
}

func modules(root string) ([]work, error) {
	found := map[string]work{}
	for _, tags := range []string{"", "demo"} {
		list := exec.Command("go", "list", "-deps", "-tags", tags, "-f", `{{with .Module}}{{.Path}} {{.Version}}	{{.Dir}}{{end}}`, "./apps/zabuni")
		list.Dir, list.Stderr = root, os.Stderr
		out, err := list.Output()
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(string(out)) {
			name, dir, ok := strings.Cut(strings.TrimSpace(line), "\t")
			if ok && !strings.HasPrefix(name, "zabuni.org/") {
				found[name] = work{name: name, folder: dir}
			}
		}
	}
	return slices.Collect(maps.Values(found)), nil
}

func packages(root string) ([]work, error) {
	raw, err := os.ReadFile(filepath.Join(root, "package-lock.json"))
	if err != nil {
		return nil, err
	}
	var lock struct {
		Packages map[string]struct {
			Version, License    string
			Dev, Optional, Link bool
		}
	}
	if err := json.Unmarshal(raw, &lock); err != nil {
		return nil, err
	}
	var out []work
	for at, p := range lock.Packages {
		_, name, ours := cutLast(at, "node_modules/")
		if ours && !p.Dev && !p.Optional && !p.Link && !strings.HasPrefix(name, "@types/") {
			out = append(out, work{name + " " + p.Version, filepath.Join(root, at), p.License})
		}
	}
	return out, nil
}

func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

var (
	licence = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents)([.-].*)?$`)
	blanks  = regexp.MustCompile(`\s+`)
)

// texts are what a work says of its licence, in the order of the names of its files.
func texts(w work) ([]string, error) {
	entries, err := os.ReadDir(w.folder)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, e := range entries {
		if e.IsDir() || !licence.MatchString(e.Name()) {
			continue
		}
		b, err := os.ReadFile(filepath.Join(w.folder, e.Name()))
		if err != nil {
			return nil, err
		}
		out = append(out, strings.TrimSpace(strings.ReplaceAll(string(b), "\r\n", "\n")))
	}
	if len(out) == 0 && w.licence != "" {
		out = append(out, "Licence: "+w.licence+" (its package holds no text)")
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s has no licence", w.name)
	}
	return out, nil
}

// write is the whole file: each text once, below the works that it is of.
func write(root string) ([]byte, error) {
	all, err := works(root)
	if err != nil {
		return nil, err
	}
	var order []string
	of, text := map[string][]string{}, map[string]string{}
	for _, w := range all {
		said, err := texts(w)
		if err != nil {
			return nil, err
		}
		for _, t := range said {
			same := blanks.ReplaceAllString(t, " ")
			if of[same] == nil {
				order = append(order, same)
				text[same] = t
			}
			of[same] = append(of[same], w.name)
		}
	}
	var out bytes.Buffer
	out.WriteString("Works of others in Zabuni's programs and browser files, and what they say of their licences.\nWritten by core/cmd/licences.\n")
	for _, same := range order {
		fmt.Fprintf(&out, "\n%s\n", strings.Repeat("=", 80))
		for _, name := range slices.Compact(of[same]) {
			fmt.Fprintf(&out, "* %s\n", name)
		}
		fmt.Fprintf(&out, "\n%s\n", text[same])
	}
	return out.Bytes(), nil
}
