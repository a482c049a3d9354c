package pg_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/pgtest"
)

// A text is found by each of its parts, and a sign of patterns finds itself alone.
func FuzzSought(f *testing.F) {
	db := pgtest.New(f)
	for _, s := range [][2]string{{"50% off", "0%"}, {"a_b", "_"}, {`C:\temp`, `\`}, {`\`, `\\`}, {"ውሃ ፓምፕ", "ፓ"}, {"x", "%"}, {"x", "_"}, {"xx", `x\`}, {"\xff", "\xff"}, {"a\x00b", "\x00"}, {"", ""}} {
		f.Add(s[0], s[1])
	}
	f.Fuzz(func(t *testing.T, text, search string) {
		text = strings.ReplaceAll(strings.ToValidUTF8(text, ""), "\x00", "")
		sought := pg.Sought(search)
		var found *bool
		if err := db.QueryRow(t.Context(), "SELECT $1::text LIKE '%' || $2::text || '%'", text, sought).Scan(&found); err != nil {
			t.Fatalf("%q in %q: %v", search, text, err)
		}
		switch {
		case sought == nil:
			if strings.Trim(strings.ToValidUTF8(search, ""), "\x00") != "" {
				t.Fatalf("%q is taken for nothing", search)
			}
		case utf8.ValidString(search) && !strings.Contains(search, "\x00") && *found != strings.Contains(text, search):
			t.Fatalf("%q in %q: found %v", search, text, *found)
		}
	})
}

// What people search for is an optional filter of LIKE by Sought, never as it was typed.
func TestSearchesAreLiteral(t *testing.T) {
	typed := regexp.MustCompile(`OrNil\([a-zA-Z.]*[sS]earch\)`)
	sought := regexp.MustCompile(`Sought\([a-zA-Z.]*[sS]earch\)`)
	seen := 0
	err := filepath.WalkDir("../..", func(path string, d os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(filepath.Dir(path), "svc") || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for n, line := range strings.Split(string(text), "\n") {
			if typed.MatchString(line) {
				t.Errorf("%s:%d: %s", path, n+1, strings.TrimSpace(line))
			}
			if sought.MatchString(line) {
				seen++
			}
		}
		return err
	})
	if err != nil || seen < 20 {
		t.Errorf("%d searches seen, %v", seen, err)
	}
}
