package award

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/letters"
	"zabuni.org/core/kernel/money"
)

// A Kind is a kind of letter.
type Kind string

// Kinds of the specification.
const (
	Award   Kind = "award"
	Regret  Kind = "regret"
	Success Kind = "success"
	Custom  Kind = "custom"
	DD      Kind = "dd"
)

// Kinds lists them in order.
var Kinds = []Kind{Award, Regret, Success, Custom, DD}

// Values lists them in order.
func (Kind) Values() []string { return closed.Values(Kinds...) }

// Placeholders are what a template may name; figures of a comparison exist only
// where bids have prices.
var Placeholders = []string{"supplier", "buyer", "job", "category", "reference", "score", "rank", "amount", "winner", "standstill_ends"}

var (
	mark   = regexp.MustCompile(`\{([^{}\n]*)\}`)
	priced = []string{"rank", "amount", "winner"}
	// What is known only once there is a decision; letters sent beside it cannot name it.
	decided = []string{"score", "rank", "amount", "winner", "standstill_ends"}
)

// A Template is the words of a job's letters of one kind.
type Template struct {
	Kind                             Kind
	Language                         string
	Subject, Body, Footer, Signature string
}

// Allowed are the placeholders of a kind where bids have prices, or have not.
func Allowed(k Kind, prices bool) []string {
	return slices.DeleteFunc(slices.Clone(Placeholders), func(name string) bool {
		return (!prices && slices.Contains(priced, name)) || ((k == Custom || k == DD) && slices.Contains(decided, name))
	})
}

// Check normalises a template and tells all that is wrong with it, unknown
// placeholders by their names.
func (t Template) Check(prices bool) (Template, error) {
	var f fault.Fields
	if !slices.Contains(Kinds, t.Kind) {
		f.Add("/kind", fault.NotAllowed)
	}
	if !slices.Contains(Languages(), t.Language) {
		f.Add("/language", fault.NotAllowed)
	}
	t.Subject = f.Line("/subject", t.Subject, 200)
	t.Body = f.Need("/body", strings.ReplaceAll(t.Body, "\r\n", "\n"), 8000)
	t.Footer = f.May("/footer", t.Footer, 300)
	t.Signature = f.May("/signature", strings.ReplaceAll(t.Signature, "\r\n", "\n"), 300)
	for _, x := range []struct{ pointer, text string }{{"/subject", t.Subject}, {"/body", t.Body}, {"/footer", t.Footer}, {"/signature", t.Signature}} {
		letters.Check(&f, x.pointer, x.text)
		for _, m := range mark.FindAllStringSubmatch(x.text, -1) {
			if !slices.Contains(Allowed(t.Kind, prices), m[1]) {
				f.Add(x.pointer, Placeholder, "name", m[1])
				break
			}
		}
	}
	return t, f.Err()
}

// Facts are what is recorded of a bid and of the decision: letters say these and
// nothing else.
type Facts struct {
	Supplier, Buyer, Job, Category, Reference string
	Currency                                  money.Currency
	Prices                                    bool // bids have prices
	Scores                                    bool // bids were scored
	Ranked                                    bool // bids have a place as wholes
	Nobody                                    bool // the category ends without a result
	Own                                       Result
	PassMark                                  money.Quantity
	Bids                                      int
	Winner                                    string // empty where all who passed are chosen
	WinnerPrice                               *money.Decimal
	Reason                                    string // why another than the best-ranked
	StandstillEnds                            time.Time
	DebriefDays                               int
	Zone                                      *time.Location
}

// A Figure is one line of a letter's table. Key names its words.
type Figure struct {
	Key, Value string
	Strong     bool
}

// A Letter is composed: nothing of it is a placeholder any more.
type Letter struct {
	Kind                                      Kind
	Language                                  string
	Subject, Body, Closing, Footer, Signature string
	Figures                                   []Figure
}

// Missing names what a letter of the kind must say and the facts do not hold.
func (f Facts) Missing(k Kind) []string {
	var out []string
	need := func(name string, there bool) {
		if !there {
			out = append(out, name)
		}
	}
	need("supplier", !blank(f.Supplier))
	need("buyer", !blank(f.Buyer))
	need("reference", !blank(f.Reference))
	if k == Custom || k == DD {
		return out
	}
	need("standstill_ends", !f.StandstillEnds.IsZero())
	if f.Nobody {
		need("reason", !blank(f.Reason))
		return out
	}
	if f.Prices {
		need("winner", !blank(f.Winner))
		need("amount", f.WinnerPrice != nil)
	}
	if f.Ranked {
		need("rank", k != Award || f.Own.Rank != nil)
	}
	return out
}

