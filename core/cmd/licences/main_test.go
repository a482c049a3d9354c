package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var entry = regexp.MustCompile(`^\* ([^ *]+ v?[0-9][^ ]*)\n$`)

// Whatever is linked or built in stands in THIRD-PARTY.txt at its version, and nothing else.
func TestEveryWorkOfOthersIsNamed(t *testing.T) {
	root := filepath.Join("..", "..", "..")
	all, err := works(root)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(root, file))
	if err != nil {
		t.Fatal(err)
	}
	var named []string
	for line := range strings.Lines(string(text)) {
		if m := entry.FindStringSubmatch(line); m != nil {
			named = append(named, m[1])
		}
	}
	for _, w := range all {
		if !slices.Contains(named, w.name) {
			t.Errorf("%s is missing: run `make generate`", w.name)
		}
	}
	for _, name := range named {
		if !slices.ContainsFunc(all, func(w work) bool { return w.name == name }) {
			t.Errorf("%s is not in any program: run `make generate`", name)
		}
	}
	if len(all) < 100 {
		t.Errorf("only %d works", len(all))
	}
}

// A face, a code list or a schema that the programs carry stands in NOTICE.
func TestEveryFaceIsInTheNotice(t *testing.T) {
	root := filepath.Join("..", "..", "..")
	notice, err := os.ReadFile(filepath.Join(root, "NOTICE"))
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{"core/platform/pdf/fonts", "packages/ui/src/fonts"} {
		entries, err := os.ReadDir(filepath.Join(root, folder))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if path := folder + "/" + e.Name(); strings.HasPrefix(e.Name(), "OFL") && !strings.Contains(string(notice), path) {
				t.Errorf("%s is not in NOTICE", path)
			}
		}
	}
	for path := range strings.FieldsFuncSeq(string(notice), func(r rune) bool { return strings.ContainsRune(" ()\n,", r) }) {
		if path = strings.TrimSuffix(path, "."); strings.HasPrefix(path, "core/") || strings.HasPrefix(path, "packages/") {
			if _, err := os.Stat(filepath.Join(root, path)); err != nil {
				t.Errorf("NOTICE names %s: %v", path, err)
			}
		}
	}
}
