package bidding

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/sourcing"
)

// Every response type takes what is an answer to it, as it is kept, and tells what is none.
func TestWhatAnAnswerMayBe(t *testing.T) {
	one, two, other := uuid.UUID{15: 1}, uuid.UUID{15: 2}, uuid.UUID{15: 3}
	seen := uuid.MustParse("01936b1e-abcd-7000-8000-0000000000ef") // its letters are written in two ways
	list := func(ids ...uuid.UUID) string {
		var out []string
		for _, id := range ids {
			out = append(out, `"`+id.String()+`"`)
		}
		return "[" + strings.Join(out, ",") + "]"
	}
	wrong, form := fault.NotAllowed, fault.BadFormat
	for _, x := range []struct{ response, value, kept, code string }{
		{Text, " words ", "words", ""},
		{Text, strings.Repeat("é", MaxText), strings.Repeat("é", MaxText), ""},
		{Text, strings.Repeat("é", MaxText+1), "", fault.TooLong},
		{Textbox, strings.Repeat("é", MaxTextbox), strings.Repeat("é", MaxTextbox), ""},
		{Textbox, strings.Repeat("é", MaxTextbox+1), "", fault.TooLong},
		{Textbox, " words ", "words", ""},
		{Selection, one.String(), one.String(), ""},
		{Selection, "{" + strings.ToUpper(seen.String()) + "}", seen.String(), ""},
		{Selection, other.String(), "", wrong},
		{Selection, "one", "", wrong},
		{Checkboxes, list(one), list(one), ""},
		{Checkboxes, strings.ToUpper(list(one, seen)), list(one, seen), ""},
		{Checkboxes, "[ \"" + strings.ReplaceAll(seen.String(), "-", "") + "\" ]", list(seen), ""},
		{Checkboxes, list(one, two), list(one, two), ""},
		{Checkboxes, list(), "", ""},
		{Checkboxes, list(one, other), "", wrong},
		{Checkboxes, list(other, other), "", wrong},
		{Checkboxes, "one", "", form},
		{Boolean, "true", "true", ""},
		{Boolean, "false", "false", ""},
		{Boolean, "yes", "", wrong},
		{TrueFalse, "true", "true", ""},
		{TrueFalse, "false", "false", ""},
		{TrueFalse, "maybe", "", wrong},
		{YesNo, "yes", "yes", ""},
		{YesNo, "no", "no", ""},
		{YesNo, "true", "", wrong},
		{Number, "007.50", "7.5", ""},
		{Number, "-3", "-3", ""},
		{Number, "seven", "", form},
		{FileUpload, "paper.pdf", "", wrong},
		{"song", "la", "", wrong},
	} {
		var f fault.Fields
		kept, is := Question{Type: x.response, Options: []uuid.UUID{one, two, seen}}.Check(&f, "/answers/7", x.value)
		if x.code != "" {
			if len(f) != 1 || f[0].Pointer != "/answers/7" || f[0].Code != x.code {
				t.Errorf("%s %.40q: %v, want %s", x.response, x.value, f, x.code)
			}
			continue
		}
		if len(f) > 0 || is != (x.kept != "") || is && kept != x.kept {
			t.Errorf("%s %.40q is %v, kept as %.40q: %v", x.response, x.value, is, kept, f)
		}
	}
	for _, response := range (sourcing.ResponseType("")).Values() {
		var f fault.Fields
		if kept, is := (Question{Type: response}).Check(&f, "/a", " \n"); kept != "" || is || len(f) > 0 {
			t.Errorf("%s: an empty answer is one: %q %v", response, kept, f)
		}
	}
}

// People read the labels of what was chosen, and everything else as it was written.
func TestAnAnswerIsReadByItsLabels(t *testing.T) {
	labels := map[string]string{"a": "Ten", "b": "Five"}
	for value, want := range map[string]string{
		"a":             "Ten",
		"c":             "c",
		`["a","b"]`:     "Ten, Five",
		`["b","c","a"]`: "Five, c, Ten",
		`[]`:            "",
		`[a bracket`:    "[a bracket",
		`"a"`:           `"a"`,
		"null":          "null",
	} {
		if got := Resolve(value, labels); got != want {
			t.Errorf("%s is read as %q, want %q", value, got, want)
		}
	}
	// Ids of before stand as they were sent.
	id := uuid.MustParse("01936b1e-abcd-7000-8000-0000000000ef")
	sent := strings.ToUpper(id.String())
	for _, value := range []string{sent, `["` + sent + `"]`, "{" + sent + "}"} {
		if got := Resolve(value, map[string]string{id.String(): "Ten"}); got != "Ten" {
			t.Errorf("%s is read as %q", value, got)
		}
	}
	if got, ok := Carry(sent, []Choice{{id, "Ten"}}, []Choice{{uuid.UUID{15: 1}, "ten"}}, Question{Type: Selection, Options: []uuid.UUID{{15: 1}}}); !ok || got != (uuid.UUID{15: 1}).String() {
		t.Errorf("%s is carried as %q", sent, got)
	}
}

