package biddingsvc_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"zabuni.org/core/app/story"
	"zabuni.org/core/bidding"
	"zabuni.org/core/bidding/biddingsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/platform/seal"
	"zabuni.org/core/sourcing"
)

// What a bidder of sealed categories answers, and for how much: each is found again
// in no other text.
const (
	told   = "Boreholes beyond Garissa"
	priced = "4242.4200"
)

// categories publishes one of every policy row, with all the steps that it may have
// and with those that it usually has.
func categories(w *story.World) []*story.Category {
	w.Helper()
	var out []*story.Category
	for _, p := range sourcing.Policies {
		for i, without := range [][]sourcing.StepName{{}, nil} {
			out = append(out, w.Publish(p, story.Terms{
				Job:       sourcing.JobForm{Code: p.Prefix + string(rune('1'+i))},
				Without:   without,
				Technical: 40,
				Financial: 60,
				Sections: []story.Section{{
					Section: sourcing.Section{Name: "Papers"},
					Questions: []sourcing.Question{
						{Prompt: "Licence", Response: sourcing.FileUpload},
						{Prompt: "Where?", Response: sourcing.TextBox, QA: true, Scored: true, MaxScore: story.Points(1)},
					},
				}},
				Items: []sourcing.Item{{Number: "1", Description: "Pump", Unit: "each", Quantity: *story.Points(3)}},
			}))
		}
	}
	return out
}

// submits sends a bid in as so many versions.
func submits(c *story.Category, a access.Actor, versions int) {
	c.Helper()
	c.Bid(a, map[string]string{"Licence": "licence.pdf", "Where?": told}, map[string]string{"1": priced})
	for range versions {
		c.Submit(a)
	}
}

// opened is what each envelope of a company's submission holds, by the company's own key.
func opened(c *story.Category, owner *pgxpool.Pool, a access.Actor) map[string][]byte {
	c.Helper()
	key := seal.CompanyKey{Company: a.Org}
	row := owner.QueryRow(c.Context(), "SELECT recipient, wrapped FROM company_key WHERE company_id = $1", a.Org)
	c.Must(row.Scan(&key.Recipient, &key.Wrapped))
	company, err := c.Drafts.Unlock(key)
	c.Must(err)
	defer company.Close()
	var note string
	row = owner.QueryRow(c.Context(), "SELECT receipt FROM submission WHERE category_id = $1 AND supplier_id = $2", c.ID, a.Org)
	c.Must(row.Scan(&note))
	receipt, err := c.Verifier.Receipt([]byte(note))
	c.Must(err)
	out := map[string][]byte{}
	for _, part := range receipt.Parts {
		var sealed []byte
		row = owner.QueryRow(c.Context(), "SELECT sealed FROM sealed_envelope WHERE submission_id = $1 AND envelope = $2",
			receipt.Submission, string(part.Envelope))
		c.Must(row.Scan(&sealed))
		out[string(part.Envelope)], err = company.Submission(sealed, part)
		c.Must(err)
	}
	return out
}

// Under each seal lies what the policy row puts there and nothing else: whoever opens
// answers has no price in hand, on no screen and in no memory.
func TestAnEnvelopeHoldsWhatItsRowPutsThereAlone(t *testing.T) {
	t.Parallel()
	w := story.New(t, 1)
	owner := pgtest.As(t, w.DB, "")
	for _, c := range categories(w) {
		a, policy := w.Bidders[0], c.Desk().Policy()
		submits(c, a, 1)
		got := opened(c, owner, a)
		if names := slices.Sorted(maps.Keys(got)); !slices.Equal(names, slices.Sorted(slices.Values(policy.EnvelopeNames()))) {
			t.Errorf("%s: sealed are %v", policy.Activity, names)
		}
		for _, e := range policy.Envelopes {
			var m bidding.Manifest
			c.Must(json.Unmarshal(got[e.Name], &m))
			text := string(got[e.Name])
			answers, prices := e.Holds&sourcing.Criteria != 0, e.Holds&sourcing.Items != 0
			if (m.Technical != nil) != answers || strings.Contains(text, told) != answers || strings.Contains(text, "licence.pdf") != answers {
				t.Errorf("%s, %s: answers are to lie here: %v\n%s", policy.Activity, e.Name, answers, text)
			}
			if (m.Financial != nil) != prices || strings.Contains(text, priced) != prices {
				t.Errorf("%s, %s: prices are to lie here: %v\n%s", policy.Activity, e.Name, prices, text)
			}
		}
	}
}

