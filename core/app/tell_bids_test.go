package app_test

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/evaluation/evaluationsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/notify/notifysvc"
	"zabuni.org/core/opening"
	"zabuni.org/core/platform/seal"
	"zabuni.org/core/sourcing"
)

// The people of a supplier get what the signed receipt says, and hear who has taken
// their bid back. Nobody else does: not the buyer, not by the ledger of mails, until
// the category has closed; then who opens bids hears how many were withdrawn.
func TestABidIsToldToItsOwnPeopleOnly(t *testing.T) {
	t.Parallel()
	w := listen(t, 3)
	staff := w.Person("operator", access.Operator, uuid.Nil)
	opener := w.colleague(w.Officer, access.Buyer, "opener", access.OpenBids)
	author := w.colleague(w.Officer, access.Buyer, "author", access.ManageJob)
	clerk := w.colleague(w.Bidders[0], access.Supplier, "clerk")
	c := w.Publish(tender(func(*story.Terms) {}))
	answers := map[string]string{"Years in trade": "Ten", "Method": "unhörbar-geheim", "Licence": "licence.pdf"}
	for i, price := range []string{"1234.50", "987.25"} {
		c.Bid(w.Bidders[i], answers, map[string]string{"1": price})
	}
	first := c.Submit(w.Bidders[0])
	other := c.Submit(w.Bidders[1])
	received := []string{"app bid.submitted /supplier/category/:id", "mail bid_receipt fr /supplier/category/:id"}
	w.hears(w.Bidders[0], received...)
	w.says(w.Bidders[0], "Version 1", first.ReceivedAt.In(nairobi).Format("2006-01-02 15:04 (UTC-07:00)"), hashOf(first.Receipt))
	w.hears(clerk, "app bid.submitted /supplier/category/:id", "mail bid_receipt en /supplier/category/:id")
	w.hears(w.Bidders[1], "app bid.submitted /supplier/category/:id", "mail bid_receipt am /supplier/category/:id")
	w.SetClock(story.Noon.Add(3*time.Hour + 1234567*time.Microsecond))
	again, err := c.TrySubmit(w.Bidders[0], c.Bids[w.Bidders[0].Org], "another-key")
	w.Must(err)
	w.hears(w.Bidders[0], received...)
	w.says(w.Bidders[0], "Version 2", "2026-11-23 18:00:01.234 (UTC+03:00)", hashOf(again.Receipt))
	w.Must(c.TryWithdraw(w.Bidders[1], c.Bids[w.Bidders[1].Org], "Our pump was discontinued"))
	w.hears(w.Bidders[1], "app bid.withdrawn /supplier/bidwithdrawals", "mail bid_withdrawn am /supplier/bidwithdrawals")
	w.says(w.Bidders[1], "48")

	buyers := []access.Actor{w.Officer, w.Second, opener, author, w.Bidders[2]}
	for _, a := range buyers {
		w.hears(a)
	}
	sealed := []string{"bid_receipt", "bid_withdrawn"}
	ledger := func() (kinds []string) {
		t.Helper()
		list, err := w.Notify.Mails(w.Context(), staff, notifysvc.MailFilter{Days: 30}, "", 100)
		w.Must(err)
		for _, m := range list.Items {
			kinds = append(kinds, m.Kind)
		}
		counts, err := w.Notify.Analysis(w.Context(), staff, 30)
		w.Must(err)
		for _, k := range counts.Kinds {
			kinds = append(kinds, k.Key)
		}
		each := 0
		for _, d := range counts.Days {
			each += int(d.N)
		}
		if n := int(counts.Total["sent"]); n != len(list.Items) || each != n {
			t.Errorf("%d are counted, %d by their days, %d are listed", n, each, len(list.Items))
		}
		if len(counts.Reasons) != 0 {
			t.Errorf("why a message did not go out is told: %v", counts.Reasons)
		}
		return kinds
	}
	var hidden uuid.UUID
	w.Must(w.DB.QueryRow(w.Context(), "SELECT id FROM mail_delivery WHERE kind = 'bid_receipt' LIMIT 1").Scan(&hidden))
	if kinds := ledger(); slices.ContainsFunc(kinds, func(k string) bool { return slices.Contains(sealed, k) }) {
		t.Errorf("the operator reads who has bid: %v", kinds)
	}
	_, _, err = w.Notify.Mail(w.Context(), staff, hidden)
	w.Is(err, notifysvc.NoMail)
	w.do("UPDATE mail_delivery SET status = 'failed', error = 'no route' WHERE id = $1", hidden)
	w.Is(w.Notify.RetryMail(w.Context(), staff, hidden), notifysvc.NoMail)
	ledger()
	w.do("UPDATE mail_delivery SET status = 'sent', error = '' WHERE id = $1", hidden)

	c.Close()
	told := []string{"app bids.withdrawn /company/opening/:id", "mail bids_withdrawn en /company/opening/:id"}
	w.hears(opener, told...)
	w.says(opener, "withdrawn before: 1.")
	w.hears(w.Officer, told...)
	w.hears(w.Second, "app bids.withdrawn /company/opening/:id", "mail bids_withdrawn pt /company/opening/:id")
	for _, a := range []access.Actor{author, w.Bidders[0], w.Bidders[1], w.Bidders[2]} {
		w.hears(a)
	}
	kinds := ledger()
	for _, k := range sealed {
		if !slices.Contains(kinds, k) {
			t.Errorf("closed, and the operator cannot read of %s: %v", k, kinds)
		}
	}
	for _, m := range w.box {
		text := m.Subject + m.Text + m.HTML
		for _, r := range []string{first.Receipt, again.Receipt, other.Receipt} {
			text = strings.ReplaceAll(text, hashOf(r), "") // any digits may stand in a hash
		}
		if strings.Contains(text, "unhörbar") || strings.Contains(text, "1234.5") || strings.Contains(text, "4938") {
			t.Errorf("a message holds what a bid says: %s", text)
		}
	}
}

