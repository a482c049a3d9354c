package app_test

import (
	"errors"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/notify/notifysvc"
	"zabuni.org/core/sourcing"
)

// Who has bid is told by no list, count or act on the messages to bidders while the
// category has not closed; from then on they are messages like any other.
func TestMessagesToBiddersAreSealedUntilTheClosing(t *testing.T) {
	t.Parallel()
	w := listen(t, 1)
	staff := w.Person("operator", access.Operator, uuid.Nil)
	p, terms := tender(func(t *story.Terms) { t.Fee = deep().Fee })
	c := w.Publish(p, terms)
	a := w.Bidders[0]
	c.Pay(a)
	c.Bid(a, map[string]string{"Years in trade": "Ten", "Method": "By hand", "Licence": "licence.pdf"}, map[string]string{"1": "10"})
	c.Submit(a)
	w.post()
	var id uuid.UUID
	w.Must(w.DB.QueryRow(t.Context(), "SELECT id FROM mail_delivery WHERE under_category = $1 AND kind = 'bid_receipt'", c.ID).Scan(&id))
	for _, m := range w.box {
		if m.ID == id.String() && (m.To.Email != a.Email || m.To.Name != "Person") {
			t.Errorf("written to %+v", m.To)
		}
	}
	w.do("UPDATE mail_delivery SET status = 'failed', error = 'mailbox full' WHERE id = $1", id)
	seen := func() (places int) {
		t.Helper()
		page, err := w.Notify.Mails(t.Context(), staff, notifysvc.MailFilter{Days: 30}, "", 100)
		w.Must(err)
		for _, m := range page.Items {
			if m.ID == id {
				places++
			}
		}
		counts, err := w.Notify.Analysis(t.Context(), staff, 30)
		w.Must(err)
		for _, list := range [][]notifysvc.Count{counts.Kinds, counts.Days, counts.Reasons} {
			for _, x := range list {
				if x.Status == "failed" || x.Key == "mailbox full" {
					places++
				}
			}
		}
		places += int(counts.Total["failed"])
		if _, _, err := w.Notify.Mail(t.Context(), staff, id); !errors.Is(err, notifysvc.NoMail) {
			w.Must(err)
			places++
		}
		if err := w.Notify.RetryMail(t.Context(), staff, id); !errors.Is(err, notifysvc.NoMail) {
			w.Must(err)
			places++
		}
		return places
	}
	if n := seen(); n != 0 {
		t.Errorf("told in %d places before the closing", n)
	}
	c.Close()
	if n := seen(); n != 7 {
		t.Errorf("told in %d places after the closing", n)
	}
	if c.Status() != sourcing.Closed {
		t.Errorf("the category is %s", c.Status())
	}
}
