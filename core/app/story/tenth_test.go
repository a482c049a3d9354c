package story_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"zabuni.org/core/app/story"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/party"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/sourcing"
)

// A tenth activity is a row of data: a call for scrap, sold piece by piece to who
// offers most, among the invited whose answers reach a pass mark, opened by three.
var scrap = sourcing.Policy{
	Activity: "scrap",
	Steps:    sourcing.Criteria | sourcing.Items | sourcing.Evaluation | sourcing.ByInvitation | sourcing.Letters,
	Envelopes: []sourcing.Envelope{
		{Name: "technical", Holds: sourcing.Criteria, Opens: sourcing.TechnicalEvaluation},
		{Name: "financial", Holds: sourcing.Items, Opens: sourcing.FinancialOpened},
	},
	Openers:  3,
	Method:   sourcing.BestPrice,
	Best:     sourcing.Highest,
	Ties:     []sourcing.Tie{sourcing.BetterPrice, sourcing.EarlierReceipt},
	Selects:  sourcing.EachLine,
	Lines:    sourcing.AnyLine,
	Prefix:   "SC",
	Regime:   "private-default",
	Supplier: access.ManageAssetDisposal,
	Rights:   sourcing.Usual,
}

// The row runs from its job to its result without another line of Go.
func TestATenthRowRunsFromJobToResult(t *testing.T) {
	sourcing.Policies = append(sourcing.Policies, scrap)
	party.Modules = append(party.Modules, party.Module{Name: "scrap", Activities: []string{"scrap"}})
	w := story.New(t, 4)
	yes := sourcing.Question{
		Prompt:     "Licensed?",
		Response:   sourcing.YesNo,
		MustAnswer: true,
		Scored:     true,
		MaxScore:   story.Points(10),
		Options:    []sourcing.Option{{Label: "yes", Score: story.Points(10)}, {Label: "no", Score: story.Points(0)}},
	}
	c := w.Publish(scrap, story.Terms{
		PassMark: 50,
		Invited:  w.Bidders[:3],
		Sections: []story.Section{{Section: sourcing.Section{Name: "Standing"}, Questions: []sourcing.Question{yes}}},
		Items: []sourcing.Item{
			{Number: "1", Description: "Copper", Unit: "kg", Quantity: money.NewQuantity(10, 0)},
			{Number: "2", Description: "Rails", Unit: "t", Quantity: money.NewQuantity(2, 0)},
			{Number: "3", Description: "Paper", Unit: "t", Quantity: money.NewQuantity(1, 0)},
			{Number: "4", Description: "Glass", Unit: "t", Quantity: money.NewQuantity(3, 0)},
		},
	})
	if _, err := c.TryStart(w.Bidders[3]); err == nil {
		t.Error("somebody takes part who was not invited")
	}
	for i, bid := range []struct {
		licensed string
		prices   map[string]string
	}{
		{"yes", map[string]string{"1": "5", "2": "100", "4": "1"}},
		{"yes", map[string]string{"1": "7"}},
		{"no", map[string]string{"1": "99", "2": "999", "3": "9"}},
	} {
		c.Bid(w.Bidders[i], map[string]string{"Licensed?": bid.licensed}, bid.prices)
		c.Submit(w.Bidders[i])
	}
	c.Close()
	for c.Sealed() {
		c.Must(c.TryOpen())
		c.Judge()
	}
	d := c.Desk()
	if len(d.Sessions) != 2 || len(d.Sessions[0].People) != 3 {
		t.Errorf("%d openings", len(d.Sessions))
	}
	for _, a := range w.Bidders[:2] { // whoever of several is kept out gets nothing
		keep := func(sql string) {
			t.Helper()
			_, err := pgtest.Do(w.Context(), pgtest.As(t, w.DB, ""), sql, a.Org)
			w.Must(err)
		}
		w.Must(c.TryRecommend(w.Officer, nil, ""))
		keep(`INSERT INTO blacklist_case (id, supplier_id, ground, reason, status, noticed_by, noticed_at, reply_by, decided_at, expires_at)
			VALUES ($1, $1, 'other', 'x', 'blacklisted', $1, zabuni.clock(), zabuni.clock(), zabuni.clock(), zabuni.clock() + interval '1 day')`)
		w.Is(c.TryRecommend(w.Officer, nil, ""), party.Blacklisted)
		_, err := c.TryAward(w.Second, "en", "award-"+a.Org.String())
		w.Is(err, party.Blacklisted)
		keep("DELETE FROM blacklist_case WHERE supplier_id = $1")
	}
	c.Award()
	s := c.Standing()
	got := map[string]string{}
	for _, l := range s.Award.Lines {
		for number, item := range c.Items {
			if *l.ItemID == item {
				i := slices.IndexFunc(w.Bidders, func(a access.Actor) bool { return a.Org == l.SupplierID })
				got[number] = []string{"first ", "second ", "third "}[i] + l.Amount.Short()
			}
		}
	}
	if len(got) != 3 || got["1"] != "second 70" || got["2"] != "first 200" || got["4"] != "first 3" {
		t.Errorf("%v: copper goes to the second, rails and glass to the first, paper to nobody: who offered for it has no licence", got)
	}
	w.React()
	if n := w.Count("SELECT count(*) FROM letter WHERE kind = 'award'"); n != 2 {
		t.Errorf("%d letters of award", n)
	}
	for i, value := range []int{203, 70} {
		if n := w.Count("SELECT value::int FROM contract WHERE supplier_id = $1", w.Bidders[i].Org); n != value {
			t.Errorf("winner %d has a contract of %d, want %d", i+1, n, value)
		}
		r, err := w.Awards.MyResult(w.Context(), w.Bidders[i], c.Bids[w.Bidders[i].Org])
		if w.Must(err); r.AwardAmount.Short() != strconv.Itoa(value) {
			t.Errorf("winner %d reads that it got %s, want %d", i+1, r.AwardAmount.Short(), value)
		}
		won := ""
		for _, item := range r.Items {
			won += item.Number + " for " + item.Amount.Short() + "; "
		}
		if want := []string{"2 for 200; 4 for 3; ", "1 for 70; "}[i]; won != want {
			t.Errorf("winner %d reads that it won %q, want %q", i+1, won, want)
		}
		for key, want := range map[string]string{
			"winner": fmt.Sprintf("Company %d", i+3),
			"amount": money.Amount{Value: money.New(int64(value), 0), Currency: "KES"}.Print("en"),
		} { // of several winners each reads its own
			var got string
			w.Must(w.DB.QueryRow(w.Context(), `SELECT f.value FROM letter_figure f JOIN letter l ON l.id = f.letter_id
				WHERE l.kind = 'award' AND l.supplier_id = $1 AND f.key = $2`, w.Bidders[i].Org, key).Scan(&got))
			if got != want {
				t.Errorf("the letter of winner %d says of the %s %q, want %q", i+1, key, got, want)
			}
		}
	}
	if n := w.Count("SELECT count(*) FROM contract"); n != 2 {
		t.Errorf("%d contracts", n)
	}
	var winners string
	w.Must(w.DB.QueryRow(w.Context(), `SELECT f.value FROM letter_figure f JOIN letter l ON l.id = f.letter_id
		WHERE l.kind = 'regret' AND f.key = 'winner'`).Scan(&winners))
	names := strings.Split(winners, ", ")
	if slices.Sort(names); len(names) != 2 || names[0] == names[1] {
		t.Errorf("who lost reads that %q won", winners)
	}
	if c.Status() != sourcing.Notified {
		t.Error(c.Status())
	}
}
