package assurance_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/assurance"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/opening"
	"zabuni.org/core/sourcing"
)

// A verdict by which a bid fails says what it rests on; one that lets it pass need not.
func TestAFatalVerdictNeedsItsEvidence(t *testing.T) {
	for _, c := range []struct {
		verdict assurance.Verdict
		note    string
		fatal   bool
		wrong   string
	}{
		{assurance.Valid, "", false, ""},
		{assurance.Valid, "seen at the registry", false, ""},
		{assurance.Expired, "", true, "/note"},
		{assurance.Expired, "   ", true, "/note"},
		{assurance.Expired, "ended on 3 May", true, ""},
		{assurance.NotIssued, "", true, "/note"},
		{assurance.Altered, "", true, "/note"},
		{assurance.Unreadable, "", true, "/note"},
		{assurance.Missing, "", true, "/note"},
		{"fine", "a word of somebody's own", true, "/verdict"},
		{assurance.Missing, strings.Repeat("x", 2001), true, "/note"},
	} {
		if c.verdict.Fatal() != c.fatal {
			t.Errorf("%s: fatal is %v", c.verdict, c.verdict.Fatal())
		}
		_, err := assurance.Finding{Verdict: c.verdict, Note: c.note}.Normal()
		at := ""
		if f := fault.As(err); err != nil && len(f.Fields) > 0 {
			at = f.Fields[0].Pointer
		}
		if at != c.wrong {
			t.Errorf("%s with a note of %d letters: %v", c.verdict, len(c.note), err)
		}
	}
}

// Checks are made while the category stands at the envelope that holds the
// answers and has no results: for every policy row and every status.
func TestChecksAreMadeBetweenOpeningAndResult(t *testing.T) {
	for _, p := range sourcing.Policies {
		e, holds := p.Holding(sourcing.Criteria)
		for i, status := range sourcing.Statuses {
			for _, judged := range []bool{false, true} {
				var want *fault.Def
				switch at := slices.Index(sourcing.Statuses, e.Opens); {
				case !p.Has(sourcing.QA) || !holds:
					want = sourcing.NoSuchStep
				case i < at:
					want = opening.NotOpened
				case i > at, judged:
					want = assurance.Concluded
				}
				err := assurance.May(sourcing.Category{Activity: p.Activity, Status: status}, judged)
				if (want == nil) != (err == nil) || want != nil && !errors.Is(err, want) {
					t.Errorf("%s that is %s, judged is %v: %v, want %v", p.Activity, status, judged, err, want)
				}
			}
		}
	}
}

// What is done, what fails and what is missing of two bids and two questions.
func TestABookTellsWhatIsMissingAndWhatFails(t *testing.T) {
	first, second, licence, insurance := uuid.New(), uuid.New(), uuid.New(), uuid.New()
	b := assurance.NewBook()
	b.Questions = []uuid.UUID{licence, insurance}
	found := func(bid, question uuid.UUID, v assurance.Verdict) {
		b.Checks[assurance.First][assurance.Answer{Submission: bid, Question: question}] = assurance.Check{Finding: assurance.Finding{Verdict: v}}
	}
	found(first, insurance, assurance.Expired)
	found(first, licence, assurance.Altered)
	found(second, licence, assurance.Valid)
	want := []assurance.Failure{{Question: licence, Verdict: assurance.Altered}, {Question: insurance, Verdict: assurance.Expired}}
	if got := b.Failures(first); !slices.Equal(got, want) {
		t.Errorf("%v, want them in the order of print", got)
	}
	if got := b.Failures(second); got != nil {
		t.Errorf("a valid answer fails: %v", got)
	}
	if b.DoneOf(first, assurance.First) != 2 || b.DoneOf(second, assurance.First) != 1 {
		t.Errorf("%d and %d checks", b.DoneOf(first, assurance.First), b.DoneOf(second, assurance.First))
	}
	err := b.Complete([]uuid.UUID{first, second})
	gap := "/" + second.String() + "/" + insurance.String()
	if f := fault.As(err); !errors.Is(err, assurance.Unchecked) || len(f.Fields) != 1 || f.Fields[0].Pointer != gap {
		t.Fatalf("%v, want the gap %s", err, gap)
	}
	found(second, insurance, assurance.Valid)
	if err := b.Complete([]uuid.UUID{first, second}); err != nil {
		t.Error(err)
	}
}
