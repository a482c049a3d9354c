package boq_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"zabuni.org/core/boq"
)

// The workbook says what the screen says, word for word.
func TestSentencesAreTheScreens(t *testing.T) {
	for _, lang := range []string{"en", "am", "fr", "pt", "sw"} {
		raw, err := os.ReadFile("../../packages/i18n/src/locales/" + lang + "/errors.json")
		if err != nil {
			t.Fatal(err)
		}
		var screen map[string]string
		if err := json.Unmarshal(raw, &screen); err != nil {
			t.Fatal(err)
		}
		say := boq.Say(lang)
		for _, code := range []string{boq.LineMissing, boq.LineUnknown, boq.LineTwice, boq.LineChanged, boq.LineOld, boq.LineGone, boq.LineNew, boq.Unpriced, boq.NotANumber, boq.Negative, boq.TooManyDigit, boq.TooLong} {
			if got := say(code, nil); got == "" || got != screen[code] {
				t.Errorf("%s in %s: %q, the screen says %q", code, lang, got, screen[code])
			}
		}
		if got := say(boq.LineTwice, map[string]any{"row": 7}); !strings.Contains(got, "7") || strings.Contains(got, "{{") {
			t.Errorf("%s: %q", lang, got)
		}
	}
	if boq.Say("xx")(boq.Negative, nil) != boq.Say("en")(boq.Negative, nil) {
		t.Error("no English for other languages")
	}
}