// A closing without withdrawals tells nobody.
func TestNothingIsToldOfNoWithdrawals(t *testing.T) {
	t.Parallel()
	w := listen(t, 1)
	c := w.Publish(tender(func(*story.Terms) {}))
	c.Close()
	w.hears(w.Officer)
}

// Who opens bids of a category hears that somebody has begun, once for each
// opening: not who has, nor who may not, nor who has no door to it.
func TestAnOpeningAsksForTheOthersOnce(t *testing.T) {
	t.Parallel()
	w := listen(t, 2)
	opener := w.colleague(w.Officer, access.Buyer, "opener", access.OpenBids)
	outside := w.colleague(w.Officer, access.Buyer, "outside", access.OpenBids)
	denied := w.colleague(w.Officer, access.Buyer, "denied", access.OpenBids)
	w.denies(denied, access.OpenBids)
	author := w.colleague(w.Officer, access.Buyer, "author", access.ManageJob)
	stranger := w.Person("buyer", access.Buyer, uuid.Nil)
	c := w.Publish(tender(func(x *story.Terms) { x.Openers = 3 }))
	w.do("INSERT INTO category_access (buyer_id, account_id, category_id, allowed) VALUES ($1, $2, $3, false)", w.Officer.Org, outside.User, c.ID)
	c.Bid(w.Bidders[0], map[string]string{"Years in trade": "Ten", "Method": "x", "Licence": "licence.pdf"}, map[string]string{"1": "10"})
	c.Submit(w.Bidders[0])
	c.Close()
	w.heedless()
	confirm := func(a access.Actor, e seal.Envelope) {
		t.Helper()
		_, err := c.TryConfirm(a, e)
		w.Must(err)
	}
	others := func() {
		t.Helper()
		for _, a := range append([]access.Actor{outside, denied, author, stranger}, w.Bidders...) {
			w.hears(a)
		}
	}
	confirm(w.Officer, seal.Technical)
	w.hears(opener, "app opening.wanted /company/opening/:id", "mail opener_wanted en /company/opening/:id")
	w.says(opener, "Person 1 has confirmed", "still wanted: 2.", "within 30 minutes", "2026-11-25 15:30 (UTC+03:00)")
	w.hears(w.Second, "app opening.wanted /company/opening/:id", "mail opener_wanted pt /company/opening/:id")
	w.hears(w.Officer)
	others()
	confirm(w.Officer, seal.Technical)
	confirm(w.Second, seal.Technical)
	confirm(opener, seal.Technical)
	for _, a := range []access.Actor{w.Officer, w.Second, opener} {
		w.hears(a)
	}
	w.judge(c)
	confirm(w.Second, seal.Financial)
	w.hears(w.Officer, "app opening.wanted /company/opening/:id", "mail opener_wanted en /company/opening/:id")
	w.hears(opener, "app opening.wanted /company/opening/:id", "mail opener_wanted en /company/opening/:id")
	w.hears(w.Second)
	others()
}

// A word that counts no more when its event is heard asks for nobody.
func TestAWordThatHasLapsedAsksForNobody(t *testing.T) {
	t.Parallel()
	w := listen(t, 1)
	c := w.Publish(tender(func(*story.Terms) {}))
	c.Bid(w.Bidders[0], map[string]string{"Years in trade": "Ten", "Method": "x", "Licence": "licence.pdf"}, map[string]string{"1": "10"})
	c.Submit(w.Bidders[0])
	c.Close()
	w.heedless()
	_, err := c.TryConfirm(w.Officer, seal.Technical)
	w.Must(err)
	w.SetClock(c.Closes.Add(opening.Window))
	w.hears(w.Second)
}

// judge fixes the technical results.
func (w *listening) judge(c *story.Category) {
	w.Helper()
	w.Must(c.TryDeclare(w.Officer, evaluationsvc.InterestNone))
	w.Must(c.TryMark(w.Officer, evaluationsvc.Mark{Submission: c.Desk().Bids[0].SubmissionID, Question: c.Questions["Method"].ID, Value: "8"}))
	w.Must(c.TryFinish(w.Officer))
	w.Must(c.TryComplete(w.Officer))
}

var nairobi = func() *time.Location {
	zone, err := time.LoadLocation("Africa/Nairobi")
	if err != nil {
		panic(err)
	}
	return zone
}()

func hashOf(receipt string) string {
	sum := sha256.Sum256([]byte(receipt))
	return hex.EncodeToString(sum[:])
}

// Where one person opens, nobody is asked for.
func TestOnePersonOpensWithoutAsking(t *testing.T) {
	t.Parallel()
	w := listen(t, 1)
	c := w.Publish(policyOf(sourcing.Prequalification), questions)
	c.Bid(w.Bidders[0], map[string]string{"Years in trade": "Ten", "Method": "x", "Licence": "licence.pdf"}, nil)
	c.Submit(w.Bidders[0])
	c.Close()
	c.Open()
	w.hears(w.Second)
}
