package auctionsvc_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/auction"
	"zabuni.org/core/auction/auctionsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/document"
	"zabuni.org/core/sourcing"
)

func (r room) enter(by access.Actor, supplier uuid.UUID, price, key string, change ...func(*auctionsvc.PaperBid)) error {
	p := auctionsvc.PaperBid{
		Supplier:  supplier,
		Amount:    amount(r.T, price),
		Reason:    "It has no network today",
		Confirmed: true,
		Name:      "form-1234.pdf",
		Paper:     story.PDF,
		Key:       key,
	}
	for _, c := range change {
		c(&p)
	}
	return r.Auctions.Enter(r.Context(), by, r.Officer.Org, r.ID, p)
}

// kept is how much there is of what a bid from paper leaves.
func (r room) kept() int {
	return r.Count(`SELECT (SELECT count(*) FROM auction_event) + (SELECT count(*) FROM auction_participant) + (SELECT count(*) FROM document)
		+ (SELECT count(*) FROM audit_entry)`)
}

// A host bids for a supplier from a paper: it is decided as every bid, counts when it is entered, and stays what it is for
// whoever may see that; its supplier sees the paper and the reason, is told, and needs not have come in before.
func TestABidIsEnteredFromPaper(t *testing.T) {
	t.Parallel()
	r := published(t, 3)
	ctx, a, b, away := r.Context(), r.Bidders[0], r.Bidders[1], r.Bidders[2]
	r.Must(r.TryJoin(a))
	r.Must(r.TryJoin(b))
	r.SetClock(r.Starts.Add(time.Minute))
	_, err := r.bid(a, "5000", "one")
	r.Must(err)

	r.Must(r.enter(r.Officer, away.Org, "4900", "of paper"))
	left := r.kept()
	r.Must(r.enter(r.Officer, away.Org, "4900", "of paper")) // sent again it counts once
	r.Is(r.enter(r.Officer, away.Org, "4000", "of paper"), auction.KeyReused)
	if n := r.kept(); n != left {
		t.Errorf("%d rows after it was sent again, %d before", n, left)
	}
	var last auction.Line
	for _, l := range r.desk().View.Lines {
		last = l
	}
	if last.Kind != auction.WasSurrogate || last.Paper == nil || *last.Participant != away.Org || last.By != r.Officer.User || last.Reason != "It has no network today" {
		t.Fatalf("the host reads %+v", last)
	}
	if !last.At.Equal(r.Starts.Add(time.Minute)) {
		t.Errorf("it counts from %s", last.At)
	}
	paper := *last.Paper

	line := func(who access.Actor) auction.Line {
		t.Helper()
		room, err := r.Auctions.Room(ctx, who, r.ID)
		r.Must(err)
		return room.View.Lines[len(room.View.Lines)-1]
	}
	if own := line(away); own.Kind != auction.WasSurrogate || !own.Mine || own.Paper == nil || *own.Paper != paper || own.Reason == "" {
		t.Errorf("its bidder reads %+v", own)
	}
	if other := line(a); other.Kind != auction.WasBid || other.Paper != nil || other.Reason != "" || other.Participant != nil {
		t.Errorf("another reads %+v", other)
	}
	for who, sees := range map[*access.Actor]bool{&r.Officer: true, &away: true, &a: false} {
		d, err := r.Auctions.Paper(ctx, *who, r.ID, paper)
		if sees && (err != nil || string(d.Bytes) != string(story.PDF) || d.Name != "form-1234.pdf") {
			t.Errorf("%s: %q %v", who.Name, d.Name, err)
		}
		if !sees {
			r.Is(err, document.Missing)
		}
	}
	_, err = r.Auctions.Paper(ctx, r.Person("buyer", access.Buyer, uuid.Nil), r.ID, paper)
	r.Is(err, auction.NotFound)
	r.React()
	if told := strings.Join(r.Told(away), "\n"); !strings.Contains(told, "bid.entered") {
		t.Errorf("its people are told %q", told)
	}
	if told := strings.Join(r.Told(a), "\n"); strings.Contains(told, "bid.entered") {
		t.Error("another is told")
	}

	// It is bettered, made void and logged as every bid is.
	_, err = r.bid(b, "4850", "one")
	r.Is(err, auction.TooWeak)
	_, err = r.bid(b, "4800", "one")
	r.Must(err)
	r.digests(t) // which names the paper
	r.End()
	log, err := r.Auctions.Log(ctx, r.Officer, r.Officer.Org, r.ID)
	r.Must(err)
	if _, err := auction.CheckLog(log, r.Sequencer.Notary.Verifier); err != nil || strings.Count(string(log), `"bid_surrogate"`) != 1 {
		t.Errorf("%v\n%s", err, log)
	}
	r.Is(r.enter(r.Officer, away.Org, "4000", "late"), auction.Closed)
	r.Must(r.TryComplete(r.Officer))
	if got := order(r.Category); got != "1:b 4800, 2:c 4900, 3:a 5000" {
		t.Error(got)
	}
}

