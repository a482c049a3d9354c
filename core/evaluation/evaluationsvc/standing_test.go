package evaluationsvc_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/assurance"
	"zabuni.org/core/award"
	"zabuni.org/core/diligence"
	"zabuni.org/core/evaluation"
	"zabuni.org/core/evaluation/evaluationsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/opening"
	"zabuni.org/core/platform/seal"
	"zabuni.org/core/sourcing"
)

// toBarred is what each act of evaluation, opening and award says to a person who has
// an interest; free names those that show nothing of bids and decide nothing, with why.
var toBarred = map[string]*fault.Def{
	"Sheet":         evaluationsvc.Recused,
	"Prices":        evaluationsvc.Recused,
	"File":          evaluationsvc.Recused,
	"PaperSections": evaluationsvc.Recused,
	"PutMarks":      evaluationsvc.Recused,
	"Finish":        evaluationsvc.Recused,
	"Declare":       opening.DeclaredLate,
	"Negotiate":     opening.Apart,
	"Complete":      opening.Apart,
	"MayRefresh":    opening.Apart,
	"TryRefresh":    opening.Apart,
	"DecideVisit":   opening.Apart,
	"Signing":       opening.Apart,
	"BeginReport":   opening.Apart,
	"ReportPaper":   opening.Apart,
	"SignReport":    opening.Apart,
	"AskPrice":      opening.Apart,
	"DecidePrice":   opening.Apart,
	"Standing":      opening.Apart,
	"Recommend":     opening.Apart,
	"Award":         opening.Apart,
	"Preview":       opening.Apart,
	"Send":          opening.Apart,
	"Freezes":       opening.Apart,
	"Freeze":        opening.Apart,
	"AskEnd":        opening.Apart,
	"DecideEnd":     opening.Apart,
}

var free = map[string]string{
	"Desk":         "leaves prices and results out, as tested below",
	"Origins":      "leaves remarks out, as tested below",
	"Rounds":       "tells when rounds are, and of no offer",
	"Confirm":      "a word for an opening shows nothing, and the committee needs its number",
	"SignMinutes":  "likewise",
	"Templates":    "words of letters",
	"SaveTemplate": "words of letters",
	"Letter":       "has gone out to its bidder",
	"LetterPDF":    "has gone out to its bidder",
	"Letters":      "have gone out to their bidders",
}

// fixed is a tender with a result, with what each act of it is.
func fixed(t *testing.T, c *story.Category, a access.Actor) map[string]func() error {
	t.Helper()
	owner := c.Officer.Org
	sheet, err := c.TrySheet(c.Officer)
	c.Must(err)
	bid := sheet.Bids[0].SubmissionID
	paper := sheet.Cells[bid][c.Questions["Licence"].ID].Files[0].BidFileID
	return map[string]func() error{
		"Sheet":  func() error { _, err := c.TrySheet(a); return err },
		"Prices": func() error { _, err := c.Evaluation.Prices(t.Context(), a, owner, c.ID); return err },
		"File":   func() error { _, _, _, err := c.Evaluation.File(t.Context(), a, owner, bid, paper); return err },
		"PaperSections": func() error {
			_, err := c.Evaluation.PaperSections(t.Context(), a, owner, c.ID)
			return err
		},
		"PutMarks":    func() error { return c.TryMark(a) },
		"Finish":      func() error { return c.TryFinish(a) },
		"Declare":     func() error { return c.TryDeclare(a, evaluationsvc.InterestNone) },
		"Negotiate":   func() error { _, err := c.TryNegotiate(a, sourcing.RoundForm{}, bid); return err },
		"Complete":    func() error { return c.TryComplete(a) },
		"MayRefresh":  func() error { return c.Evaluation.MayRefresh(t.Context(), a, owner, c.ID) },
		"TryRefresh":  func() error { _, err := c.Evaluation.TryRefresh(t.Context(), a, owner, c.ID); return err },
		"AskPrice":    func() error { return askPrice(c, a, c.Bidders[0], story.Noon) },
		"DecidePrice": func() error { return decidePrice(c, a, c.Bidders[0], evaluation.PriceAccepted, 1) },
		"DecideVisit": func() error {
			_, err := c.Evaluation.DecideVisit(t.Context(), a, owner, bid, diligence.Decision{}, 0)
			return err
		},
		"Signing":     func() error { _, err := c.Evaluation.Signing(t.Context(), a, owner, c.ID); return err },
		"BeginReport": func() error { return c.Evaluation.BeginReport(t.Context(), a, owner, c.ID, "en") },
		"ReportPaper": func() error { _, _, err := c.Evaluation.ReportPaper(t.Context(), a, owner, c.ID); return err },
		"SignReport": func() error {
			return c.Evaluation.SignReport(t.Context(), a, owner, c.ID, "", "report-of-somebody-apart")
		},
		"Freezes": func() error { _, err := c.Awards.Freezes(t.Context(), a, owner, c.ID); return err },
		"Freeze":  func() error { return c.Awards.Freeze(t.Context(), a, owner, c.ID, award.Complaint{Reason: "r"}) },
		"AskEnd":  func() error { return c.Awards.AskEnd(t.Context(), a, owner, c.ID, award.Dismissed, "r") },
		"DecideEnd": func() error {
			return c.Awards.DecideEnd(t.Context(), a, owner, c.ID, story.Noon, true)
		},
		"Standing":  func() error { _, err := c.TryStanding(a); return err },
		"Recommend": func() error { return c.TryRecommend(a, &bid, "") },
		"Award":     func() error { _, err := c.TryAward(a, "en", "award-of-somebody-apart"); return err },
		"Preview":   func() error { _, err := c.TryPreview(a, c.Bidders[0].Org, award.Award, "en", false); return err },
		"Send": func() error {
			_, err := c.TrySend(a, award.Custom, []uuid.UUID{c.Bidders[0].Org}, "en", "letters-of-somebody-apart")
			return err
		},
	}
}

