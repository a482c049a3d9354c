package assurance_test

import (
	"encoding/hex"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"zabuni.org/core/assurance"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/sourcing"
)

var (
	ann, ben, cho = uuid.New(), uuid.New(), uuid.New()
	bid, licence  = uuid.New(), uuid.New()
	first         = assurance.Part{Submission: bid, Turn: assurance.First}
	second        = assurance.Part{Submission: bid, Turn: assurance.Second}
	noon          = time.Date(2026, 9, 23, 12, 0, 0, 0, time.UTC)
)

// book is a book of one bid and one question.
func book(drawn bool, work map[assurance.Part]assurance.Work) assurance.Book {
	b := assurance.NewBook()
	b.Questions = []uuid.UUID{licence}
	if drawn {
		b.Drawn = []uuid.UUID{bid}
	}
	for p, w := range work {
		b.Work[p] = w
		if len(w.Hands) > 0 {
			verdict := assurance.Finding{Verdict: assurance.Valid}
			b.Checks[p.Turn][assurance.Answer{Submission: bid, Question: licence}] = assurance.Check{Finding: verdict, By: w.Hands[0]}
		}
	}
	return b
}

type works = map[assurance.Part]assurance.Work

func by(who uuid.UUID) assurance.Work { return assurance.Work{Hands: []uuid.UUID{who}} }
func doneBy(who uuid.UUID) assurance.Work {
	return assurance.Work{Hands: []uuid.UUID{who}, FinishedBy: who, FinishedAt: &noon}
}
func of(who uuid.UUID) assurance.Work { return assurance.Work{Checker: who} }

// Whom each check of a bid is for, and who reads what was found, at every step.
func TestNobodyMakesBothChecksOfABid(t *testing.T) {
	type may struct{ check, sees error }
	free, blind := may{}, may{sees: errors.New("hidden")}
	no := func(d *fault.Def) may { return may{check: d} }
	hidden := func(d *fault.Def) may { return may{check: d, sees: errors.New("hidden")} }
	for name, c := range map[string]struct {
		drawn bool
		work  works
		part  assurance.Part
		ann   may
		ben   may
		state assurance.State
	}{
		"nobody has begun":                {false, nil, first, free, free, assurance.Waiting},
		"it was given to Ann":             {false, works{first: of(ann)}, first, free, no(assurance.NotYours), assurance.Assigned},
		"Ann has begun":                   {false, works{first: by(ann)}, first, free, free, assurance.Waiting},
		"not drawn":                       {false, works{first: doneBy(ann)}, second, no(assurance.NotDrawn), no(assurance.NotDrawn), assurance.Done},
		"drawn, nobody has begun":         {true, nil, first, blind, blind, assurance.Waiting},
		"drawn, Ann has begun":            {true, works{first: by(ann)}, first, free, blind, assurance.Waiting},
		"drawn, Ann has not finished":     {true, works{first: by(ann)}, second, hidden(assurance.SamePerson), hidden(assurance.Unfinished), assurance.Waiting},
		"drawn, Ann has finished":         {true, works{first: doneBy(ann)}, second, hidden(assurance.SamePerson), blind, assurance.Checked},
		"drawn, Ann may mend hers":        {true, works{first: doneBy(ann)}, first, free, blind, assurance.Checked},
		"the second was given to Cho":     {true, works{first: doneBy(ann), second: of(cho)}, second, hidden(assurance.SamePerson), hidden(assurance.NotYours), assurance.Checked},
		"Ben has begun the second":        {true, works{first: doneBy(ann), second: by(ben)}, second, hidden(assurance.SamePerson), free, assurance.Checked},
		"Ben does not touch the first":    {true, works{first: doneBy(ann), second: by(ben)}, first, free, hidden(assurance.SamePerson), assurance.Checked},
		"both stand, the second is fixed": {true, works{first: doneBy(ann), second: doneBy(ben)}, second, no(assurance.SamePerson), no(assurance.Finished), assurance.Done},
		"both stand, so is the first":     {true, works{first: doneBy(ann), second: doneBy(ben)}, first, no(assurance.Finished), no(assurance.SamePerson), assurance.Done},
	} {
		b := book(c.drawn, c.work)
		for who, want := range map[uuid.UUID]may{ann: c.ann, ben: c.ben} {
			if err := b.MayCheck(c.part, who); (err == nil) != (want.check == nil) || err != nil && !errors.Is(err, want.check) {
				t.Errorf("%s: Ann is asking: %v: %v, want %v", name, who == ann, err, want.check)
			}
			if sees := b.Sees(c.part, who); sees != (want.sees == nil) {
				t.Errorf("%s: Ann is asking: %v: sees is %v", name, who == ann, sees)
			}
		}
		if got := b.State(bid); got != c.state {
			t.Errorf("%s: %s, want %s", name, got, c.state)
		}
	}
}

