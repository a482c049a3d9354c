package evaluationhttp

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/assurance"
	"zabuni.org/core/evaluation/evaluationsvc"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/opening/openingsvc"
)

// A list without entries is an empty list: screens count what is in it.
func TestEmptyListsAreLists(t *testing.T) {
	desk := evaluationsvc.Desk{
		Sessions: make([]openingsvc.Session, 1),
		Bids:     []evaluationsvc.Bid{{}, {Why: &evaluationsvc.Explanation{}}},
	}
	sheet := evaluationsvc.Sheet{Desk: desk}
	for name, answer := range map[string]any{
		"a desk":                    deskOf(desk),
		"a desk of nothing":         deskOf(evaluationsvc.Desk{}),
		"a sheet":                   sheetOf(sheet),
		"a sheet without questions": sheetOf(evaluationsvc.Sheet{}),
	} {
		raw, err := json.Marshal(answer)
		if err != nil || strings.Contains(string(raw), ":null") {
			t.Errorf("%s, %v: %s", name, err, raw)
		}
	}
}

// What an opening has of moments are told apart: when it was asked for, when each
// gave a word and signed, when it was opened.
func TestEachMomentOfAnOpeningIsItsOwn(t *testing.T) {
	at := func(hour int) time.Time { return time.Date(2026, 11, 23, hour, 0, 0, 0, time.UTC) }
	opened, signed := at(3), at(4)
	got := deskOf(evaluationsvc.Desk{Sessions: []openingsvc.Session{{
		RequestedAt: at(1),
		OpenedAt:    &opened,
		People:      []openingsvc.Person{{At: at(2), SignedAt: &signed}},
	}}}).Openings[0]
	word := got.People[0]
	if !got.RequestedAt.Equal(at(1)) || !word.At.Equal(at(2)) || !got.OpenedAt.Equal(opened) || !word.SignedAt.Equal(signed) {
		t.Errorf("%+v", got)
	}
	question := uuid.New()
	failed := []assurance.Failure{{Question: question, Verdict: assurance.Expired}}
	bid := bidOf(evaluationsvc.Bid{Why: &evaluationsvc.Explanation{Failed: failed}})
	if len(bid.Failed) != 1 || bid.Failed[0].QuestionID != question || bid.Failed[0].Verdict != assurance.Expired {
		t.Errorf("%+v", bid.Failed)
	}
}

// A unit price is told with all its digits: of a thousand pieces the third and the
// fourth decide.
func TestAUnitPriceKeepsItsDigits(t *testing.T) {
	for _, typed := range []string{"0.0001", "0.0049", "1.2345", "99.9999", "1250.5000", "9999999999999999.9999"} {
		price, err := money.ParseDecimal(typed)
		if err != nil {
			t.Fatal(err)
		}
		if got := pricesOf([]evaluationsvc.PriceRow{{UnitPrice: price}}).Items[0].UnitPrice; got != typed {
			t.Errorf("%s is told as %s", typed, got)
		}
	}
}
