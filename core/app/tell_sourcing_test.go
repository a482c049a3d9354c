package app_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"zabuni.org/core/app/story"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/notify/notifysvc"
	"zabuni.org/core/platform/outbox"
	"zabuni.org/core/platform/pg"
)

// Invited suppliers are told once they can see the category, not before and not
// twice: with its opening who was invited before it, at once who comes later. Who
// is kept out by then is not told.
func TestInvitedSuppliersAreToldWhenTheyCanSee(t *testing.T) {
	t.Parallel()
	w := listen(t, 4)
	fr, am, sw, outside := w.Bidders[0], w.Bidders[1], w.Bidders[2], w.Bidders[3]
	clerk := w.colleague(fr, access.Supplier, "clerk")
	c := w.Author(tender(func(x *story.Terms) {
		x.InvitedOnly, x.Invited, x.Opens, x.Type = true, []access.Actor{fr, am}, story.Noon.Add(2*time.Hour), kind(1)
	}))
	w.supplies(outside, 1)
	w.hears(fr)
	w.keepOut(am, &w.Officer.Org)
	w.Must(c.TryPublish(w.Officer))
	w.hears(fr)
	opens := func() {
		w.SetClock(story.Noon.Add(2 * time.Hour))
		n, err := w.Sourcing.OpenDue(w.Context())
		if err != nil || n != 1 {
			t.Fatal(n, err)
		}
	}
	opens()
	w.hears(fr, "app category.invited /supplier/category/:id", "mail invitation fr /supplier/category/:id")
	w.says(fr, "Company 1 vous invite", "« Water pumps », catégorie « Pumps »", "2026-11-25 15:00 (UTC+03:00)")
	w.hears(clerk, "app category.invited /supplier/category/:id", "mail invitation en /supplier/category/:id")
	w.hears(am)

	n, err := c.TryInvite(w.Officer, fr, sw)
	if err != nil || n != 1 {
		t.Fatal(n, err)
	}
	w.hears(sw, "app category.invited /supplier/category/:id", "mail invitation sw /supplier/category/:id")
	for _, a := range []access.Actor{fr, am, outside, w.Officer, w.Second} { // chosen bidders only: nobody of its kind is told
		w.hears(a)
	}
}

// What is open for everybody is told to suppliers of its kind: not to those who
// are invited, kept out or gone, nor by mail to who wants no such mails.
func TestSuppliersOfAKindHearOfWhatIsNew(t *testing.T) {
	t.Parallel()
	w := listen(t, 8)
	for _, a := range w.Bidders[:7] {
		w.supplies(a, 1)
	}
	other := w.Bidders[7]
	w.supplies(other, 2)
	fr, am, invited, unsubscribed, here, everywhere, gone := w.Bidders[0], w.Bidders[1], w.Bidders[2], w.Bidders[3], w.Bidders[4], w.Bidders[5], w.Bidders[6]
	w.Must(w.Notify.Unsubscribe(w.Context(), w.Notify.UnsubscribeToken(unsubscribed.Email)))
	w.keepOut(here, &w.Officer.Org)
	w.keepOut(everywhere, nil)
	w.do("UPDATE company SET status = 'deactivated' WHERE id = $1", gone.Org)
	c := w.Author(tender(func(x *story.Terms) { x.Type = kind(1) }))
	_, err := c.TryInvite(w.Officer, invited)
	w.Must(err)
	w.Must(c.TryPublish(w.Officer))
	w.hears(fr, "app category.published /supplier/category/:id", "mail publication fr /supplier/category/:id")
	w.says(fr, "« Water pumps », catégorie « Pumps »", "Company 3 a indiqué", "2026-11-25 15:00 (UTC+03:00)", "/unsubscribe?token=")
	w.hears(am, "app category.published /supplier/category/:id", "mail publication am /supplier/category/:id")
	w.hears(invited, "app category.invited /supplier/category/:id", "mail invitation sw /supplier/category/:id")
	w.hears(unsubscribed, "app category.published /supplier/category/:id", "no mail publication en /supplier/category/:id")
	for _, a := range []access.Actor{here, everywhere, gone, other, w.Officer} {
		w.hears(a)
	}
	// A buyer without the activity's module publishes nothing, and what was under way is not told.
	next := w.Author(tender(func(x *story.Terms) { x.Type, x.Job.Code = kind(1), "T2" }))
	w.Must(next.TryPublish(w.Officer))
	w.do("INSERT INTO buyer_module (buyer_id, module, active, changed_by, changed_at) VALUES ($1, 'tender', false, $2, zabuni.clock())", w.Officer.Org, w.Officer.User)
	w.hears(fr)
}