// Whoever has an interest or stepped back reads nothing of the bids and decides on
// nothing, whatever right they have; a new act is listed above.
func TestWhoIsApartHasNoHandInAnything(t *testing.T) {
	t.Parallel()
	w := story.New(t, 0)
	for _, name := range slices.Concat(ofOneCategory(w.Evaluation), ofOneCategory(w.Openings), ofOneCategory(w.Awards)) {
		if toBarred[name] == nil && free[name] == "" {
			t.Errorf("what %s is to somebody who stepped back is not told", name)
		}
	}
	for _, interest := range []string{evaluationsvc.InterestDeclared, evaluationsvc.InterestRecused} {
		for _, before := range []string{"scoring", "checking"} {
			c := tender(t, 2)
			bids(c, [2]string{"Ten", "100"}, [2]string{"Five", "90"})
			c.Close()
			c.Open()
			signs(c)
			a := c.Person("buyer", access.Buyer, c.Officer.Org)
			if before == "scoring" {
				c.Must(c.TryDeclareChecker(a, evaluationsvc.InterestNone))
				c.Must(c.Evaluation.Declare(t.Context(), a, a.Org, c.ID, interest, "my brother"))
			} else {
				c.Must(c.Assurance.Declare(t.Context(), a, a.Org, c.ID, interest, "my brother"))
			}
			c.Judge()
			c.Open()
			c.Judge()
			barred := func(c *story.Category, where string, acts map[string]func() error) {
				t.Helper()
				for name, act := range acts {
					want := toBarred[name]
					if before == "checking" && slices.Contains([]string{"File", "PaperSections", "DecideVisit"}, name) {
						want = assurance.Recused // by the word that was given there
					}
					if err := act(); !errors.Is(err, want) {
						t.Errorf("%s before %s, %s, %s: %v", interest, before, where, name, err)
					}
				}
				d, err := c.TryDesk(a)
				c.Must(err)
				if b := d.Bids[0]; d.Withheld != evaluationsvc.StoodApart || !d.Apart || d.Asks || b.Price != nil || b.ReadOut != nil || b.Rank != nil ||
					b.Technical != nil || b.Why != nil || b.Outcome != nil {
					t.Errorf("%s before %s, %s: %q, %+v", interest, before, where, d.Withheld, b)
				}
			}
			acts := fixed(t, c, a)
			if before == "checking" {
				delete(acts, "Declare") // of scoring: it would be the second word of one person
			}
			barred(c, "its category", acts)
			// A round is of the same bids: whoever is apart from them is apart in it.
			r := c.Negotiate(false, c.Bidders...)
			r.Offer(c.Bidders[0], map[string]string{"1": "80"})
			r.Offer(c.Bidders[1], map[string]string{"1": "70"})
			r.Close()
			r.Open()
			barred(r, "a round before its result", map[string]func() error{
				"Prices":   func() error { _, err := r.Evaluation.Prices(t.Context(), a, a.Org, r.ID); return err },
				"Complete": func() error { return r.TryComplete(a) },
			})
			r.Judge()
			barred(r, "a round", map[string]func() error{
				"Prices":     func() error { _, err := r.Evaluation.Prices(t.Context(), a, a.Org, r.ID); return err },
				"MayRefresh": func() error { return r.Evaluation.MayRefresh(t.Context(), a, a.Org, r.ID) },
				"TryRefresh": func() error { _, err := r.Evaluation.TryRefresh(t.Context(), a, a.Org, r.ID); return err },
				"Standing":   func() error { _, err := r.TryStanding(a); return err },
			})
		}
	}
}

