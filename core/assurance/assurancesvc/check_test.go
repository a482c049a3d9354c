package assurancesvc_test

import (
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/assurance"
	"zabuni.org/core/bidding"
	"zabuni.org/core/evaluation/evaluationsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/opening"
	"zabuni.org/core/party"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/sourcing"
)

var (
	valid   = assurance.Finding{Verdict: assurance.Valid}
	expired = assurance.Finding{Verdict: assurance.Expired, Note: "Ended on 3 May"}
)

// papers ask for a licence that is checked and for years that are scored, where
// there is scoring.
func papers() story.Terms {
	return story.Terms{
		PassMark:  50,
		Technical: 70,
		Financial: 30,
		Sections: []story.Section{{
			Section: sourcing.Section{Name: "Standing"},
			Questions: []sourcing.Question{
				{Prompt: "Licence", Response: sourcing.FileUpload, MustAnswer: true, QA: true},
				{
					Prompt:     "Years",
					Response:   sourcing.Selection,
					MustAnswer: true,
					Scored:     true,
					MaxScore:   story.Points(10),
					Options:    []sourcing.Option{{Label: "Ten", Score: story.Points(10)}, {Label: "Five", Score: story.Points(5)}},
				},
			},
		}},
		Items: []sourcing.Item{{Number: "1", Description: "Lorry", Unit: "each", Quantity: *story.Points(1)}},
	}
}

func first(bid uuid.UUID) assurance.Part {
	return assurance.Part{Submission: bid, Turn: assurance.First}
}

// submitted is a category of an activity with so many bids, each worth passing.
func submitted(t *testing.T, activity sourcing.Activity, bids int) *story.Category {
	t.Helper()
	p, _ := sourcing.PolicyOf(activity)
	c := story.New(t, bids).Publish(p, papers())
	for _, a := range c.Bidders {
		c.Pay(a)
		c.Bid(a, map[string]string{"Licence": "licence.pdf", "Years": "Ten"}, map[string]string{"1": "100"})
		c.Submit(a)
	}
	return c
}

func opened(t *testing.T, activity sourcing.Activity, bids int) *story.Category {
	t.Helper()
	c := submitted(t, activity, bids)
	c.Close()
	c.Open()
	return c
}

// Each refusal in its turn, until somebody may check.
func TestWhoMayCheckWhatAndWhen(t *testing.T) {
	t.Parallel()
	c := submitted(t, sourcing.SupplierRegistration, 1)
	a, bidder, owner := c.Second, c.Bidders[0], c.Officer.Org
	c.Must(c.TryDeclareChecker(a, opening.InterestNone))
	var sealed uuid.UUID
	c.Must(c.DB.QueryRow(t.Context(), "SELECT id FROM submission").Scan(&sealed))
	licence := c.Questions["Licence"].ID
	check := func(a access.Actor) error {
		_, err := c.Assurance.Check(t.Context(), a, owner, first(sealed), licence, valid, 0)
		return err
	}
	c.Is(check(a), opening.NotOpened)
	_, err := c.Assurance.Sheet(t.Context(), a, owner, sealed, assurance.First)
	c.Is(err, opening.NotOpened)
	c.Close()
	c.Is(check(a), opening.NotOpened)
	c.Open()

	c.Is(check(c.Officer), assurance.NotDeclared)
	_, err = c.TryCheckSheet(c.Officer, bidder)
	c.Is(err, assurance.NotDeclared)
	for _, interest := range []string{opening.InterestDeclared, opening.InterestRecused} {
		c.Must(c.Assurance.Declare(t.Context(), c.Officer, owner, c.ID, interest, "My brother's firm"))
		c.Is(check(c.Officer), assurance.Recused)
		_, err = c.TryCheckSheet(c.Officer, bidder)
		c.Is(err, assurance.Recused)
		c.Is(c.TryDeclareChecker(c.Officer, opening.InterestNone), assurance.Recused)
		c.Is(check(c.Officer), assurance.Recused)
	}
	c.Is(c.TryDeclareChecker(a, opening.InterestDeclared), fault.Invalid) // without saying which
	clerk := a
	clerk.Privileges = slices.DeleteFunc(slices.Clone(a.Privileges), func(p access.Privilege) bool { return p == access.EvaluateBids })
	c.Is(check(clerk), fault.Forbidden)
	c.Is(c.TryDeclareChecker(clerk, opening.InterestNone), fault.Forbidden)

	_, err = c.TryCheck(a, bidder, "Years", valid, 0)
	c.Is(err, assurance.NotAsked)
	_, err = c.Assurance.Check(t.Context(), a, owner, first(sealed), uuid.New(), valid, 0)
	c.Is(err, fault.NotFound)
	_, err = c.TryCheck(a, bidder, "Licence", assurance.Finding{Verdict: assurance.Missing}, 0)
	c.Is(err, fault.Invalid)
	c.Must(check(a))
	if n := c.Count("SELECT count(*) FROM evaluation_assignment"); n != 0 {
		t.Errorf("%d evaluators, whom a result would wait for", n)
	}
}

