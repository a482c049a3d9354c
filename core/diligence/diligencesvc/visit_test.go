package diligencesvc_test

import (
	"bytes"
	"image"
	"image/jpeg"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/assurance"
	"zabuni.org/core/award"
	"zabuni.org/core/diligence"
	"zabuni.org/core/diligence/diligencesvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/opening"
	"zabuni.org/core/party"
	"zabuni.org/core/platform/document"
	"zabuni.org/core/sourcing"
)

// yards are terms by which people score, and one claim is to be seen on site.
func yards() story.Terms {
	return story.Terms{
		PassMark:  50,
		Technical: 70,
		Financial: 30,
		Sections: []story.Section{{
			Section: sourcing.Section{Name: "Means"},
			Questions: []sourcing.Question{
				{Prompt: "Yard", Response: sourcing.Text, MustAnswer: true, DD: true},
				{Prompt: "Method", Response: sourcing.Text, MustAnswer: true, Scored: true, MaxScore: story.Points(100)},
			},
		}},
		Items: []sourcing.Item{{Number: "1", Description: "Lorry", Unit: "each", Quantity: *story.Points(1)}},
	}
}

// offered are bids of which the leader is overtaken where the cheapest does not count.
var offered = []struct{ score, price string }{{"92", "120"}, {"86", "100"}, {"70", "71"}}

type visits struct {
	*story.Category
	t *testing.T
}

// submitted is a category of an activity with so many of the bids.
func submitted(t *testing.T, activity sourcing.Activity, bids int) visits {
	t.Helper()
	p, _ := sourcing.PolicyOf(activity)
	c := story.New(t, bids).Publish(p, yards())
	for i, a := range c.Bidders {
		c.Pay(a)
		c.Bid(a, map[string]string{"Yard": "Godown 7", "Method": "By hand"}, map[string]string{"1": offered[i].price})
		c.Submit(a)
	}
	return visits{c, t}
}

func opened(t *testing.T, activity sourcing.Activity, bids int) visits {
	t.Helper()
	c := submitted(t, activity, bids)
	c.Close()
	c.Open()
	c.Must(c.declare(c.Officer))
	return c
}

func (v visits) declare(a access.Actor) error {
	return v.Diligence.Declare(v.t.Context(), a, v.Officer.Org, v.ID, opening.InterestNone, "")
}

func (v visits) plan(bidder access.Actor, seen int32) error {
	due := story.Noon.AddDate(0, 2, 0)
	_, err := v.Diligence.Plan(v.t.Context(), v.Officer, v.Officer.Org, v.Submission(bidder),
		diligence.Plan{At: &due, Place: "Godown 7, Enterprise Road", People: "J. Otieno"}, seen)
	return err
}

func (v visits) sheet(bidder access.Actor) diligencesvc.Sheet {
	v.Helper()
	s, err := v.Diligence.Sheet(v.t.Context(), v.Officer, v.Officer.Org, v.Submission(bidder))
	v.Must(err)
	return s
}

func (v visits) conduct(bidder access.Actor, in diligencesvc.Conducted) (diligencesvc.Stored, error) {
	return v.Diligence.Conduct(v.t.Context(), v.Officer, v.Officer.Org, v.Submission(bidder), in)
}

func (v visits) decide(bidder access.Actor, d diligence.Decision) error {
	_, err := v.Evaluation.DecideVisit(v.t.Context(), v.Officer, v.Officer.Org, v.Submission(bidder), d, v.sheet(bidder).Visit.Version)
	v.agree()
	return err
}

// agree holds every bid against its result: who is out is non-responsive, who has a place
// is ranked, and no bid says another thing than its result.
func (v visits) agree() {
	v.Helper()
	const sql = `SELECT coalesce(string_agg(p.status || ' is ' || r.outcome || ' with rank ' || coalesce(r.rank::text, 'none'), ', '), '')
		FROM bid_result r JOIN submission s ON s.id = r.submission_id JOIN participation p ON p.id = s.participation_id
		WHERE r.category_id = $1 AND p.status NOT IN ('winner', 'regret', 'qualified')
		  AND p.status <> CASE WHEN r.outcome = 'fail' THEN 'non_responsive' WHEN r.rank IS NOT NULL THEN 'ranked' ELSE 'responsive' END`
	var differ string
	v.Must(v.DB.QueryRow(v.t.Context(), sql, v.ID).Scan(&differ))
	if differ != "" {
		v.Errorf("bids and their results differ: %s", differ)
	}
}

