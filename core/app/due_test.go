package app_test

import (
	"strings"
	"testing"

	"zabuni.org/core/app/story"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/sourcing"
)

// What is due is registered: sweeping takes what suppliers left half-uploaded, of
// bids and of papers.
func TestSweepingForgetsWhatNobodyFinished(t *testing.T) {
	t.Parallel()
	p, _ := sourcing.PolicyOf(sourcing.RiskManagement)
	c := story.New(t, 1).Publish(p, story.Terms{Sections: []story.Section{{
		Section:   sourcing.Section{Name: "Papers"},
		Questions: []sourcing.Question{{Prompt: "Licence", Response: sourcing.FileUpload}},
	}}})
	a := c.Bidders[0]
	bid := c.Bid(a, nil, nil)
	u, err := c.TryUpload(a, bid, c.Questions["Licence"].ID, "licence.pdf", len(story.PDF))
	c.Must(err)
	_, err = c.TryAppend(a, u.ID, 0, story.PDF[:10])
	c.Must(err)
	_, err = c.Party.BeginUpload(t.Context(), a, a.Org, "document", "tax.pdf", 10)
	c.Must(err)
	owner := pgtest.As(t, c.DB, "")
	left := func() (n int) {
		t.Helper()
		c.Must(owner.QueryRow(t.Context(), "SELECT (SELECT count(*) FROM upload_part) + (SELECT count(*) FROM company_upload)").Scan(&n))
		return n
	}
	if n := left(); n != 2 {
		t.Fatalf("%d begun", n)
	}
	c.SetClock(story.Noon.AddDate(0, 0, 30))
	for _, d := range c.Duties() {
		if strings.HasPrefix(d.Name, "sweeping") {
			_, err := d.Do(t.Context())
			c.Must(err)
		}
	}
	if n := left(); n != 0 {
		t.Errorf("%d left", n)
	}
}
