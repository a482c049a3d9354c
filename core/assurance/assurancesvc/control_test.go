package assurancesvc_test

import (
	"slices"
	"sync"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/assurance"
	"zabuni.org/core/evaluation/evaluationsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/opening"
	"zabuni.org/core/party"
	"zabuni.org/core/sourcing"
)

// sampled is an opened category all of whose bids are checked twice, with two people
// who have declared to have no interest.
func sampled(t *testing.T, activity sourcing.Activity, bids int) *story.Category {
	t.Helper()
	c := opened(t, activity, bids)
	c.Must(c.TrySample(c.Officer, 100, 0))
	for _, a := range []access.Actor{c.Officer, c.Second} {
		c.Must(c.TryDeclareChecker(a, opening.InterestNone))
	}
	return c
}

func only[T any](_ T, err error) error { return err }

// From the first check to the second one, and what each person reads meanwhile.
func TestASecondCheckIsBlindUntilItStands(t *testing.T) {
	t.Parallel()
	c := sampled(t, sourcing.Prequalification, 1)
	bidder, a, b := c.Bidders[0], c.Officer, c.Second
	c.Is(only(c.TryTurn(b, bidder, assurance.Second)), assurance.Unfinished)
	c.Is(c.TryFinishCheck(a, bidder, assurance.First), assurance.Unchecked)
	c.Must(only(c.TryCheck(a, bidder, "Licence", valid, 0)))
	c.Must(c.TryFinishCheck(a, bidder, assurance.First))
	c.Is(c.TryFinishCheck(a, bidder, assurance.First), assurance.Finished)

	// Who found something first makes no second check, and reads none before it stands.
	c.Is(only(c.TryFind(a, bidder, assurance.Second, "Licence", valid, 0)), assurance.SamePerson)
	c.Is(only(c.TryTurn(a, bidder, assurance.Second)), assurance.SamePerson)
	c.Is(c.TryFinishCheck(a, bidder, assurance.Second), assurance.SamePerson)

	// Who makes the second check finds nothing of the first one.
	for _, turn := range []assurance.Turn{assurance.First, assurance.Second} {
		sheet, err := c.TryTurn(b, bidder, turn)
		c.Must(err)
		if cell := sheet.Cells[0]; cell.Check != nil || cell.Other != nil {
			t.Errorf("the %s sheet tells %+v and %+v", turn, cell.Check, cell.Other)
		}
	}
	c.Must(only(c.TryFind(b, bidder, assurance.Second, "Licence", expired, 0)))
	c.Is(only(c.TryCheck(b, bidder, "Licence", expired, 1)), assurance.SamePerson)
	desk, err := c.TryChecks(b)
	c.Must(err)
	if got := desk.Bids[0]; !got.Hidden || got.Failures != nil || got.State != assurance.Checked {
		t.Errorf("hidden is %v, failures %v, state %s", got.Hidden, got.Failures, got.State)
	}
	desk, err = c.TryChecks(a)
	c.Must(err)
	if got := desk.Bids[0]; got.Hidden || got.Failures != nil {
		t.Errorf("who found it valid is told: hidden %v, failures %v", got.Hidden, got.Failures)
	}

	// It stands: both read both, and neither changes.
	c.Must(c.TryFinishCheck(b, bidder, assurance.Second))
	for _, who := range []access.Actor{a, b} {
		sheet, err := c.TryTurn(who, bidder, assurance.Second)
		c.Must(err)
		if cell := sheet.Cells[0]; cell.Check.Verdict != assurance.Expired || cell.Other.Verdict != assurance.Valid || !sheet.Settled {
			t.Errorf("%+v beside %+v", cell.Check, cell.Other)
		}
	}
	c.Is(only(c.TryCheck(a, bidder, "Licence", expired, 1)), assurance.Finished)
	c.Is(only(c.TryFind(b, bidder, assurance.Second, "Licence", valid, 1)), assurance.Finished)

	// The second verdict sets the bid out.
	c.Must(c.TryDeclare(a, opening.InterestNone))
	c.Must(c.TryFinish(a))
	c.Must(c.TryComplete(a))
	want := []assurance.Failure{{Question: c.Questions["Licence"].ID, Verdict: assurance.Expired}}
	if got := c.Desk().Bids[0]; *got.TechnicalPass || !slices.Equal(got.Why.Failed, want) {
		t.Errorf("passed is %v by %v, want failed by %v", *got.TechnicalPass, got.Why.Failed, want)
	}
	c.Is(c.TrySample(a, 100, 1), assurance.Concluded)
	c.Is(c.TryGive(a, bidder, assurance.First, b.User, 2), assurance.Concluded)
	c.Is(c.TryFinishCheck(b, bidder, assurance.Second), assurance.Concluded)
}