// What is not there is told with its section, and items after questions.
func TestGapsSayWhereTheyAre(t *testing.T) {
	q, s, a, b := uuid.UUID{15: 1}, uuid.UUID{15: 2}, uuid.UUID{15: 3}, uuid.UUID{15: 4}
	p := State{Questions: []Question{{ID: q, Section: s, MustAnswer: true}}, Items: []uuid.UUID{a, b}}.Progress()
	if got, want := fmt.Sprint(p.Gaps), fmt.Sprint([]Gap{{Section: s, Question: q}, {Item: a}, {Item: b}}); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// An offer in a round may be kept or improved, line by line and in all, in either
// direction; each line that is worse or gone is named with what it was.
func TestWhatAnOfferInARoundMayBe(t *testing.T) {
	price := func(n int64) *money.Decimal {
		if n < 0 {
			return nil
		}
		v := money.New(n, 0)
		return &v
	}
	const none = -1
	for _, x := range []struct {
		best      sourcing.Direction
		last, now [2]int64 // of three pieces and of one
		want      string
	}{
		{sourcing.Lowest, [2]int64{10, 5}, [2]int64{10, 5}, ""},
		{sourcing.Lowest, [2]int64{10, 5}, [2]int64{9, 4}, ""},
		{sourcing.Lowest, [2]int64{10, 5}, [2]int64{11, 5}, "/prices/1 bidding.worse_line 1 10.0000; /total bidding.worse_total  35.0000"},
		{sourcing.Lowest, [2]int64{10, 5}, [2]int64{9, 6}, "/prices/2 bidding.worse_line 2 5.0000"},
		{sourcing.Lowest, [2]int64{10, 5}, [2]int64{10, none}, "/prices/2 bidding.line_gone 2 5.0000"},
		{sourcing.Lowest, [2]int64{10, none}, [2]int64{10, 1}, "/total bidding.worse_total  30.0000"},
		{sourcing.Lowest, [2]int64{10, none}, [2]int64{9, 3}, ""},
		{sourcing.Highest, [2]int64{10, 5}, [2]int64{10, 5}, ""},
		{sourcing.Highest, [2]int64{10, 5}, [2]int64{11, 6}, ""},
		{sourcing.Highest, [2]int64{10, 5}, [2]int64{11, 4}, "/prices/2 bidding.worse_line 2 5.0000"},
		{sourcing.Highest, [2]int64{10, 5}, [2]int64{9, 5}, "/prices/1 bidding.worse_line 1 10.0000; /total bidding.worse_total  35.0000"},
		{sourcing.Highest, [2]int64{10, none}, [2]int64{10, 1}, ""},
		{sourcing.Highest, [2]int64{10, 5}, [2]int64{none, 90}, "/prices/1 bidding.line_gone 1 10.0000"},
	} {
		var steps []Step
		for i, pieces := range []int64{3, 1} {
			steps = append(steps, Step{
				Item:     uuid.UUID{15: byte(i + 1)},
				Number:   fmt.Sprint(i + 1),
				Quantity: money.NewQuantity(pieces, 0),
				Last:     price(x.last[i]),
				Now:      price(x.now[i]),
			})
		}
		err := Improve(x.best, "KES", steps)
		var got []string
		if err != nil {
			for _, f := range fault.As(err).Fields {
				at := strings.Replace(f.Pointer, "00000000-0000-0000-0000-00000000000", "", 1)
				number := f.Params["number"]
				if number == nil {
					number = ""
				}
				got = append(got, fmt.Sprint(at, " ", f.Code, " ", number, " ", f.Params["last"]))
			}
		}
		if strings.Join(got, "; ") != x.want || err != nil && !errors.Is(err, Worse) {
			t.Errorf("%s %v after %v: %q, want %q", x.best, x.now, x.last, strings.Join(got, "; "), x.want)
		}
	}
}