// A bid that is taken back is gone in every version that was ever sent: nothing is left
// that a key could open, while the fact, the receipts and the call to come stay. It
// does not come back, and nobody else's bid is touched.
func TestWhatIsTakenBackIsGoneInEveryVersion(t *testing.T) {
	t.Parallel()
	w := story.New(t, 2)
	owner := pgtest.As(t, w.DB, "")
	const versions = 3
	for _, c := range categories(w) {
		gone, stays := w.Bidders[0], w.Bidders[1]
		submits(c, gone, versions)
		submits(c, stays, versions)
		count := func(a access.Actor, sql string) (n int) {
			t.Helper()
			sql = "SELECT count(*) FROM submission s " + sql + " AND s.category_id = $1 AND s.supplier_id = $2"
			row := owner.QueryRow(t.Context(), sql, c.ID, a.Org)
			c.Must(row.Scan(&n))
			return n
		}
		const envelopes = "JOIN sealed_envelope e ON e.submission_id = s.id WHERE "
		const files = "JOIN sealed_file f ON f.submission_id = s.id WHERE "
		rows := [2]int{count(gone, envelopes+"true"), count(gone, files+"true")}
		if rows[0] != versions*len(c.Envelopes()) {
			t.Fatalf("%s: %v rows", c.Policy.Activity, rows)
		}
		bid := c.Bids[gone.Org]
		c.Must(c.TryWithdraw(gone, bid, "Our lorry was sold"))
		if n := [2]int{count(gone, envelopes+"sealed IS NOT NULL"), count(gone, files+"wrapped IS NOT NULL")}; n != [2]int{} {
			t.Errorf("%s: %d envelopes and %d keys of files can still be opened", c.Policy.Activity, n[0], n[1])
		}
		if n := [2]int{count(gone, envelopes+"true"), count(gone, files+"true")}; n != rows {
			t.Errorf("%s: %v rows are left of %v", c.Policy.Activity, n, rows)
		}
		if n := [2]int{count(stays, envelopes+"sealed IS NOT NULL"), count(stays, files+"wrapped IS NOT NULL")}; n != rows {
			t.Errorf("%s: another bid has %v left of %v", c.Policy.Activity, n, rows)
		}
		if n := count(gone, "WHERE s.withdrawn_at IS NOT NULL AND s.receipt <> ''"); n != versions {
			t.Errorf("%s: %d of %d receipts are of what was withdrawn", c.Policy.Activity, n, versions)
		}
		if n := count(stays, "WHERE s.withdrawn_at IS NULL"); n != versions {
			t.Errorf("%s: %d of %d versions of another bid stand", c.Policy.Activity, n, versions)
		}
		calls := w.Count("SELECT count(*) FROM withdrawal WHERE participation_id = $1 AND contact_by = at + $2::interval", bid,
			time.Duration(bidding.ContactHours)*time.Hour)
		if calls != 1 {
			t.Errorf("%s: %d calls to come", c.Policy.Activity, calls)
		}
		if again, err := c.TryStart(gone); again != bid {
			t.Errorf("%s: begun again as %s, %v", c.Policy.Activity, again, err)
		}
		if b, err := c.Bidding.Bid(t.Context(), gone, bid); err != nil || b.Open {
			t.Errorf("%s: what was taken back is open to changes, %v", c.Policy.Activity, err)
		}
		_, err := c.TrySave(gone, bid, biddingsvc.Changes{})
		c.Is(err, bidding.Withdrawn)
		_, err = c.TrySubmit(gone, bid, "again-"+uuid.NewString())
		c.Is(err, bidding.Withdrawn)
		c.Is(c.TryWithdraw(gone, bid, "Again"), bidding.Withdrawn)
	}
}

// A bid for nothing is sealed in no activity: once its prices are open no ranking could
// place anybody beside it.
func TestABidForNothingIsNotSubmitted(t *testing.T) {
	t.Parallel()
	w := story.New(t, 1)
	for _, c := range categories(w) {
		a, policy := w.Bidders[0], c.Desk().Policy()
		bid := c.Bid(a, map[string]string{"Licence": "licence.pdf", "Where?": told}, map[string]string{"1": "0"})
		_, err := c.TrySubmit(a, bid, "a-bid-for-nothing-"+c.ID.String())
		if !policy.Priced() { // what is live is priced in its room
			c.Must(err)
			continue
		}
		c.Is(err, bidding.ZeroTotal)
		_, err = c.TrySave(a, bid, biddingsvc.Changes{Prices: []biddingsvc.Price{{Item: c.Items["1"], UnitPrice: "0.01", Version: 1}}})
		c.Must(err)
		c.Submit(a)
	}
}
