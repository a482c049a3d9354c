package boq

import (
	"embed"
	"fmt"
	"strings"

	"zabuni.org/core/kernel/locale"
)

//go:embed locales/*.json
var locales embed.FS

var sentences = locale.MustLoad[map[string]string](locales)

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
