package evaluationsvc_test

import (
	"errors"
	"maps"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/diligence"
	"zabuni.org/core/evaluation"
	"zabuni.org/core/evaluation/evaluationsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/party"
	"zabuni.org/core/platform/seal"
	"zabuni.org/core/platform/sign"
	"zabuni.org/core/sourcing"
)

// oneQuestion is a tender of one choice, one paper and one lorry.
func oneQuestion() story.Terms {
	return story.Terms{
		PassMark:  50,
		Technical: 50,
		Financial: 50,
		Sections: []story.Section{{
			Section: sourcing.Section{Name: "Experience"},
			Questions: []sourcing.Question{
				{
					Prompt:     "Years in trade",
					Response:   sourcing.Selection,
					MustAnswer: true,
					Scored:     true,
					MaxScore:   story.Points(10),
					Options:    []sourcing.Option{{Label: "Ten", Score: story.Points(10)}, {Label: "Five", Score: story.Points(5)}},
				},
				{Prompt: "Licence", Response: sourcing.FileUpload},
			},
		}},
		Items: []sourcing.Item{{Number: "1", Description: "Lorry", Unit: "each", Quantity: *story.Points(1)}},
	}
}

func tender(t *testing.T, bidders int) *story.Category {
	t.Helper()
	p, _ := sourcing.PolicyOf(sourcing.Tender)
	return story.New(t, bidders).Publish(p, oneQuestion())
}

// bids are ten or five years in trade and a price, one bid after the other.
func bids(c *story.Category, offers ...[2]string) {
	c.Helper()
	for i, o := range offers {
		a := c.Bidders[i]
		c.Pay(a)
		c.Bid(a, map[string]string{"Years in trade": o[0], "Licence": "licence.pdf"}, map[string]string{"1": o[1]})
		c.Submit(a)
	}
}

// signs gives the platform of a test a key to sign with.
func signs(c *story.Category) {
	c.Helper()
	var err error
	c.Evaluation.Signer, err = sign.NewAuthority(make([]byte, 32), append(make([]byte, 31), 1))
	c.Must(err)
}

// ofOneCategory names the methods of a service that are about something of an owner:
// an actor, the owner, and what it is.
func ofOneCategory(service any) (names []string) {
	actor, id := reflect.TypeFor[access.Actor](), reflect.TypeFor[uuid.UUID]()
	for m := range reflect.TypeOf(service).Methods() {
		if f := m.Type; f.NumIn() >= 5 && f.In(2) == actor && f.In(3) == id && f.In(4) == id {
			names = append(names, m.Name)
		}
	}
	return names
}

