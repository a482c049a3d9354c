package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"zabuni.org/core/platform/seal"
)

// A file is checked with nothing beside it: no database, no keys of ours.
func TestAFileIsCheckedWithoutTheServer(t *testing.T) {
	dir := t.TempDir()
	example, err := os.ReadFile("../../core/platform/seal/testdata/proof.json")
	if err != nil {
		t.Fatal(err)
	}
	p, err := seal.ReadProof(example)
	if err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) string {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	other, err := seal.OpenNotary(t.TempDir(), "other.example/log")
	if err != nil {
		t.Fatal(err)
	}
	key := write("key", p.Key+"\n")
	for _, x := range []struct {
		name string
		args []string
		want int
	}{
		{"a proof", []string{write("proof.json", string(example))}, 0},
		{"a proof and its key", []string{write("proof.json", string(example)), p.Key}, 0},
		{"a proof and another key", []string{write("proof.json", string(example)), other.Key()}, 1},
		{"a proof that was changed", []string{write("changed.json", strings.Replace(string(example), "version 2", "version 3", 1))}, 1},
		{"a receipt and a file with the key", []string{write("receipt.txt", p.Receipt), key}, 0},
		{"a receipt without a key", []string{write("receipt.txt", p.Receipt)}, 1},
		{"a receipt that was changed", []string{write("changed.txt", strings.Replace(p.Receipt, "version 2", "version 3", 1)), key}, 1},
		{"a closing", []string{write("closing.txt", p.Closing.Note), key}, 0},
		{"a closing that was changed", []string{write("closing2.txt", strings.Replace(p.Closing.Note, "count 3", "count 4", 1)), key}, 1},
		{"a head", []string{write("head.txt", p.Log.Checkpoint), key}, 0},
		{"a head that was changed", []string{write("head2.txt", strings.Replace(p.Log.Checkpoint, "\n9\n", "\n8\n", 1)), key}, 1},
		{"nothing", []string{filepath.Join(dir, "nothing")}, 1},
		{"no proof", []string{write("no.json", "{}")}, 1},
		{"too much", []string{key, key, key}, 2},
	} {
		env := func(name string) string { return map[string]string{"DATA": dir}[name] }
		if got := do(t.Context(), append([]string{"verify"}, x.args...), env); got != x.want {
			t.Errorf("%s: ends with %d, not %d", x.name, got, x.want)
		}
	}
}

// HEADS is a folder of heads that were kept elsewhere; one that is not there is no reason to look less.
func TestKeptHeadsAreEveryFileOfTheirFolder(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"monday", "tuesday"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	heads, err := keptHeads(dir)
	if err != nil || len(heads) != 2 || string(heads[0]) != "monday" || string(heads[1]) != "tuesday" {
		t.Errorf("%q, %v", heads, err)
	}
	if heads, err := keptHeads(""); err != nil || heads != nil {
		t.Errorf("without the setting: %q, %v", heads, err)
	}
	if _, err := keptHeads(filepath.Join(dir, "nowhere")); err == nil {
		t.Error("a folder that is not there is passed over")
	}
}
