package app_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	_ "zabuni.org/core/app" // links every vertical, so that their codes are declared
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/mail"
)

// A caller tells a refusal that may pass from one that will not by its kind: which
// kind a code has is read by a person before it changes.
func TestEveryCodeKeepsItsKind(t *testing.T) {
	kinds := [...]string{
		fault.KindInternal:        "internal",
		fault.KindInvalid:         "invalid",
		fault.KindUnauthenticated: "unauthenticated",
		fault.KindForbidden:       "forbidden",
		fault.KindNotFound:        "not found",
		fault.KindConflict:        "conflict",
		fault.KindPrecondition:    "precondition",
		fault.KindTooMany:         "too many",
		fault.KindTooLarge:        "too large",
		fault.KindUnsupported:     "unsupported",
		fault.KindUnavailable:     "unavailable",
	}
	var got strings.Builder
	for _, code := range fault.Codes() {
		if !strings.HasPrefix(code, "test.") { // of other tests of this package
			fmt.Fprintf(&got, "%s %s\n", code, kinds[fault.Of(code).Kind])
		}
	}
	const name = "testdata/kinds.golden"
	if *update {
		if err := os.WriteFile(name, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	before, now := strings.Split(string(want), "\n"), strings.Split(got.String(), "\n")
	for _, line := range now {
		if !slices.Contains(before, line) {
			t.Errorf("new or of another kind: %s", line)
		}
	}
	for _, line := range before {
		if !slices.Contains(now, line) {
			t.Errorf("gone or of another kind: %s", line)
		}
	}
}

// Every code that the server can answer has a sentence in every language.
func TestEveryCodeIsTranslated(t *testing.T) {
	codes := fault.Codes()
	if len(codes) < 60 {
		t.Fatalf("only %d codes are declared", len(codes))
	}
	for _, language := range mail.Languages() {
		raw, err := os.ReadFile("../../packages/i18n/src/locales/" + language + "/errors.json")
		if err != nil {
			t.Fatal(err)
		}
		var texts map[string]string
		if err := json.Unmarshal(raw, &texts); err != nil {
			t.Fatal(language, err)
		}
		for _, code := range codes {
			if texts[code] == "" {
				t.Errorf("%s has no sentence for %s", language, code)
			}
		}
	}
}
