//go:build data

package ocds

import (
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// plain is what a compiled release says, without what a null took away and what is empty.
func plain(n *node) any {
	switch n.kind {
	case object:
		out := map[string]any{}
		for i, name := range n.names {
			if m := plain(n.members[i]); m != nil {
				out[name] = m
			}
		}
		if len(out) == 0 {
			return nil
		}
		return out
	case array:
		out := []any{}
		for _, m := range n.members {
			out = append(out, plain(m))
		}
		if len(out) == 0 {
			return nil
		}
		return out
	case null:
		return nil
	case number:
		v, _ := strconv.ParseFloat(n.text, 64)
		return v
	case boolean:
		return n.text == "true"
	}
	return n.text
}

// Releases compile as the standard's own library compiles them. What it adds of its
// own (tag and id of the compiled release) is left out on both sides.
func TestReleasesCompileAsTheStandardsOwn(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(os.Getenv("ZABUNI_DATA"), "ocds-merge", "1.1", "*-compiled.json"))
	if err != nil || len(files) < 15 {
		t.Fatal(len(files), "files", err)
	}
	for _, file := range files {
		data, err := os.ReadFile(strings.TrimSuffix(file, "-compiled.json") + ".json")
		if err != nil {
			t.Fatal(err)
		}
		root, problems := parse(data)
		if root == nil {
			t.Fatal(file, problems)
		}
		slices.SortStableFunc(root.members, func(a, b *node) int { return dateOf(a).Compare(dateOf(b)) })
		oracle, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		compiled, _ := parse(oracle)
		want, _ := plain(compiled).(map[string]any)
		got, _ := plain(compile(root.members)).(map[string]any)
		for _, m := range []map[string]any{got, want} {
			maps.DeleteFunc(m, func(name string, _ any) bool { return name == "tag" || name == "id" })
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s:\n%v\n%v", filepath.Base(file), got, want)
		}
	}
}
