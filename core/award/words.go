package award

import (
	"embed"

	"zabuni.org/core/kernel/locale"
)

// Languages lists those a letter can be written in.
func Languages() []string { return []string{"en", "am", "fr", "pt", "sw"} }

// Text is the words that a template starts with.
type text struct {
	Subject string `json:"subject"`
	Body    string `json:"body"`
}

type words struct {
	Facts   string            `json:"facts"`
	Labels  map[string]string `json:"labels"`
	Closing struct {
		Standstill    string `json:"standstill"`
		Debrief       string `json:"debrief"`
		DebriefNobody string `json:"debrief_nobody"`
	} `json:"closing"`
	Words struct {
		PassMark  string            `json:"pass_mark"`
		NotRanked string            `json:"not_ranked"`
		RankOf    string            `json:"rank_of"`
		Why       map[string]string `json:"why"`
	} `json:"words"`
	Templates map[Kind]text `json:"templates"`
}

//go:embed locales/*.json
var files embed.FS

var catalogues = locale.MustLoad[words](files)

// Label names a figure in a language.
func Label(lang, key string) string { return catalogues[lang].Labels[key] }

// Why is the sentence of a reason by its code.
func Why(lang, code string) string { return catalogues[lang].Words.Why[code] }

// FactsHeading stands above the figures.
func FactsHeading(lang string) string { return catalogues[lang].Facts }

// Default is the template of a kind that nobody has written yet.
func Default(k Kind, lang string) Template {
	t := catalogues[lang].Templates[k]
	return Template{Kind: k, Language: lang, Subject: t.Subject, Body: t.Body, Footer: "{buyer}"}
}
