package core_test

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
)

var update = flag.Bool("update", false, "write the sums of what has just been generated")

const sumsFile = "sqlc.sum"

// TestSQLIsGenerated compares the queries, the schema and the Go made of them with
// the sums that `make generate` wrote: neither side changes without the other.
func TestSQLIsGenerated(t *testing.T) {
	made := regexp.MustCompile(`\.sql\.go$|/(db|models|copyfrom|batch)\.go$`)
	var from, to []string
	for _, pattern := range []string{"platform/migrations/*.sql", "*/internal/*db/*.sql", "platform/*/internal/*db/*.sql", "../sqlc.yaml"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatal(pattern, found, err)
		}
		from = append(from, found...)
	}
	for _, pattern := range []string{"*/internal/*db/*.go", "platform/*/internal/*db/*.go"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range found {
			if made.MatchString(f) {
				to = append(to, f)
			}
		}
	}
	if len(to) < 20 {
		t.Fatalf("only %d generated files found", len(to))
	}
	now := fmt.Sprintf("from %s\nto   %s\n", sumOf(t, from), sumOf(t, to))
	if *update {
		if err := os.WriteFile(sumsFile, []byte(now), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	written, err := os.ReadFile(sumsFile)
	if err != nil {
		t.Fatal(err)
	}
	if string(written) != now {
		t.Errorf("queries, schema or their Go have changed since `make generate`:\n%snow\n%s", written, now)
	}
}

func sumOf(t *testing.T, files []string) string {
	t.Helper()
	slices.Sort(files)
	h := sha256.New()
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(h, "%s %d\n", filepath.ToSlash(f), len(text))
		h.Write(text)
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}