// Many are told batch by batch, each in a transaction and an event of its own. A
// batch whose worker dies is told again as a whole; nobody hears twice.
func TestManyAreToldInBatches(t *testing.T) {
	t.Parallel()
	w := listen(t, 1)
	const suppliers = 2*notifysvc.Batch + 50
	w.firms(suppliers)
	w.do("INSERT INTO company_category_type SELECT id, $1 FROM company WHERE name LIKE 'Firm %'", *kind(1))
	w.Publish(tender(func(x *story.Terms) { x.Type = kind(1) }))

	told := func() int { return w.Count("SELECT count(*) FROM notification WHERE kind = 'category.published'") }
	var notify func(e outbox.Event, death error) error
	for _, r := range w.Reactions() {
		if r.Name == "notify" {
			notify = func(e outbox.Event, death error) error {
				return outbox.Once(w.Context(), w.DB, r.Name, e, func(ctx context.Context, tx pg.Tx, e outbox.Event) error {
					return errors.Join(r.Do(ctx, tx, e.Payload), death)
				})
			}
		}
	}
	events := func(subject string) (out []outbox.Event) {
		rows, err := w.DB.Query(w.Context(), "SELECT 'story.' || id, subject, payload FROM outbox WHERE subject = $1 ORDER BY id", subject)
		w.Must(err)
		defer rows.Close()
		for rows.Next() {
			var e outbox.Event
			w.Must(rows.Scan(&e.ID, &e.Subject, &e.Payload))
			out = append(out, e)
		}
		return out
	}
	opened := events("zabuni.sourcing.category.opened")
	w.Must(notify(opened[0], nil))
	if n := told(); n != notifysvc.Batch {
		t.Fatalf("%d are told in the first transaction", n)
	}
	asked := events("zabuni.notify.batch.asked")
	if len(asked) != 1 {
		t.Fatalf("%d batches are asked for", len(asked))
	}
	dead := errors.New("the worker died here")
	if err := notify(asked[0], dead); !errors.Is(err, dead) || told() != notifysvc.Batch {
		t.Fatalf("%v, %d are told by a worker that died", err, told())
	}
	w.Must(notify(asked[0], nil))
	w.Must(notify(asked[0], nil))
	if n := told(); n != 2*notifysvc.Batch {
		t.Fatalf("%d are told in two", n)
	}
	for _, e := range events("zabuni.notify.batch.asked")[1:] {
		w.Must(notify(e, nil))
	}
	w.send()
	if n, each := told(), w.Count("SELECT count(DISTINCT account_id) FROM notification WHERE kind = 'category.published'"); n != suppliers || each != suppliers {
		t.Fatalf("%d of %d are told, %d times", each, suppliers, n)
	}
	if n := len(w.box); n != suppliers {
		t.Fatalf("%d messages", n)
	}
}

// fee is what the tender of the next stories costs.
var fee, _ = money.ParseDecimal("1000")