// A check is finished once, with every answer checked, and given only to whom it can be of.
func TestAPartIsFinishedOnceAndGivenToWhoMayMakeIt(t *testing.T) {
	for name, c := range map[string]struct {
		err  error
		want *fault.Def
	}{
		"an answer is missing":        {book(false, nil).MayFinish(first, ann), assurance.Unchecked},
		"all are there":               {book(false, works{first: by(ann)}).MayFinish(first, ann), nil},
		"a second time":               {book(false, works{first: doneBy(ann)}).MayFinish(first, ann), assurance.Finished},
		"somebody else's":             {book(false, works{first: of(ben)}).MayFinish(first, ann), assurance.NotYours},
		"given to Ann":                {book(false, nil).MayGive(first, ann), nil},
		"taken back":                  {book(false, works{first: of(ann)}).MayGive(first, uuid.Nil), nil},
		"given when finished":         {book(false, works{first: doneBy(ann)}).MayGive(first, ben), assurance.Finished},
		"the second of one undrawn":   {book(false, nil).MayGive(second, ben), assurance.NotDrawn},
		"the second to the first":     {book(true, works{first: by(ann)}).MayGive(second, ann), assurance.SamePerson},
		"the second to whose it is":   {book(true, works{first: of(ann)}).MayGive(second, ann), assurance.SamePerson},
		"the first to the second":     {book(true, works{second: of(ben)}).MayGive(first, ben), assurance.SamePerson},
		"the second to another one":   {book(true, works{first: by(ann)}).MayGive(second, ben), nil},
		"no result before the second": {book(true, works{first: doneBy(ann)}).Complete([]uuid.UUID{bid}), assurance.Uncontrolled},
		"nor without the first":       {book(true, nil).Complete([]uuid.UUID{bid}), assurance.Unchecked},
		"a result of both":            {book(true, works{first: doneBy(ann), second: doneBy(ben)}).Complete([]uuid.UUID{bid}), nil},
		"a result of one, undrawn":    {book(false, works{first: by(ann)}).Complete([]uuid.UUID{bid}), nil},
	} {
		if (c.err == nil) != (c.want == nil) || c.err != nil && !errors.Is(c.err, c.want) {
			t.Errorf("%s: %v, want %v", name, c.err, c.want)
		}
	}
}

// Two people differ: the second verdict counts once it is finished, and both are kept.
func TestTheSecondVerdictStands(t *testing.T) {
	answer := assurance.Answer{Submission: bid, Question: licence}
	for _, c := range []struct {
		first, second assurance.Verdict
		finished      bool
		counts        assurance.Verdict
		tally         assurance.Tally
	}{
		{assurance.Valid, assurance.Altered, false, assurance.Valid, assurance.Tally{Bids: 1, Checked: 1, Drawn: 1}},
		{assurance.Valid, assurance.Altered, true, assurance.Altered, assurance.Tally{Bids: 1, Checked: 1, Drawn: 1, Controlled: 1, Compared: 1}},
		{assurance.Expired, assurance.Valid, true, assurance.Valid, assurance.Tally{Bids: 1, Checked: 1, Drawn: 1, Controlled: 1, Compared: 1}},
		{assurance.Expired, assurance.Expired, true, assurance.Expired, assurance.Tally{Bids: 1, Checked: 1, Drawn: 1, Controlled: 1, Compared: 1, Agreed: 1}},
	} {
		again := by(ben)
		if c.finished {
			again = doneBy(ben)
		}
		b := book(true, works{first: doneBy(ann), second: again})
		for turn, v := range map[assurance.Turn]assurance.Verdict{assurance.First: c.first, assurance.Second: c.second} {
			b.Checks[turn][answer] = assurance.Check{Finding: assurance.Finding{Verdict: v}}
		}
		if got, _ := b.Stands(answer); got.Verdict != c.counts {
			t.Errorf("%s, then %s: %s counts, want %s", c.first, c.second, got.Verdict, c.counts)
		}
		if fails := len(b.Failures(bid)) > 0; fails != c.counts.Fatal() {
			t.Errorf("%s, then %s: fails is %v", c.first, c.second, fails)
		}
		if got := b.Tally([]uuid.UUID{bid}); got != c.tally {
			t.Errorf("%s, then %s: %+v, want %+v", c.first, c.second, got, c.tally)
		}
		if b.Checks[assurance.First][answer].Verdict != c.first || b.Checks[assurance.Second][answer].Verdict != c.second {
			t.Error("not both are kept")
		}
	}
}

