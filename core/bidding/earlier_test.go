package bidding

import (
	"encoding/json"
	"testing"

	"github.com/google/uuid"
)

// An answer is carried to the same question by what its choices say, not by their ids, and
// only where it is an answer there as well.
func TestAnAnswerIsCarriedByWhatItSays(t *testing.T) {
	id := func(n byte) uuid.UUID { return uuid.UUID{15: n} }
	list := func(ids ...uuid.UUID) string {
		raw, _ := json.Marshal(ids)
		return string(raw)
	}
	from := []Choice{{id(1), "Ten"}, {id(2), "Five "}, {id(3), "None"}}
	to := []Choice{{id(13), "NONE"}, {id(12), " five"}, {id(11), "ten"}}
	for _, x := range []struct{ response, value, want string }{
		{Text, "words", "words"},
		{Textbox, " words ", "words"},
		{Text, "", ""},
		{Number, "007.50", "7.5"},
		{Number, "seven", ""},
		{YesNo, "yes", "yes"},
		{YesNo, "true", ""},
		{Selection, id(2).String(), id(12).String()},
		{Selection, id(12).String(), ""},
		{Selection, "x", ""},
		{Checkboxes, list(id(1), id(3)), list(id(13), id(11))},
		{Checkboxes, list(id(1), id(4)), ""},
		{Checkboxes, list(), ""},
		{Checkboxes, "x", ""},
		{FileUpload, "paper.pdf", ""},
	} {
		got, ok := Carry(x.value, from, to, Question{Type: x.response, Options: []uuid.UUID{id(11), id(12), id(13)}})
		if ok != (x.want != "") || ok && got != x.want {
			t.Errorf("%s %q is carried as %q, %v; want %q", x.response, x.value, got, ok, x.want)
		}
	}
	if got, ok := Carry(id(1).String(), from, to[:2], Question{Type: Selection, Options: []uuid.UUID{id(12), id(13)}}); ok {
		t.Errorf("a choice that is not offered is carried as %q", got)
	}
}