// concerned are five suppliers: invited only, paid, begun, submitted, and one that
// has nothing to do with it. Who has paid has begun nothing.
func (w *listening) concerned(change func(*story.Terms)) *story.Category {
	w.Helper()
	c := w.Author(tender(func(x *story.Terms) {
		x.Fee = fee
		change(x)
	}))
	w.Must(c.TryPublish(w.Officer))
	_, err := c.TryInvite(w.Officer, w.Bidders[0])
	w.Must(err)
	for _, a := range w.Bidders[1:4] {
		c.Pay(a)
	}
	answers := map[string]string{"Years in trade": "Ten", "Method": "unhörbar", "Licence": "licence.pdf"}
	for _, a := range w.Bidders[2:4] {
		c.Bid(a, answers, map[string]string{"1": "1234.50"})
	}
	c.Submit(w.Bidders[3])
	w.heedless()
	return c
}

// All who were invited, have paid, begun or submitted hear of a new closing, both
// times and the reason; nobody of one that nobody could see yet.
func TestAnExtensionIsToldToAllConcerned(t *testing.T) {
	t.Parallel()
	w := listen(t, 5)
	c := w.concerned(func(*story.Terms) {})
	w.Must(w.Notify.Unsubscribe(w.Context(), w.Notify.UnsubscribeToken(w.Bidders[2].Email))) // it is told all the same
	w.Must(w.Sourcing.Extend(w.Context(), w.Officer, w.Officer.Org, c.ID, c.Closes.Add(72*time.Hour), "A question is being clarified"))
	for i, language := range []string{"fr", "am", "sw", "en"} {
		w.hears(w.Bidders[i], "app category.extended /supplier/category/:id", "mail extension "+language+" /supplier/category/:id")
	}
	w.says(w.Bidders[0], "Avant : 2026-11-25 15:00 (UTC+03:00). Maintenant : 2026-11-28 15:00 (UTC+03:00).", "A question is being clarified")
	for _, a := range []access.Actor{w.Bidders[4], w.Officer, w.Second} {
		w.hears(a)
	}

	unseen := w.Author(tender(func(x *story.Terms) {
		x.Opens, x.Closes, x.Job.Code = story.Noon.Add(24*time.Hour), story.Noon.Add(72*time.Hour), "T2"
	}))
	w.Must(unseen.TryPublish(w.Officer))
	_, err := unseen.TryInvite(w.Officer, w.Bidders[4])
	w.Must(err)
	w.Must(w.Sourcing.Extend(w.Context(), w.Officer, w.Officer.Org, unseen.ID, unseen.Closes.Add(time.Hour), "Later"))
	w.hears(w.Bidders[4])
}

// The same people hear of a cancellation, why, and who has paid what becomes of the
// fee; each is led to what is left to see.
func TestACancellationIsToldToAllConcerned(t *testing.T) {
	t.Parallel()
	w := listen(t, 5)
	c := w.concerned(func(*story.Terms) {})
	w.Must(w.Sourcing.CancelJob(w.Context(), w.Officer, w.Officer.Org, c.Job, "The budget was withdrawn"))
	w.hears(w.Bidders[0], "app category.cancelled /supplier/landing", "mail cancellation fr /supplier/landing")
	w.says(w.Bidders[0], "Company 1 a annulé", "The budget was withdrawn")
	for i, language := range []string{"am", "sw", "en"} {
		a := w.Bidders[i+1]
		w.hears(a, "app category.cancelled_fee /supplier/mypayments", "mail cancellation_fee "+language+" /supplier/mypayments")
		var number string
		w.Must(w.DB.QueryRow(w.Context(), "SELECT number FROM purchase_order WHERE supplier_id = $1", a.Org).Scan(&number))
		w.says(a, number, "The budget was withdrawn")
	}
	for _, a := range []access.Actor{w.Bidders[4], w.Officer} {
		w.hears(a)
	}

	// Without a fee nothing is said of one.
	free := w.Author(tender(func(x *story.Terms) { x.Job.Code = "T2" }))
	w.Must(free.TryPublish(w.Officer))
	free.Bid(w.Bidders[4], nil, nil)
	free.Order(w.Bidders[3]) // for nothing
	w.heedless()
	w.Must(w.Sourcing.CancelCategory(w.Context(), w.Officer, w.Officer.Org, free.ID, "Asked in another way"))
	w.hears(w.Bidders[3], "app category.cancelled /supplier/landing", "mail cancellation en /supplier/landing")
	w.hears(w.Bidders[4], "app category.cancelled /supplier/category/:id", "mail cancellation en /supplier/category/:id")
	draft := w.Author(tender(func(x *story.Terms) { x.Invited, x.Job.Code = w.Bidders[:1], "T3" }))
	w.Must(w.Sourcing.CancelCategory(w.Context(), w.Officer, w.Officer.Org, draft.ID, "Never published"))
	w.hears(w.Bidders[0])
}