// What is no bid from paper, or none that may stand, leaves nothing: no line, no place in the room, no file.
func TestWhatIsNoBidFromPaper(t *testing.T) {
	t.Parallel()
	r := published(t, 3)
	a, b, away := r.Bidders[0], r.Bidders[1], r.Bidders[2]
	r.SetClock(r.Starts.Add(-time.Second))
	r.Is(r.enter(r.Officer, away.Org, "5000", "early"), auction.NotOpen)
	r.SetClock(r.Starts.Add(time.Minute))
	r.Must(r.TryJoin(a))
	r.Must(r.TryJoin(b))
	_, err := r.bid(a, "5000", "one")
	r.Must(err)
	r.Must(r.conduct(auctionsvc.Deed{Act: auctionsvc.Block, Supplier: &b.Org}))
	left := r.kept()
	still := func(what string) {
		t.Helper()
		if n := r.kept(); n != left {
			t.Errorf("%s left %d rows", what, n-left)
		}
	}
	for what, x := range map[string]struct {
		change  func(*auctionsvc.PaperBid)
		pointer string
	}{
		"no paper":    {func(p *auctionsvc.PaperBid) { p.Paper = nil }, "/scan"},
		"no reason":   {func(p *auctionsvc.PaperBid) { p.Reason = "  " }, "/reason"},
		"no name":     {func(p *auctionsvc.PaperBid) { p.Name = "" }, "/paper_name"},
		"nobody":      {func(p *auctionsvc.PaperBid) { p.Supplier = r.Officer.Org }, "/supplier_id"},
		"nothing bid": {func(p *auctionsvc.PaperBid) { p.Amount = amount(t, "0") }, "/amount"},
	} {
		err := r.enter(r.Officer, away.Org, "4900", "refused", x.change)
		if f := fault.As(err); f == nil || len(f.Fields) != 1 || f.Fields[0].Pointer != x.pointer {
			t.Errorf("%s: %v", what, err)
		}
		still(what)
	}
	r.Is(r.enter(r.Officer, away.Org, "4900", "refused", func(p *auctionsvc.PaperBid) { p.Paper = []byte("no paper") }), document.TypeRefused)
	r.Is(r.enter(r.Officer, away.Org, "4950", "refused"), auction.TooWeak)
	r.Is(r.enter(r.Officer, b.Org, "4900", "refused"), auction.Blocked)
	still("a bid that is refused")
	tired := r.Officer
	tired.Confirmed = time.Time{}
	r.Is(r.enter(tired, away.Org, "4900", "refused"), fault.StepUp)
	none := r.Officer
	none.Privileges = []access.Privilege{access.EvaluateBids}
	r.Is(r.enter(none, away.Org, "4900", "refused"), fault.Forbidden)
	r.Is(r.enter(r.Person("buyer", access.Buyer, uuid.Nil), away.Org, "4900", "refused"), fault.Forbidden)
	r.Is(r.enter(a, away.Org, "4900", "refused"), fault.Forbidden)
	if n := r.Count("SELECT count(*) FROM auction_event WHERE kind = 'bid_surrogate'"); n > 0 {
		t.Error(n, "bids from paper")
	}
	if n := r.Count("SELECT count(*) FROM auction_participant WHERE supplier_id = $1", away.Org); n > 0 {
		t.Error("it is in the room")
	}
}

// A company that was not invited is unknown to the host, whether or not there is one: it is refused at the field, as nobody is.
func TestWhoWasNotInvitedIsUnknownToTheHost(t *testing.T) {
	t.Parallel()
	w := story.New(t, 2)
	p, _ := sourcing.PolicyOf(sourcing.ReverseAuction)
	c := w.Publish(p, story.Terms{
		Without:     []sourcing.StepName{"criteria"},
		Items:       []sourcing.Item{{Number: "1", Description: "Maize", Unit: "bag", Quantity: *story.Points(100)}},
		Invited:     w.Bidders,
		InvitedOnly: true,
	})
	desk, err := w.Auctions.Desk(w.Context(), w.Officer, w.Officer.Org, c.ID)
	w.Must(err)
	r := room{c, desk.Auction.StartsAt}
	r.Close()
	r.SetClock(r.Starts.Add(time.Minute))
	other := r.Person("supplier", access.Supplier, uuid.Nil)
	left := r.kept()
	var said []string
	for _, id := range []uuid.UUID{other.Org, uuid.New(), r.Officer.Org} {
		err := r.enter(r.Officer, id, "5000", "of a stranger")
		if f := fault.As(err); f == nil || len(f.Fields) != 1 || f.Fields[0].Pointer != "/supplier_id" {
			t.Errorf("%v", err)
		} else {
			said = append(said, fmt.Sprint(f.Code, f.Fields))
		}
	}
	if len(said) != 3 || said[0] != said[1] || said[1] != said[2] {
		t.Errorf("they are told apart: %q", said)
	}
	if n := r.kept(); n != left {
		t.Errorf("%d rows are left", n-left)
	}
	r.Must(r.enter(r.Officer, r.Bidders[0].Org, "5000", "of one who was invited"))
}