// A colleague writes over what the first person found: the first person had a hand in
// it still, and makes no second check.
func TestWhoWasWrittenOverMakesNoSecondCheck(t *testing.T) {
	t.Parallel()
	c := sampled(t, sourcing.Prequalification, 1)
	bidder := c.Bidders[0]
	c.Must(only(c.TryCheck(c.Officer, bidder, "Licence", valid, 0)))
	c.Must(only(c.TryCheck(c.Second, bidder, "Licence", expired, 1)))
	c.Must(c.TryFinishCheck(c.Second, bidder, assurance.First))
	for _, a := range []access.Actor{c.Officer, c.Second} {
		c.Is(only(c.TryFind(a, bidder, assurance.Second, "Licence", valid, 0)), assurance.SamePerson)
	}
}

// Where nobody scores, the result waits for the second check of what was drawn; where
// people score, it waits for them alone.
func TestWhoWaitsForASecondCheck(t *testing.T) {
	t.Parallel()
	c := sampled(t, sourcing.SupplierRegistration, 1)
	bidder := c.Bidders[0]
	c.Must(only(c.TryCheck(c.Officer, bidder, "Licence", valid, 0)))
	c.Is(c.TryComplete(c.Officer), assurance.Uncontrolled)
	c.Must(c.TryFinishCheck(c.Officer, bidder, assurance.First))
	c.Must(only(c.TryFind(c.Second, bidder, assurance.Second, "Licence", valid, 0)))
	c.Is(c.TryComplete(c.Officer), assurance.Uncontrolled)
	c.Must(c.TryFinishCheck(c.Second, bidder, assurance.Second))
	c.Must(c.TryComplete(c.Officer))

	s := sampled(t, sourcing.Prequalification, 1)
	s.Must(s.TryDeclare(s.Officer, evaluationsvc.InterestNone))
	s.Must(s.TryFinish(s.Officer))
	s.Must(s.TryComplete(s.Officer)) // two have declared to check, and nothing is checked
}

// Who is given what: to those alone who have declared to have no interest, over the
// version that was seen.
func TestACheckIsGivenToWhoMayMakeIt(t *testing.T) {
	t.Parallel()
	c := sampled(t, sourcing.Prequalification, 1)
	bidder, a, b := c.Bidders[0], c.Officer, c.Second
	staff := c.Person("operator", access.Operator, uuid.Nil)
	c.Is(c.TryGive(a, bidder, assurance.First, staff.User, 0), assurance.NotChecker)
	c.Is(c.TryGive(staff, bidder, assurance.First, b.User, 0), party.ServiceOff)
	c.Must(c.TryGive(a, bidder, assurance.First, b.User, 0))
	c.Is(c.TryGive(a, bidder, assurance.First, a.User, 0), assurance.Changed)
	c.Is(only(c.TryCheck(a, bidder, "Licence", valid, 0)), assurance.NotYours)
	c.Is(c.TryGive(a, bidder, assurance.Second, b.User, 0), assurance.SamePerson)
	c.Must(c.TryGive(a, bidder, assurance.Second, a.User, 0))
	c.Must(only(c.TryCheck(b, bidder, "Licence", valid, 0)))
	c.Is(c.TryFinishCheck(a, bidder, assurance.First), assurance.NotYours)
	c.Must(c.TryFinishCheck(b, bidder, assurance.First))
	c.Is(c.TryGive(a, bidder, assurance.First, uuid.Nil, 3), assurance.Finished)
	desk, err := c.TryChecks(a)
	c.Must(err)
	first, second := desk.Bids[0].Parts[assurance.First], desk.Bids[0].Parts[assurance.Second]
	if first.Checker != b.User || first.FinishedBy != b.User || second.Checker != a.User || second.Mine != nil {
		t.Errorf("%+v and %+v", first, second)
	}
	c.Must(c.TryDeclareChecker(a, opening.InterestRecused))
	c.Is(only(c.TryFind(a, bidder, assurance.Second, "Licence", valid, 0)), assurance.Recused)
	c.Is(c.TryGive(b, bidder, assurance.Second, a.User, 1), assurance.NotChecker)
	c.Must(c.TryGive(b, bidder, assurance.Second, uuid.Nil, 1))
}

