package core_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// texts lists what a catalogue says, by where it stands.
func texts(value any, at string, out map[string]string) {
	switch v := value.(type) {
	case string:
		out[at] = v
	case map[string]any:
		for k, below := range v {
			texts(below, at+"."+k, out)
		}
	case []any:
		for i, below := range v {
			texts(below, fmt.Sprint(at, ".", i), out)
		}
	}
}

func catalogue(t *testing.T, file string) map[string]string {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var tree any
	if err := json.Unmarshal(raw, &tree); err != nil {
		t.Fatal(file, err)
	}
	out := map[string]string{}
	texts(tree, "", out)
	return out
}

var figure = regexp.MustCompile(`\{\{?[^}]*\}\}?`)

// What the server writes itself, letters, papers and workbooks, is written in every language: the same sentences, with the same
// figures, and none of them left in English. French and Portuguese share single words with it, such as "Version".
func TestWhatTheServerWritesIsTranslated(t *testing.T) {
	t.Parallel()
	folders := map[string]bool{}
	for _, pattern := range []string{"*/locales/en.json", "*/*/locales/en.json"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range found {
			folders[filepath.Dir(f)] = true
		}
	}
	if len(folders) < 7 {
		t.Fatalf("only %d catalogues", len(folders))
	}
	word := regexp.MustCompile(`\pL{2}`)
	for folder := range folders {
		en := catalogue(t, folder+"/en.json")
		for _, language := range []string{"am", "fr", "pt", "sw"} {
			own := catalogue(t, folder+"/"+language+".json")
			for at, text := range own {
				english, ok := en[at]
				said := strings.TrimSpace(figure.ReplaceAllString(text, ""))
				alone := !strings.ContainsFunc(said, unicode.IsSpace) && (language == "fr" || language == "pt")
				switch {
				case !ok:
					t.Errorf("%s: English has no %s", folder, at)
				case text == english && word.MatchString(said) && !alone:
					t.Errorf("%s: %s is left in English in %s: %q", folder, at, language, text)
				}
				has, wants := figure.FindAllString(text, -1), figure.FindAllString(english, -1)
				if slices.Sort(has); !slices.Equal(has, slices.Sorted(slices.Values(wants))) {
					t.Errorf("%s: %s of %s has the figures %q, English %q", folder, at, language, has, wants)
				}
			}
			for at := range maps.Keys(en) {
				if _, ok := own[at]; !ok {
					t.Errorf("%s: %s has no %s", folder, language, at)
				}
			}
		}
	}
}