// Compose fills a template for one reader. What the law asks for is not left to
// the template: the table of figures and the closing words come from the facts.
func Compose(t Template, f Facts) (Letter, error) {
	if missing := f.Missing(t.Kind); len(missing) > 0 {
		return Letter{}, LetterIncomplete.New("%s", strings.Join(missing, ", ")).With("missing", missing)
	}
	w := catalogues[t.Language]
	values := f.values(t.Language)
	fill := func(text string) string {
		return mark.ReplaceAllStringFunc(text, func(m string) string { return values[strings.Trim(m, "{}")] })
	}
	l := Letter{Kind: t.Kind, Language: t.Language, Subject: fill(t.Subject), Body: fill(t.Body), Footer: fill(t.Footer), Signature: fill(t.Signature)}
	if t.Kind == Custom || t.Kind == DD {
		return l, nil
	}
	l.Figures = f.figures(t.Kind, t.Language)
	replace := strings.NewReplacer("{standstill_ends}", values["standstill_ends"], "{days}", strconv.Itoa(f.DebriefDays))
	var closing []string
	if f.Prices && !f.Nobody { // of a list, or of nothing, there is nothing that could be signed
		closing = append(closing, w.Closing.Standstill)
	}
	switch {
	case t.Kind == Regret && f.Nobody: // nothing stands still, and the day is named nowhere else
		closing = append(closing, w.Closing.DebriefNobody)
	case t.Kind == Regret:
		closing = append(closing, w.Closing.Debrief)
	}
	l.Closing = replace.Replace(strings.Join(closing, "\n\n"))
	return l, nil
}

func (f Facts) values(lang string) map[string]string {
	w := catalogues[lang]
	v := map[string]string{"supplier": f.Supplier, "buyer": f.Buyer, "job": f.Job, "category": f.Category, "reference": f.Reference,
		"winner": f.Winner, "rank": w.Words.NotRanked, "score": f.Own.Technical.Print(lang, 2)}
	if f.Own.Combined != nil {
		v["score"] = f.Own.Combined.Print(lang, 2)
	}
	if f.Own.Rank != nil {
		v["rank"] = strconv.Itoa(*f.Own.Rank)
	}
	if f.WinnerPrice != nil {
		v["amount"] = money.Amount{Value: *f.WinnerPrice, Currency: f.Currency}.Print(lang)
	}
	if !f.StandstillEnds.IsZero() {
		v["standstill_ends"] = f.moment(f.StandstillEnds)
	}
	return v
}

func (f Facts) moment(t time.Time) string {
	return t.In(f.Zone).Format("02-01-2006 03:04 PM (UTC-07:00)")
}

// figures are the reader's own scores and rank, and for who lost the winner's
// name and price (clause 43 of the standard tender document).
func (f Facts) figures(k Kind, lang string) []Figure {
	w, own := catalogues[lang].Words, f.Own
	var out []Figure
	add := func(key, value string) { out = append(out, Figure{Key: key, Value: value}) }
	amount := func(d money.Decimal) string { return money.Amount{Value: d, Currency: f.Currency}.Print(lang) }
	add("category", f.Category+" ("+f.Reference+")")
	if own.Price != nil {
		add("your_price", amount(*own.Price))
	}
	if f.Scores {
		technical := own.Technical.Print(lang, 2) + " / 100"
		if f.PassMark.Sign() > 0 {
			technical += " (" + w.PassMark + " " + f.PassMark.Print(lang, 2) + ")"
		}
		add("technical", technical)
	}
	if own.Financial != nil {
		add("financial", own.Financial.Print(lang, 2)+" / 100")
	}
	if own.Combined != nil {
		add("combined", own.Combined.Print(lang, 2)+" / 100")
	}
	if f.Ranked {
		if own.Rank != nil {
			add("rank", strings.NewReplacer("{rank}", strconv.Itoa(*own.Rank), "{bids}", strconv.Itoa(f.Bids)).Replace(w.RankOf))
		} else {
			add("rank", w.NotRanked)
		}
	}
	if k == Regret {
		add("why", Why(lang, f.Why()))
	}
	if f.Prices && !f.Nobody {
		out = append(out, Figure{"winner", f.Winner, true}, Figure{"amount", amount(*f.WinnerPrice), true})
	}
	if f.Reason != "" {
		add("reason", f.Reason)
	}
	if !f.Nobody {
		add("standstill_ends", f.moment(f.StandstillEnds))
	}
	return out
}

// Text is all that a letter says, for its hash.
func (l Letter) Text() string {
	parts := []string{string(l.Kind), l.Language, l.Subject, l.Body, l.Closing, l.Footer, l.Signature}
	for _, f := range l.Figures {
		parts = append(parts, f.Key, f.Value)
	}
	return strings.Join(parts, "\x00")
}

// Why a bid lost, as a code: no letter can hold two verdicts.
func (f Facts) Why() string {
	switch {
	case f.Own.FailedCheck != "":
		return f.Own.FailedCheck
	case !f.Own.TechnicalPass:
		return "technical"
	case f.Ranked && (!f.Own.Pass || f.Own.Rank == nil):
		return "not_ranked"
	case !f.Own.Pass:
		return "not_passed"
	case f.Nobody:
		return "nobody"
	case f.Own.Rank != nil && *f.Own.Rank == 1:
		return "decision"
	}
	return "rank"
}
