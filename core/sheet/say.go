package sheet

import (
	"embed"
	"encoding/json"
	"fmt"
	"strings"
)

//go:embed locales/*.json
var locales embed.FS

var sentences = load()

func load() map[string]map[string]string {
	all := map[string]map[string]string{}
	files, err := locales.ReadDir("locales")
	if err != nil {
		panic(err)
	}
	for _, f := range files {
		raw, err := locales.ReadFile("locales/" + f.Name())
		if err != nil {
			panic(err)
		}
		var texts map[string]string
		if err := json.Unmarshal(raw, &texts); err != nil {
			panic("sheet: " + f.Name() + ": " + err.Error())
		}
		all[strings.TrimSuffix(f.Name(), ".json")] = texts
	}
	return all
}

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