// Whoever may judge and has declared nothing is shown no price and no result until the
// ranking stands; from then on they see what is decided on, and may recommend and award.
func TestWhoHasNotDeclaredSeesNothingBeforeTheResult(t *testing.T) {
	t.Parallel()
	c := tender(t, 1)
	c.Is(c.TryDeclare(c.Second, evaluationsvc.InterestNone), opening.NotOpened)
	bids(c, [2]string{"Ten", "100"})
	c.Close()
	c.Open()
	a, owner := c.Person("buyer", access.Buyer, c.Officer.Org), c.Officer.Org
	withheld := func(when string, want evaluationsvc.Withheld, asks bool) {
		t.Helper()
		d, err := c.TryDesk(a)
		c.Must(err)
		b := d.Bids[0]
		hidden := b.Price == nil && b.ReadOut == nil && b.Rank == nil && b.TechnicalPass == nil && b.Why == nil
		if d.Withheld != want || d.Asks != asks || hidden == (want == "" && !asks) || b.SupplierName == "" {
			t.Errorf("%s: %q, asked %v, %+v", when, d.Withheld, d.Asks, b)
		}
	}
	withheld("before anything is judged", "", true)
	c.Judge()
	withheld("judged", evaluationsvc.Undeclared, true)
	for _, person := range []access.Actor{c.Officer, c.Second} {
		_, err := c.TryConfirm(person, seal.Financial)
		c.Must(err)
	}
	withheld("priced", evaluationsvc.Undeclared, true)
	d, err := c.TryDesk(c.Second)
	c.Must(err)
	if b := d.Bids[0]; b.ReadOut == nil || b.Price != nil || b.Technical != nil || d.Withheld != evaluationsvc.Undeclared {
		t.Errorf("who opened the prices is shown what was read out, and no more: %q, %+v", d.Withheld, b)
	}
	_, err = c.Evaluation.Prices(t.Context(), a, owner, c.ID)
	c.Is(err, evaluationsvc.NotDeclared)
	rows, err := c.Evaluation.Prices(t.Context(), c.Officer, owner, c.ID)
	c.Must(err)
	if len(rows) != 1 {
		t.Errorf("who judges is shown %+v", rows)
	}
	c.Must(c.TryComplete(c.Officer))
	withheld("ranked", "", false)
	rows, err = c.Evaluation.Prices(t.Context(), a, owner, c.ID)
	c.Must(err)
	if len(rows) != 1 {
		t.Errorf("once there is a result: %+v", rows)
	}
	c.Is(c.TryDeclare(a, evaluationsvc.InterestNone), opening.DeclaredLate)
	c.Award()
}

// Whoever opened the prices sees what was read out there, as the opener that they were, and
// no more until they have declared; from the moment that they say that they are apart they
// see nothing of it, opener or not.
func TestWhoOpenedThePricesSeesWhatWasReadOut(t *testing.T) {
	t.Parallel()
	for _, interest := range []string{"", evaluationsvc.InterestDeclared, evaluationsvc.InterestRecused} {
		c := tender(t, 1)
		bids(c, [2]string{"Ten", "100"})
		c.Close()
		c.Open()
		c.Judge()
		c.Open()
		stranger := c.Person("buyer", access.Buyer, c.Officer.Org)
		if interest != "" {
			c.Must(c.Evaluation.Declare(t.Context(), c.Second, c.Officer.Org, c.ID, interest, "my brother"))
		}
		for who, a := range map[string]access.Actor{"opener": c.Second, "stranger": stranger} {
			d, err := c.TryDesk(a)
			c.Must(err)
			b := d.Bids[0]
			if want := who == "opener" && interest == ""; (b.ReadOut != nil) != want {
				t.Errorf("%s with interest %q: read out %v", who, interest, b.ReadOut)
			}
			if b.Price != nil || b.Rank != nil || b.FinancialScore != nil {
				t.Errorf("%s with interest %q sees %+v", who, interest, b)
			}
		}
	}
}
