package biddingsvc_test

import (
	"testing"
	"time"

	"zabuni.org/core/app/story"
	"zabuni.org/core/bidding/biddingsvc"
	"zabuni.org/core/entry"
	"zabuni.org/core/platform/pgtest"
)

// Whatever changes a bid is late at the closing instant, though nobody has marked the
// category as closed yet, and changes nothing then; a microsecond before it is in time.
func TestEveryChangeOfABidIsLateAtTheClosing(t *testing.T) {
	t.Parallel()
	c := sold(t, 0, 2)
	a, other := c.Bidders[0], c.Bidders[1]
	bid := c.Bid(a, map[string]string{"Licensed?": "yes", "Licence": "licence.pdf"}, nil)
	c.Submit(a)
	begun, err := c.TryUpload(a, bid, c.Questions["Licence"].ID, "licence.pdf", len(story.PDF))
	c.Must(err)
	b, err := c.Bidding.Bid(t.Context(), a, bid)
	c.Must(err)
	acts := []struct {
		name string
		do   func() error
	}{
		{"begin", func() error { _, err := c.TryStart(other); return err }},
		{"save", func() error {
			given := b.Answers[c.Questions["Licensed?"].ID]
			_, err := c.TrySave(a, bid, biddingsvc.Changes{Answers: []biddingsvc.Answer{
				{Question: c.Questions["Licensed?"].ID, Value: "no", Version: given.Version},
			}})
			return err
		}},
		{"upload", func() error {
			_, err := c.TryUpload(a, bid, c.Questions["Licence"].ID, "licence.pdf", len(story.PDF))
			return err
		}},
		{"append", func() error { _, err := c.TryAppend(a, begun.ID, 0, story.PDF); return err }},
		{"remove", func() error { return c.Bidding.RemoveFile(t.Context(), a, bid, b.Files[0].ID) }},
		{"submit", func() error { _, err := c.TrySubmit(a, bid, "late-or-in-time"); return err }},
		{"withdraw", func() error { return c.TryWithdraw(a, bid, "Our lorry was sold") }},
	}
	owner := pgtest.As(t, c.DB, "")
	held := func() (sum string) {
		t.Helper()
		c.Must(owner.QueryRow(t.Context(), `SELECT concat_ws(E'\n',
			(SELECT string_agg(x::text, ' ' ORDER BY x.id) FROM participation x),
			(SELECT string_agg(x::text, ' ' ORDER BY x.question_id) FROM response x),
			(SELECT string_agg(x::text, ' ' ORDER BY x.id) FROM bid_file x), (SELECT string_agg(x::text, ' ' ORDER BY x.id) FROM upload x),
			(SELECT string_agg(x::text, ' ' ORDER BY x.id) FROM submission x),
			(SELECT count(*) FROM withdrawal), (SELECT count(*) FROM audit_entry))`).Scan(&sum))
		return sum
	}
	c.SetClock(c.Closes)
	for _, x := range acts {
		before := held()
		c.Is(x.do(), entry.Closed)
		if held() != before {
			t.Errorf("%s at the closing changed something", x.name)
		}
	}
	c.SetClock(c.Closes.Add(-time.Microsecond))
	for _, x := range acts {
		before := held()
		if err := x.do(); err != nil || held() == before {
			t.Errorf("%s in time: %v", x.name, err)
		}
	}
}
