package boq

import (
	"embed"
	"encoding/json"
	"fmt"
	"strings"
)

//go:embed locales/*.json
var locales embed.FS

var sentences = mustLoad()

func mustLoad() map[string]map[string]string {
	all := map[string]map[string]string{}
	for lang := range table {
		var s map[string]string
		b, err := locales.ReadFile("locales/" + lang + ".json")
		if err == nil {
			err = json.Unmarshal(b, &s)
		}
		if err != nil {
			panic("boq: " + lang + ": " + err.Error())
		}
		all[lang] = s
	}
	return all
}

// Say returns the sentences of issues in a language: those that the screen shows.
func Say(language string) func(code string, params map[string]any) string {
	words, ok := sentences[language]
	if !ok {
		words = sentences["en"]
	}
	return func(code string, params map[string]any) string {
		text := words[code]
		for name, v := range params {
			text = strings.ReplaceAll(text, "{{"+name+"}}", fmt.Sprint(v))
		}
		return text
	}
}