// A day before the closing who has paid or begun is reminded, once, and who has
// submitted is not. A closing that was moved is reminded of again; one that was
// moved within its last day has just been told.
func TestWhoHasNotSubmittedIsRemindedOnce(t *testing.T) {
	t.Parallel()
	w := listen(t, 5)
	c := w.concerned(func(*story.Terms) {})
	remind := func(at time.Time, want int) {
		t.Helper()
		w.SetClock(at)
		n, err := w.Sourcing.RemindDue(w.Context())
		if err != nil || n != want {
			t.Fatalf("%d reminded of, %v", n, err)
		}
	}
	nobody := func() {
		t.Helper()
		for _, a := range slices.Concat(w.Bidders, []access.Actor{w.Officer}) {
			w.hears(a)
		}
	}
	reminded := func() {
		t.Helper()
		w.hears(w.Bidders[1], "app category.closing /supplier/category/:id", "mail closing_soon am /supplier/category/:id")
		w.hears(w.Bidders[2], "app category.closing /supplier/category/:id", "mail closing_soon sw /supplier/category/:id")
		nobody()
	}
	remind(c.Closes.Add(-24*time.Hour-time.Millisecond), 0)
	nobody()
	remind(c.Closes.Add(-24*time.Hour), 1)
	reminded()
	w.says(w.Bidders[2], "2026-11-25 15:00 (UTC+03:00)", "Company 5")
	remind(c.Closes.Add(-time.Hour), 0)
	nobody()

	extend := func(to time.Time) {
		t.Helper()
		w.Must(w.Sourcing.Extend(w.Context(), w.Officer, w.Officer.Org, c.ID, to, "More time"))
		w.heedless()
	}
	extend(c.Closes.Add(48 * time.Hour))
	remind(c.Closes.Add(24*time.Hour), 1)
	reminded()
	extend(c.Closes.Add(50 * time.Hour)) // told 26 hours ahead: worth a reminder
	remind(c.Closes.Add(26*time.Hour), 1)
	reminded()
	w.SetClock(c.Closes.Add(27 * time.Hour))
	extend(c.Closes.Add(50*time.Hour + time.Minute)) // told within the last day
	remind(c.Closes.Add(28*time.Hour), 0)
	nobody()

	// What was moved before anybody told is told as moved, and not reminded of.
	moved := w.Author(tender(func(x *story.Terms) { x.Closes, x.Job.Code = c.Closes.Add(48*time.Hour), "T3" }))
	w.Must(moved.TryPublish(w.Officer))
	moved.Bid(w.Bidders[4], nil, nil)
	w.heedless()
	remind(c.Closes.Add(28*time.Hour), 1)
	w.Must(w.Sourcing.Extend(w.Context(), w.Officer, w.Officer.Org, moved.ID, c.Closes.Add(96*time.Hour), "More time"))
	w.hears(w.Bidders[4], "app category.extended /supplier/category/:id", "mail extension en /supplier/category/:id")

	// What is told too late is not told.
	late := w.Author(tender(func(x *story.Terms) { x.Closes, x.Job.Code = c.Closes.Add(49*time.Hour), "T2" }))
	w.Must(late.TryPublish(w.Officer))
	late.Bid(w.Bidders[4], nil, nil)
	w.heedless()
	remind(c.Closes.Add(29*time.Hour), 1)
	w.SetClock(c.Closes.Add(49 * time.Hour))
	w.hears(w.Bidders[4])

}
