package app_test

import (
	"encoding/json"
	"os"
	"testing"

	_ "zabuni.org/core/app" // links every vertical, so that their codes are declared
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/mail"
)

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