// Two people set the sample at once: one is told, and what both saw is kept once.
func TestTwoSetASampleAtOnce(t *testing.T) {
	t.Parallel()
	c := submitted(t, sourcing.Prequalification, 3)
	c.Is(c.TrySample(c.Officer, 101, 0), fault.Invalid)
	c.Is(c.TrySample(c.Officer, -1, 0), fault.Invalid)
	errs := make([]error, 2)
	var both sync.WaitGroup
	for i, a := range []access.Actor{c.Officer, c.Second} {
		both.Go(func() { errs[i] = c.TrySample(a, 30+i, 0) })
	}
	both.Wait()
	kept := slices.Index(errs, nil)
	if kept < 0 {
		t.Fatal(errs)
	}
	c.Is(errs[1-kept], assurance.Changed)
	c.Close()
	c.Open()
	c.Is(c.TrySample(c.Officer, 10, 1), assurance.Shrinks)
	c.Must(c.TrySample(c.Officer, 60, 1))
	desk, err := c.TryChecks(c.Officer)
	c.Must(err)
	root := desk.ClosingRoot
	var drawn, want []uuid.UUID
	var all []uuid.UUID
	for _, b := range desk.Bids {
		all = append(all, b.Submission)
		if b.Drawn {
			drawn = append(drawn, b.Submission)
		}
	}
	for _, b := range (assurance.Sample{Percent: 60}).Draw(root, all) {
		want = append(want, b)
	}
	slices.SortFunc(want, func(x, y uuid.UUID) int { return slices.Index(all, x) - slices.Index(all, y) })
	if len(root) != 32 || len(drawn) != 2 || !slices.Equal(drawn, want) || desk.Tally.Drawn != 2 {
		t.Errorf("drawn are %v by %x, want %v", drawn, root, want)
	}
}

// The job's categories with their samples, and whose doors are open alone; the operator
// while the buyer has bought it.
func TestTheControlOfAJob(t *testing.T) {
	t.Parallel()
	c := sampled(t, sourcing.Prequalification, 2)
	good, bad := c.Bidders[0], c.Bidders[1]
	for _, bidder := range []access.Actor{good, bad} {
		c.Must(only(c.TryCheck(c.Officer, bidder, "Licence", valid, 0)))
		c.Must(c.TryFinishCheck(c.Officer, bidder, assurance.First))
	}
	c.Must(only(c.TryFind(c.Second, good, assurance.Second, "Licence", valid, 0)))
	c.Must(only(c.TryFind(c.Second, bad, assurance.Second, "Licence", expired, 0)))
	c.Must(c.TryFinishCheck(c.Second, good, assurance.Second))
	c.Must(c.TryFinishCheck(c.Second, bad, assurance.Second))
	owner, job := c.Officer.Org, c.Job
	_, all, err := c.Assurance.Controls(t.Context(), c.Officer, owner, job)
	c.Must(err)
	want := assurance.Tally{Bids: 2, Checked: 2, Drawn: 2, Controlled: 2, Compared: 2, Agreed: 1}
	if len(all) != 1 || all[0].ID != c.ID || all[0].Tally != want || all[0].Sample.Percent != 100 || !all[0].Open {
		t.Fatalf("%+v, want %+v", all, want)
	}
	staff := c.Person("operator", access.Operator, uuid.Nil)
	c.Is(only3(c.Assurance.Controls(t.Context(), staff, owner, job)), party.ServiceOff)
	closed := false
	c.Must(c.Sourcing.SetDoor(t.Context(), c.Officer, owner, c.Second.User, c.ID, &closed))
	_, all, err = c.Assurance.Controls(t.Context(), c.Second, owner, job)
	c.Must(err)
	if len(all) != 0 {
		t.Errorf("through a closed door: %+v", all)
	}
}

func only3[T, U any](_ T, _ U, err error) error { return err }