// Where answers are scored, whoever checks them holds up no result: neither who has declared and checked nothing yet, nor
// who has checked one bid of two and not finished it.
func TestACheckerHoldsUpNoTechnicalResult(t *testing.T) {
	t.Parallel()
	for name, check := range map[string]func(*story.Category){
		"declared": func(*story.Category) {},
		"checked half": func(c *story.Category) {
			_, err := c.TryCheck(c.Second, c.Bidders[0], "Licence", valid, 0)
			c.Must(err)
		},
	} {
		c := opened(t, sourcing.Tender, 2)
		c.Must(c.TryDeclareChecker(c.Second, opening.InterestNone))
		check(c)
		c.Must(c.TryDeclare(c.Officer, evaluationsvc.InterestNone))
		c.Is(c.TryComplete(c.Officer), evaluationsvc.NotFinal)
		c.Must(c.TryFinish(c.Officer))
		c.Must(c.TryComplete(c.Officer))
		if n := c.Count("SELECT count(*) FROM participation WHERE category_id = $1 AND status = $2", c.ID, bidding.StatusResponsive); n != 2 {
			t.Errorf("%s: %d of 2 have passed", name, n)
		}
	}
}

// The operator's people check while the buyer has bought that they do.
func TestTheOperatorChecksForWhoHasBoughtIt(t *testing.T) {
	t.Parallel()
	c := opened(t, sourcing.SupplierRegistration, 1)
	staff := c.Person("operator", access.Operator, uuid.Nil)
	c.Is(c.TryDeclareChecker(staff, opening.InterestNone), party.ServiceOff)
	_, err := c.TryChecks(staff)
	c.Is(err, party.ServiceOff)
	bought := []party.Purchase{{Service: party.ManagedSourcing, Starts: story.Noon.Add(-time.Hour)}}
	c.Must(c.Party.SetServices(t.Context(), staff, c.Officer.Org, bought))
	c.Must(c.TryDeclareChecker(staff, opening.InterestNone))
	_, err = c.TryCheck(staff, c.Bidders[0], "Licence", valid, 0)
	c.Must(err)
	desk, err := c.TryChecks(staff)
	c.Must(err)
	if len(desk.Bids) != 1 || desk.Bids[0].Parts[assurance.First].Done != 1 || !desk.Open || desk.Mine != opening.InterestNone {
		t.Errorf("%+v", desk)
	}
}

// Of two who saw the same, one is kept and the other is told.
func TestTwoCheckersAtOnce(t *testing.T) {
	t.Parallel()
	c := opened(t, sourcing.SupplierRegistration, 1)
	bidder := c.Bidders[0]
	people := []access.Actor{c.Officer, c.Second}
	bid, licence := c.Submission(bidder), c.Questions["Licence"].ID
	for round := range int32(3) {
		errs := make([]error, len(people))
		var both sync.WaitGroup
		for i, a := range people {
			c.Must(c.TryDeclareChecker(a, opening.InterestNone))
			both.Go(func() {
				_, errs[i] = c.Assurance.Check(t.Context(), a, c.Officer.Org, first(bid), licence, []assurance.Finding{valid, expired}[i], round)
			})
		}
		both.Wait()
		kept := slices.Index(errs, nil)
		if kept < 0 || !errors.Is(errs[1-kept], assurance.Changed) {
			t.Fatalf("round %d: %v", round, errs)
		}
		sheet, err := c.TryCheckSheet(c.Officer, bidder)
		c.Must(err)
		if k := sheet.Cells[0].Check; k == nil || k.By != people[kept].User || k.Version != round+1 {
			t.Fatalf("round %d: %+v, want what person %d found", round, k, kept)
		}
	}
}

// Where checks alone decide, all of them come first; thoughts may change until the
// results are made, and not after.
func TestChecksDecideWhereNobodyScores(t *testing.T) {
	t.Parallel()
	c := opened(t, sourcing.SupplierRegistration, 2)
	good, bad := c.Bidders[0], c.Bidders[1]
	c.Check(good, "Licence", assurance.Altered, "Another number than the registry's")
	err := c.TryComplete(c.Officer)
	c.Is(err, assurance.Unchecked)
	gap := "/" + c.Submission(bad).String() + "/" + c.Questions["Licence"].ID.String()
	if f := fault.As(err).Fields; len(f) != 1 || f[0].Pointer != gap {
		t.Fatalf("%v, want the gap %s", f, gap)
	}
	c.Check(bad, "Licence", assurance.Expired, "Ended on 3 May")
	c.Check(good, "Licence", assurance.Valid, "")
	c.Must(c.TryComplete(c.Officer))
	_, err = c.TryCheck(c.Second, good, "Licence", expired, 2)
	c.Is(err, assurance.Concluded)
	for _, b := range c.Desk().Bids {
		var want []assurance.Failure
		if b.SupplierID == bad.Org {
			want = []assurance.Failure{{Question: c.Questions["Licence"].ID, Verdict: assurance.Expired}}
		}
		if *b.TechnicalPass != (want == nil) || !slices.Equal(b.Why.Failed, want) {
			t.Errorf("passed is %v by %v, want %v", *b.TechnicalPass, b.Why.Failed, want)
		}
	}
	for _, r := range c.Standing().Results {
		if want := map[uuid.UUID]string{bad.Org: "expired"}[r.Supplier]; r.FailedCheck != want {
			t.Errorf("%s failed by %q, want %q", r.SupplierName, r.FailedCheck, want)
		}
	}
}

