package sheet

import (
	"embed"
	"fmt"
	"strings"

	"zabuni.org/core/kernel/locale"
)

//go:embed locales/*.json
var locales embed.FS

var sentences = locale.MustLoad[map[string]string](locales)

// Say returns the sentences of a language, English where there is none.
func Say(language string) func(code string, params map[string]any) string {
	texts, ok := sentences[language]
	if !ok {
		texts = sentences["en"]
	}
	return func(code string, params map[string]any) string {
		text := texts[code]
		// The bound is told where it is known, as on the screen.
		suffix := ""
		for _, name := range []string{"min", "max"} {
			if _, ok := params[name]; ok {
				suffix += "_" + name
			}
		}
		if more, ok := texts[code+suffix]; ok && suffix != "" {
			text = more
		}
		for name, v := range params {
			text = strings.ReplaceAll(text, "{{"+name+"}}", fmt.Sprint(v))
		}
		if text == "" {
			text = texts["field.unknown"]
		}
		return text
	}
}

// Sentence is what to correct in a row, in words.
func (r Row) Sentence(say func(string, map[string]any) string) string {
	out := make([]string, len(r.Faults))
	for i, f := range r.Faults {
		out[i] = say(f.Code, f.Params)
		if example, ok := f.Params["expected"].(string); ok {
			out[i] += " (" + example + ")"
		}
		if f.Column != "" {
			out[i] = say("column."+f.Column, nil) + ": " + out[i]
		}
	}
	return strings.Join(out, "\n")
}
