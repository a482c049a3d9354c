package app_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/bidding/biddingsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/sourcing"
)

// questions are the terms of what has no prices.
var questions = story.Terms{PassMark: 50, Sections: pumps.Sections}

// A quotation has no letters: each bidder hears what was decided of its own, with
// no price and nobody's name; the buyer's contract managers of the draft.
func TestAResultWithoutLettersIsToldToEachBidder(t *testing.T) {
	t.Parallel()
	w := listen(t, 3)
	manager := w.colleague(w.Officer, access.Temp, "manager", access.ManageContract)
	approver := w.colleague(w.Officer, access.Temp, "approver", access.ApproveContract)
	stranger := w.Person("buyer", access.Buyer, uuid.Nil)
	c := w.Publish(policyOf(sourcing.RFQ), story.Terms{Items: pumps.Items, Invited: w.Bidders})
	for i, price := range []string{"1111.25", "2222.75"} {
		c.Bid(w.Bidders[i], nil, map[string]string{"1": price})
		c.Submit(w.Bidders[i])
	}
	c.Close()
	c.Open()
	c.Judge()
	w.heedless()
	mails := len(w.box)
	c.Award()
	w.hears(w.Bidders[0], "app result.award /supplier/category/:id", "mail result_award fr /supplier/category/:id")
	w.says(w.Bidders[0], "votre offre a été choisie")
	w.hears(w.Bidders[1], "app result.regret /supplier/category/:id", "mail result_regret am /supplier/category/:id")
	w.hears(w.Bidders[2]) // invited, and has not bid
	for _, m := range w.box[mails:] {
		text := m.Subject + m.Text
		supplier := m.To.Email == w.Bidders[0].Email || m.To.Email == w.Bidders[1].Email
		if strings.Contains(text, "1111") || strings.Contains(text, "4445") || strings.Contains(text, "2222") || strings.Contains(text, "8891") {
			t.Errorf("a price is told: %s", text)
		}
		if supplier && (strings.Contains(text, "Company 3") || strings.Contains(text, "Company 4")) {
			t.Errorf("a bidder is named: %s", text)
		}
	}

	w.hears(manager, "app contract.drafted /contract-management/edit/:id/view", "mail contract_draft en /contract-management/edit/:id/view")
	w.says(manager, "Company 3", "“Pumps”", "/C")
	const at = "/buyer/contracts/supplier/contract/:id/view"
	w.hears(w.Officer, "app contract.drafted "+at, "mail contract_draft en "+at) // the buyer's own managers
	w.hears(w.Second, "app contract.drafted "+at, "mail contract_draft pt "+at)
	for _, a := range []access.Actor{approver, stranger} {
		w.hears(a)
	}
}

// A registration has no winner: who passed hears that, and who did not.
func TestWhoPassedIsToldThat(t *testing.T) {
	t.Parallel()
	w := listen(t, 2)
	c := w.Publish(policyOf(sourcing.SupplierRegistration), questions)
	for _, a := range w.Bidders {
		c.Bid(a, map[string]string{"Years in trade": "Ten", "Method": "x", "Licence": "licence.pdf"}, nil)
		c.Submit(a)
	}
	c.Close()
	c.Open()
	c.Judge()
	w.do("UPDATE bid_result SET outcome = 'fail' WHERE submission_id = (SELECT id FROM submission WHERE supplier_id = $1)", w.Bidders[1].Org)
	w.heedless()
	c.Award()
	w.hears(w.Bidders[0], "app result.success /supplier/category/:id", "mail result_success fr /supplier/category/:id")
	w.hears(w.Bidders[1], "app result.regret /supplier/category/:id", "mail result_regret am /supplier/category/:id")
	if n := w.Count("SELECT count(*) FROM notification WHERE kind = 'contract.drafted'"); n != 0 {
		t.Errorf("%d are told of a contract that there is not", n)
	}
}

// A registration that nobody passes ends without a result: that too is told.
func TestWhoFailedWithEverybodyIsToldThat(t *testing.T) {
	t.Parallel()
	w := listen(t, 1)
	c := w.Publish(policyOf(sourcing.SupplierRegistration), questions)
	c.Bid(w.Bidders[0], map[string]string{"Years in trade": "Ten", "Method": "x", "Licence": "licence.pdf"}, nil)
	c.Submit(w.Bidders[0])
	c.Close()
	c.Open()
	c.Judge()
	w.do("UPDATE bid_result SET outcome = 'fail'")
	w.heedless()
	w.Must(c.TryRecommend(w.Officer, nil, "Nobody meets the criteria"))
	_, err := c.TryAward(w.Second, "en", "award-"+strings.Repeat("0", 30))
	w.Must(err)
	w.hears(w.Bidders[0], "app result.regret /supplier/category/:id", "mail result_regret fr /supplier/category/:id")
	// What is told can be looked at, in the list and by itself.
	list, err := w.Bidding.Bids(w.Context(), w.Bidders[0], biddingsvc.BidFilter{Ranked: true}, "", 10)
	if w.Must(err); len(list.Items) != 1 {
		t.Errorf("%d results in the list", len(list.Items))
	}
	r, err := w.Awards.MyResult(w.Context(), w.Bidders[0], c.Bids[w.Bidders[0].Org])
	if err != nil || r.Outcome != "regret" || r.Status != string(sourcing.Unsuccessful) {
		t.Errorf("%+v %v", r, err)
	}
}

// Where letters tell the result, nothing else does: neither with them nor when the
// standstill ends.
func TestLettersAreNotToldTwice(t *testing.T) {
	t.Parallel()
	w := evaluated(t).ranked()
	made := w.Category.Award()
	w.React()
	w.SetClock(made.StandstillEnds)
	if n := w.Conclude(); n != 1 {
		t.Fatal(n)
	}
	w.React()
	if n := w.Count("SELECT count(*) FROM notification WHERE kind LIKE 'result.%'") + w.Count("SELECT count(*) FROM mail_delivery WHERE kind LIKE 'result_%'"); n != 0 {
		t.Errorf("%d results beside letters", n)
	}
	if n := w.Count("SELECT count(*) FROM notification WHERE kind LIKE 'letter.%'"); n != 3 {
		t.Errorf("%d of 3 letters are told of", n)
	}
}