// The draw of a fixed root as sha256sum has it, so that anybody repeats it.
func TestADrawIsRepeated(t *testing.T) {
	root := make([]byte, 32)
	root[0] = 7
	bids := make([]uuid.UUID, 5)
	for i := range bids {
		bids[i][15] = byte(i)
	}
	var lots []string
	for _, b := range (assurance.Sample{Percent: 50}).Draw(root, bids) {
		lot := assurance.Lot(root, b)
		lots = append(lots, hex.EncodeToString(lot[:4])+" of "+string('0'+rune(b[15])))
	}
	if want := []string{"2663d294 of 2", "66efd668 of 3", "b3f1eb5d of 1"}; !slices.Equal(lots, want) {
		t.Errorf("drawn are %v, want %v", lots, want)
	}
}

// Of any bids: as many as the per cent say, rounded up; the order in which they are
// read does not matter, and a larger sample holds the smaller one.
func TestASampleGrowsWithinItself(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		root := rapid.SliceOfN(rapid.Byte(), 32, 32).Draw(t, "root")
		bids := make([]uuid.UUID, rapid.IntRange(0, 40).Draw(t, "bids"))
		for i := range bids {
			bids[i] = uuid.UUID(rapid.SliceOfN(rapid.Byte(), 16, 16).Draw(t, "bid"))
		}
		few := rapid.IntRange(0, 100).Draw(t, "few")
		more := rapid.IntRange(few, 100).Draw(t, "more")
		small := assurance.Sample{Percent: few}.Draw(root, bids)
		large := assurance.Sample{Percent: more}.Draw(root, bids)
		if n := len(small); n*100 < len(bids)*few || (n-1)*100 >= len(bids)*few && n > 0 {
			t.Fatalf("%d of %d are no %d per cent", n, len(bids), few)
		}
		if !slices.Equal(small, large[:len(small)]) {
			t.Fatalf("%v is not the beginning of %v", small, large)
		}
		turned := slices.Clone(bids)
		slices.Reverse(turned)
		if !slices.Equal(assurance.Sample{Percent: few}.Draw(root, turned), small) {
			t.Fatal("drawn in another order, other bids")
		}
	})
}

// A sample is between none and all, as people like while the bids are sealed, afterwards
// more and never fewer, and fixed with the results.
func TestASampleIsSetBeforeTheResult(t *testing.T) {
	for _, c := range []struct {
		status  sourcing.Status
		judged  bool
		percent int
		want    *fault.Def
	}{
		{sourcing.Draft, false, -1, fault.Invalid},
		{sourcing.Draft, false, 101, fault.Invalid},
		{sourcing.Draft, false, 0, nil},
		{sourcing.Closed, false, 10, nil},
		{sourcing.TechnicalEvaluation, false, 19, assurance.Shrinks},
		{sourcing.TechnicalEvaluation, false, 20, nil},
		{sourcing.TechnicalEvaluation, false, 100, nil},
		{sourcing.TechnicalEvaluation, true, 100, assurance.Concluded},
		{sourcing.Evaluated, false, 100, assurance.Concluded},
		{sourcing.Cancelled, false, 100, assurance.Concluded},
	} {
		category := sourcing.Category{Activity: sourcing.Prequalification, Status: c.status}
		err := assurance.Sample{Percent: 20}.MayDraw(category, c.judged, c.percent)
		if (err == nil) != (c.want == nil) || err != nil && !errors.Is(err, c.want) {
			t.Errorf("20 to %d, %s, judged is %v: %v, want %v", c.percent, c.status, c.judged, err, c.want)
		}
	}
}