// said answers a question as a device does that has seen nothing.
func (v visits) said(question uuid.UUID, value string) diligencesvc.Change {
	return diligencesvc.Change{Question: question, Answer: diligence.Answer{Value: value, Note: "Seen", At: story.Noon}}
}

// visited is a bidder whose visit is summed up.
func (v visits) visited(bidder access.Actor) {
	v.Helper()
	v.Must(v.plan(bidder, v.sheet(bidder).Visit.Version))
	for _, cell := range v.sheet(bidder).Cells {
		_, err := v.conduct(bidder, diligencesvc.Conducted{Changes: []diligencesvc.Change{v.said(cell.ID, "yes")}})
		v.Must(err)
	}
	_, err := v.Diligence.Find(v.t.Context(), v.Officer, v.Officer.Org, v.Submission(bidder), "As it says", v.sheet(bidder).Visit.Version)
	v.Must(err)
}

var failed = diligence.Decision{Outcome: diligence.Fail, Reason: "There is no yard at this place"}

// jpg is a photograph.
func jpg(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, image.NewGray(image.Rect(0, 0, 8, 8)), nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Each refusal in its turn, from the sealed bid to the recommendation.
func TestAVisitFromItsPlanToItsEnd(t *testing.T) {
	t.Parallel()
	v := submitted(t, sourcing.Tender, 3)
	a, owner, bidder := v.Officer, v.Officer.Org, v.Bidders[0]
	ctx := t.Context()
	var sealed uuid.UUID
	v.Must(v.DB.QueryRow(ctx, "SELECT id FROM submission WHERE supplier_id = $1", bidder.Org).Scan(&sealed))

	// What is asked can be thought of before; of whom, nobody knows.
	question := diligence.Question{Prompt: "How many lorries?", Kind: diligence.Number}
	_, err := v.Diligence.Ask(ctx, a, owner, v.ID, nil, question)
	v.Is(err, assurance.NotDeclared)
	v.Must(v.declare(a))
	lorries, err := v.Diligence.Ask(ctx, a, owner, v.ID, nil, question)
	v.Must(err)
	_, err = v.Diligence.Ask(ctx, a, owner, v.ID, &sealed, question)
	v.Is(err, opening.NotOpened)
	spare, err := v.Diligence.Ask(ctx, a, owner, v.ID, nil, diligence.Question{Prompt: "A fence?", Kind: diligence.YesNo})
	v.Must(err)
	v.Must(v.Diligence.Unask(ctx, a, owner, v.ID, spare))
	v.Is(v.Diligence.Unask(ctx, a, owner, v.ID, spare), fault.NotFound)
	_, err = v.Diligence.Plan(ctx, a, owner, sealed, diligence.Plan{}, 0)
	v.Is(err, opening.NotOpened)
	_, err = v.Diligence.Sheet(ctx, a, owner, sealed)
	v.Is(err, opening.NotOpened)
	v.Close()
	v.Open()

	clerk := a
	clerk.Privileges = slices.DeleteFunc(slices.Clone(a.Privileges), func(p access.Privilege) bool { return p == access.EvaluateBids })
	_, err = v.Diligence.Plan(ctx, clerk, owner, sealed, diligence.Plan{}, 0)
	v.Is(err, fault.Forbidden)
	_, err = v.Diligence.Plan(ctx, v.Second, owner, sealed, diligence.Plan{}, 0)
	v.Is(err, assurance.NotDeclared)
	own, err := v.Diligence.Ask(ctx, a, owner, v.ID, &sealed, diligence.Question{Prompt: "Who owns the yard?", Kind: diligence.Text})
	v.Must(err)

	// Without a visit nothing is found.
	_, err = v.conduct(bidder, diligencesvc.Conducted{Changes: []diligencesvc.Change{v.said(lorries, "12")}})
	v.Is(err, diligence.NotNow)
	v.Is(v.decide(bidder, failed), diligence.NotNow)
	past := story.Noon
	_, err = v.Diligence.Plan(ctx, a, owner, sealed, diligence.Plan{At: &past, Place: "Godown 7"}, 0)
	v.Is(err, fault.Invalid)
	version, err := v.Diligence.Plan(ctx, a, owner, sealed, diligence.Plan{}, 0)
	v.Must(err)
	v.Is(v.plan(bidder, 0), diligence.Changed)
	v.Must(v.plan(bidder, version))

	// What a device sends again counts once; what another has found is not overwritten.
	arrival := &diligence.Arrival{Consent: true, Position: &diligence.Position{Latitude: -1.3, Longitude: 36.8}}
	v.Must(v.DB.QueryRow(ctx, "SELECT zabuni.clock()").Scan(&arrival.At))
	_, err = v.conduct(bidder, diligencesvc.Conducted{Arrival: &diligence.Arrival{At: arrival.At, Position: arrival.Position}})
	v.Is(err, fault.Invalid)
	sent := diligencesvc.Conducted{Arrival: arrival, Changes: []diligencesvc.Change{v.said(lorries, "12"), v.said(v.Questions["Yard"].ID, "no")}}
	stored, err := v.conduct(bidder, sent)
	v.Must(err)
	logged := v.Count("SELECT count(*) FROM audit_entry WHERE action = 'diligence.visit.conducted'")
	again, err := v.conduct(bidder, sent)
	v.Must(err)
	if !slices.Equal(stored.Versions, again.Versions) || len(again.Conflicts) != 0 || logged != 1 {
		t.Errorf("sent again: %+v, not %+v; %d entries", again, stored, logged)
	}
	if n := v.Count("SELECT count(*) FROM audit_entry WHERE action = 'diligence.visit.conducted'"); n != logged {
		t.Errorf("%d entries of what was sent twice", n)
	}
	other, err := v.conduct(bidder, diligencesvc.Conducted{Changes: []diligencesvc.Change{v.said(lorries, "14")}})
	v.Must(err)
	if len(other.Conflicts) != 1 || other.Conflicts[0].Value != "12" || other.Conflicts[0].Version != 1 {
		t.Errorf("what another found: %+v", other)
	}
	_, err = v.conduct(bidder, diligencesvc.Conducted{Changes: []diligencesvc.Change{v.said(v.Questions["Method"].ID, "yes")}})
	v.Is(err, fault.Invalid)
	v.Is(v.Diligence.Unask(ctx, a, owner, v.ID, lorries), diligence.Answered)

	photo := diligencesvc.Photo{ID: uuid.New(), Question: lorries, Name: "gate.jpg", Bytes: jpg(t)}
	v.Must(v.Diligence.AddPhoto(ctx, a, owner, sealed, photo))
	v.Must(v.Diligence.AddPhoto(ctx, a, owner, sealed, photo))
	photo.ID, photo.Bytes = uuid.New(), story.PDF
	v.Is(v.Diligence.AddPhoto(ctx, a, owner, sealed, photo), fault.Invalid)
	sheet := v.sheet(bidder)
	if len(sheet.Cells) != 3 || len(sheet.Cells[1].Photos) != 1 || sheet.Cells[0].Claim != "Godown 7" || !sheet.Cells[2].Own || *sheet.Visit.Latitude != -1300000 {
		t.Errorf("%+v", sheet)
	}
	if rest := v.sheet(v.Bidders[1]).Cells; len(rest) != 2 {
		t.Errorf("another bidder is asked %d", len(rest))
	}
	kept := sheet.Cells[1].Photos[0].ID
	_, err = v.Diligence.Photo(ctx, v.Second, owner, sealed, kept)
	v.Is(err, assurance.NotDeclared)
	got, err := v.Diligence.Photo(ctx, a, owner, sealed, kept)
	v.Must(err)
	if got.MediaType != "image/jpeg" {
		t.Error(got.MediaType)
	}
	_, err = v.Diligence.Photo(ctx, a, owner, v.Submission(v.Bidders[1]), kept)
	v.Is(err, document.Missing)

	find := func() error {
		_, err := v.Diligence.Find(ctx, a, owner, sealed, "No yard", v.sheet(bidder).Visit.Version)
		return err
	}
	v.Is(find(), diligence.Unanswered)
	_, err = v.conduct(bidder, diligencesvc.Conducted{Changes: []diligencesvc.Change{v.said(own, "Nobody")}})
	v.Must(err)
	v.Must(find())
	_, err = v.conduct(bidder, diligencesvc.Conducted{Changes: []diligencesvc.Change{v.said(own, "Somebody")}})
	v.Is(err, diligence.NotNow)
	v.Is(v.Diligence.RemovePhoto(ctx, a, owner, sealed, kept), diligence.NotNow)
	v.Is(v.decide(bidder, diligence.Decision{Outcome: diligence.Fail}), fault.Invalid)
	v.Must(v.decide(bidder, diligence.Decision{Outcome: diligence.Flag, Reason: "A small yard"}))
	if n := v.Count("SELECT count(*) FROM question WHERE prompt = 'How many lorries?'"); n != 0 {
		t.Error("a question of the visit stands among the published ones")
	}
}

// Who drops out after the prices are known does not turn the order of the others
// around: the best price stands, and both rankings are printed beside it.
func TestAFailedVisitPutsABidOut(t *testing.T) {
	t.Parallel()
	v := opened(t, sourcing.Tender, 3)
	var marks []story.Mark
	for i, a := range v.Bidders {
		marks = append(marks, story.Mark{Bidder: a, Prompt: "Method", Value: offered[i].score})
	}
	v.Judge(marks...)
	v.Open()
	v.Judge()
	const frozen = "SELECT best::text || basis::text FROM frozen_price WHERE category_id = $1"
	best := func() (s string) { v.Must(v.DB.QueryRow(t.Context(), frozen, v.ID).Scan(&s)); return s }
	was := best()
	v.visited(v.Bidders[2])
	v.Must(v.decide(v.Bidders[2], failed))
	if best() != was {
		t.Errorf("the best price was %s and is %s", was, best())
	}
	type places struct {
		rank, before, recomputed             int32
		combined, beforeScore, recomputedSum string
	}
	want := []places{{1, 1, 2, "82.15", "82.15", "89.40"}, {2, 2, 1, "81.50", "81.50", "90.20"}, {0, 3, 0, "", "79.00", ""}}
	for _, b := range v.Desk().Bids {
		i := slices.IndexFunc(v.Bidders, func(a access.Actor) bool { return a.Org == b.SupplierID })
		var got places
		if b.Rank != nil {
			got.rank, got.combined = *b.Rank, b.Combined.Rat().FloatString(2)
		}
		if s := b.Why.Before; s != nil {
			got.before, got.beforeScore = s.Rank, s.Score
		}
		if s := b.Why.Recomputed; s != nil {
			got.recomputed, got.recomputedSum = s.Rank, s.Score
		}
		if got != want[i] {
			t.Errorf("bid %d is %+v, not %+v", i, got, want[i])
		}
		if out := i == 2; out != (*b.Outcome == "fail") || out != (b.Why.Left == "visit_failed") {
			t.Errorf("bid %d: %s, %q", i, *b.Outcome, b.Why.Left)
		}
	}
	loser := v.Submission(v.Bidders[2])
	v.Is(v.TryRecommend(v.Officer, &loser, "It is cheap"), award.NotEligible)

	// Decided otherwise, it is in again.
	v.Must(v.decide(v.Bidders[2], diligence.Decision{Outcome: diligence.Clear}))
	for _, b := range v.Desk().Bids {
		if b.Rank == nil || b.Why.Before != nil {
			t.Errorf("%s after all: %v", b.SupplierName, b.Why)
		}
	}
	v.Must(v.decide(v.Bidders[2], failed))
	v.Recommend()
	v.Is(v.decide(v.Bidders[2], diligence.Decision{Outcome: diligence.Clear}), diligence.Concluded)
	v.Is(v.plan(v.Bidders[1], 0), diligence.Concluded)
	letter, err := v.TryPreview(v.Officer, v.Bidders[2].Org, award.Regret, "en", false)
	v.Must(err)
	if i := slices.IndexFunc(letter.Letter.Figures, func(f award.Figure) bool { return f.Key == "why" }); i < 0 || !bytes.Contains([]byte(letter.Letter.Figures[i].Value), []byte("visit")) {
		t.Errorf("its letter says %+v", letter.Letter.Figures)
	}
}

// Before the prices are known a bid whose visit failed does not pass, and its price
// stays sealed; whoever opened the others' without it cannot take it back in.
func TestAVisitThatFailsBeforeThePricesAreKnown(t *testing.T) {
	t.Parallel()
	v := opened(t, sourcing.Tender, 3)
	v.Judge(story.Mark{Bidder: v.Bidders[0], Prompt: "Method", Value: "92"}, story.Mark{Bidder: v.Bidders[1], Prompt: "Method", Value: "86"},
		story.Mark{Bidder: v.Bidders[2], Prompt: "Method", Value: "70"})
	v.visited(v.Bidders[2])
	v.Must(v.decide(v.Bidders[2], failed))
	v.Open()
	v.Judge()
	for _, b := range v.Desk().Bids {
		if out := b.SupplierID == v.Bidders[2].Org; out != (b.Price == nil) || out != (b.Rank == nil) || b.Why.Before != nil {
			t.Errorf("%s: price %v, rank %v", b.SupplierName, b.Price, b.Rank)
		}
	}
	v.Is(v.decide(v.Bidders[2], diligence.Decision{Outcome: diligence.Clear}), diligence.Sealed)
}

// Where nobody has a place, who failed does not come on the list.
func TestAVisitDecidesWhoIsListed(t *testing.T) {
	t.Parallel()
	v := opened(t, sourcing.Prequalification, 2)
	v.Judge(story.Mark{Bidder: v.Bidders[0], Prompt: "Method", Value: "92"}, story.Mark{Bidder: v.Bidders[1], Prompt: "Method", Value: "86"})
	v.visited(v.Bidders[0])
	v.Must(v.decide(v.Bidders[0], failed))
	for _, r := range v.Standing().Results {
		if out := r.Supplier == v.Bidders[0].Org; r.Pass == out || (r.FailedCheck == "visit") != out {
			t.Errorf("%s passes: %v, %q", r.SupplierName, r.Pass, r.FailedCheck)
		}
	}
}

// The operator's people visit while the buyer has bought that they do, and not because
// it has bought something else.
func TestTheOperatorVisitsForWhoHasBoughtIt(t *testing.T) {
	t.Parallel()
	v := opened(t, sourcing.Prequalification, 1)
	staff := v.Person("operator", access.Operator, uuid.Nil)
	buy := func(service party.ServiceName) {
		v.Must(v.Party.SetServices(t.Context(), staff, v.Officer.Org, []party.Purchase{{Service: string(service), Starts: story.Noon.Add(-time.Hour)}}))
	}
	buy(party.ManagedSourcing)
	err := v.declare(staff)
	v.Is(err, party.ServiceOff)
	if service := fault.As(err).Params["service"]; service != party.DueDiligence {
		t.Errorf("it names %v", service)
	}
	_, err = v.Diligence.Desk(t.Context(), staff, v.Officer.Org, v.ID)
	v.Is(err, party.ServiceOff)
	buy(party.DueDiligence)
	v.Must(v.declare(staff))
	_, err = v.Diligence.Plan(t.Context(), staff, v.Officer.Org, v.Submission(v.Bidders[0]), diligence.Plan{}, 0)
	v.Must(err)
	desk, err := v.Diligence.Desk(t.Context(), staff, v.Officer.Org, v.ID)
	v.Must(err)
	if len(desk.Bids) != 1 || *desk.Bids[0].Status != string(diligence.Planned) || len(desk.Claims) != 1 || !desk.Open {
		t.Errorf("%+v", desk)
	}
	_, err = v.TryChecks(staff)
	v.Is(err, party.ServiceOff) // papers are another service
}

func TestNobodyVisitsWhoHasWithdrawn(t *testing.T) {
	t.Parallel()
	v := submitted(t, sourcing.Prequalification, 2)
	var gone, bid uuid.UUID
	v.Must(v.DB.QueryRow(t.Context(), "SELECT s.id, s.participation_id FROM submission s WHERE s.supplier_id = $1", v.Bidders[1].Org).Scan(&gone, &bid))
	v.Must(v.TryWithdraw(v.Bidders[1], bid, "We moved"))
	v.Close()
	v.Open()
	v.Must(v.declare(v.Officer))
	_, err := v.Diligence.Plan(t.Context(), v.Officer, v.Officer.Org, gone, diligence.Plan{}, 0)
	v.Is(err, diligence.Withdrawn)
}

// Of two who decide on the same, one is kept and the other is told.
func TestTwoDecideAtOnce(t *testing.T) {
	t.Parallel()
	v := opened(t, sourcing.Prequalification, 1)
	v.Must(v.declare(v.Second))
	bidder := v.Bidders[0]
	v.visited(bidder)
	bid, seen := v.Submission(bidder), v.sheet(bidder).Visit.Version
	people := []access.Actor{v.Officer, v.Second}
	errs := make([]error, len(people))
	var both sync.WaitGroup
	for i, a := range people {
		both.Go(func() {
			_, errs[i] = v.Evaluation.DecideVisit(t.Context(), a, v.Officer.Org, bid, []diligence.Decision{failed, {Outcome: diligence.Clear}}[i], seen)
		})
	}
	both.Wait()
	kept := slices.Index(errs, nil)
	if kept < 0 {
		t.Fatal(errs)
	}
	v.Is(errs[1-kept], diligence.Changed)
	if n := v.Count("SELECT count(*) FROM audit_entry WHERE action = 'diligence.visit.decided'"); n != 1 {
		t.Errorf("%d decisions", n)
	}
}