// Whom a category is closed to, neither reads of it nor does anything in it; nor do the
// operator's people where the buyer has not bought that they do its work, and what its
// own people alone do they never do.
func TestAClosedDoorIsAskedByEveryAct(t *testing.T) {
	t.Parallel()
	c := tender(t, 1)
	bids(c, [2]string{"Ten", "100"})
	c.Close()
	c.Open()
	signs(c)
	a, owner := c.Second, c.Officer.Org
	c.Must(c.TryDeclare(a, evaluationsvc.InterestNone))
	sheet, err := c.TrySheet(a)
	c.Must(err)
	bid := sheet.Bids[0].SubmissionID
	paper := sheet.Cells[bid][c.Questions["Licence"].ID].Files[0].BidFileID
	acts := map[string]func() error{
		"Participants": func() error { _, err := c.Reports.Participants(t.Context(), a, c.ID); return err },
		"Desk":         func() error { _, err := c.TryDesk(a); return err },
		"Sheet":        func() error { _, err := c.TrySheet(a); return err },
		"Origins":      func() error { _, err := c.Evaluation.Origins(t.Context(), a, owner, c.ID); return err },
		"Prices":       func() error { _, err := c.Evaluation.Prices(t.Context(), a, owner, c.ID); return err },
		"File":         func() error { _, _, _, err := c.Evaluation.File(t.Context(), a, owner, bid, paper); return err },
		"PaperSections": func() error {
			_, err := c.Evaluation.PaperSections(t.Context(), a, owner, c.ID)
			return err
		},
		"Confirm":     func() error { _, err := c.TryConfirm(a, seal.Financial); return err },
		"SignMinutes": func() error { return c.TrySign(a, seal.Technical) },
		"Declare":     func() error { return c.TryDeclare(a, evaluationsvc.InterestNone) },
		"PutMarks":    func() error { return c.TryMark(a) },
		"Finish":      func() error { return c.TryFinish(a) },
		"Rounds":      func() error { _, err := c.Evaluation.Rounds(t.Context(), a, owner, c.ID); return err },
		"Negotiate":   func() error { _, err := c.TryNegotiate(a, sourcing.RoundForm{}, bid); return err },
		"Complete":    func() error { return c.TryComplete(a) },
		"MayRefresh":  func() error { return c.Evaluation.MayRefresh(t.Context(), a, owner, c.ID) },
		"TryRefresh":  func() error { _, err := c.Evaluation.TryRefresh(t.Context(), a, owner, c.ID); return err },
		"Signing":     func() error { _, err := c.Evaluation.Signing(t.Context(), a, owner, c.ID); return err },
		"BeginReport": func() error { return c.Evaluation.BeginReport(t.Context(), a, owner, c.ID, "en") },
		"ReportPaper": func() error { _, _, err := c.Evaluation.ReportPaper(t.Context(), a, owner, c.ID); return err },
		"SignReport":  func() error { return c.Evaluation.SignReport(t.Context(), a, owner, c.ID, "", "report-at-a-door") },
		"AskPrice":    func() error { return askPrice(c, a, c.Bidders[0], story.Noon) },
		"DecidePrice": func() error { return decidePrice(c, a, c.Bidders[0], evaluation.PriceAccepted, 1) },
		"DecideVisit": func() error {
			_, err := c.Evaluation.DecideVisit(t.Context(), a, owner, bid, diligence.Decision{}, 0)
			return err
		},
	}
	for _, name := range append(ofOneCategory(c.Evaluation), ofOneCategory(c.Openings)...) {
		if acts[name] == nil {
			t.Errorf("whether %s asks the door is not tested", name)
		}
	}
	for _, open := range []string{"Participants", "Desk", "Sheet", "Origins", "Prices", "File", "PaperSections", "SignMinutes", "Declare", "PutMarks", "Rounds", "Signing"} {
		if err := acts[open](); err != nil {
			t.Errorf("%s before the door was closed: %v", open, err)
		}
	}
	closed := false
	c.Must(c.Sourcing.SetDoor(t.Context(), c.Officer, owner, a.User, c.ID, &closed))
	for name, act := range acts {
		t.Run(name, func(t *testing.T) {
			if err := act(); !errors.Is(err, sourcing.CategoryDenied) {
				t.Errorf("%v", err)
			}
		})
	}
	if _, err := c.TryDesk(c.Officer); err != nil {
		t.Errorf("closed to somebody else as well: %v", err)
	}

	a = c.Person("operator", access.Operator, uuid.Nil)
	own := []string{"Confirm", "SignMinutes", "Negotiate"}
	refused := func(when string, want *fault.Def, names ...string) {
		t.Helper()
		for _, name := range names {
			if err := acts[name](); !errors.Is(err, want) {
				t.Errorf("%s by the operator's people %s: %v", name, when, err)
			}
		}
	}
	sold := slices.DeleteFunc(slices.Sorted(maps.Keys(acts)), func(name string) bool {
		return name == "Participants" || slices.Contains(own, name)
	})
	refused("unbought", party.ServiceOff, sold...)
	refused("unbought", fault.Forbidden, own...)
	bought := party.Purchase{Service: party.ManagedSourcing, Starts: story.Noon.Add(-time.Hour)}
	c.Must(c.Party.SetServices(t.Context(), a, owner, []party.Purchase{bought}))
	for _, open := range []string{"Declare", "Desk", "Sheet", "Origins", "Prices", "File", "PaperSections", "PutMarks", "Rounds", "Signing"} {
		if err := acts[open](); err != nil {
			t.Errorf("%s by the operator's people: %v", open, err)
		}
	}
	refused("bought", fault.Forbidden, own...)
	c.Must(c.Party.SetServices(t.Context(), a, owner, nil))
	refused("bought no more", party.ServiceOff, sold...)
}