// Where people score as well, what is unchecked holds nobody up, and what was
// found untrue fails whatever it scored: its price is never opened.
func TestAFatalVerdictOutweighsTheScore(t *testing.T) {
	t.Parallel()
	c := opened(t, sourcing.Tender, 2)
	good, bad := c.Bidders[0], c.Bidders[1]
	c.Check(bad, "Licence", assurance.NotIssued, "The registry does not know it")
	c.Must(c.TryDeclare(c.Officer, opening.InterestNone))
	c.Must(c.TryFinish(c.Officer))
	c.Must(c.TryComplete(c.Officer))
	_, err := c.TryCheck(c.Second, bad, "Licence", valid, 1)
	c.Is(err, assurance.Concluded) // the prices are opened by this result
	c.Open()
	c.Must(c.TryComplete(c.Officer))
	for _, b := range c.Desk().Bids {
		passed := b.SupplierID == good.Org
		if *b.TechnicalPass != passed || (b.Price != nil) != passed || (b.Rank != nil) != passed {
			t.Errorf("%s: passed %v, price %v, rank %v", b.SupplierName, *b.TechnicalPass, b.Price, b.Rank)
		}
	}
	if made := c.Award(); made.StandstillEnds.IsZero() {
		t.Error("no standstill")
	}
	var why string
	c.Must(c.DB.QueryRow(t.Context(), `SELECT f.value FROM letter_figure f JOIN letter l ON l.id = f.letter_id
		WHERE l.supplier_id = $1 AND f.key = 'why'`, bad.Org).Scan(&why))
	if why != "Whom a document names as its issuer has not issued it." {
		t.Errorf("the letter says %q", why)
	}
}

// A checker reads the documents that are checked, and no other; who has declared
// nothing reads none.
func TestACheckerReadsWhatIsChecked(t *testing.T) {
	t.Parallel()
	c := opened(t, sourcing.SupplierRegistration, 1)
	c.Must(c.TryDeclareChecker(c.Second, opening.InterestNone))
	sheet, err := c.TryCheckSheet(c.Second, c.Bidders[0])
	c.Must(err)
	if len(sheet.Cells) != 1 || len(sheet.Cells[0].Files) != 1 {
		t.Fatalf("%+v", sheet.Cells)
	}
	read := func(a access.Actor) error {
		_, _, data, err := c.Evaluation.File(t.Context(), a, c.Officer.Org, sheet.Submission, sheet.Cells[0].Files[0].BidFileID)
		if err == nil && string(data) != string(story.PDF) {
			t.Error("another file")
		}
		return err
	}
	c.Must(read(c.Second))
	c.Is(read(c.Officer), evaluationsvc.NotDeclared)
	c.Must(c.Assurance.Declare(t.Context(), c.Officer, c.Officer.Org, c.ID, opening.InterestRecused, ""))
	c.Is(read(c.Officer), assurance.Recused)
	licence := c.Questions["Licence"].ID
	_, err = pgtest.Do(t.Context(), c.DB, "UPDATE question SET goes_qa = false WHERE id = $1", licence)
	c.Must(err)
	c.Is(read(c.Second), fault.Forbidden)
}

// Whom a category is closed to, neither reads its checks nor makes any.
func TestAClosedDoorIsAskedByEveryCheck(t *testing.T) {
	t.Parallel()
	c := opened(t, sourcing.SupplierRegistration, 1)
	a, bidder := c.Second, c.Bidders[0]
	c.Must(c.TryDeclareChecker(a, opening.InterestNone))
	bid := c.Submission(bidder)
	closed := false
	c.Must(c.Sourcing.SetDoor(t.Context(), c.Officer, c.Officer.Org, a.User, c.ID, &closed))
	_, err := c.TryChecks(a)
	c.Is(err, sourcing.CategoryDenied)
	_, err = c.Assurance.Sheet(t.Context(), a, c.Officer.Org, bid, assurance.First)
	c.Is(err, sourcing.CategoryDenied)
	_, err = c.Assurance.Check(t.Context(), a, c.Officer.Org, first(bid), c.Questions["Licence"].ID, valid, 0)
	c.Is(err, sourcing.CategoryDenied)
	c.Is(c.TryDeclareChecker(a, opening.InterestNone), sourcing.CategoryDenied)
	if _, err := c.TryChecks(c.Officer); err != nil {
		t.Errorf("closed to somebody else as well: %v", err)
	}
}
