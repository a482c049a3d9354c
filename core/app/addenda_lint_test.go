package app_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/sourcing"
)

// Nothing is published by an addendum that would have stopped its publication, and what is wrong is told where its author
// has typed it: at the place in the form, not at an id of the category.
func TestAnAddendumIsLookedThroughAsAPublicationIs(t *testing.T) {
	t.Parallel()
	w := story.New(t, 1)
	ctx, officer, org := w.Context(), w.Officer, w.Officer.Org
	c := w.Publish(policyOf(sourcing.Tender), pumps)
	d, err := w.Sourcing.Category(ctx, officer, org, c.ID)
	w.Must(err)
	form := sourcing.AddendumForm{Title: "None", Text: "Nothing is needed any more.", Version: d.Content.Category.Version}
	for _, i := range d.Content.Items {
		form.Items = append(form.Items, sourcing.ItemChange{ID: i.ID, Description: i.Description, Unit: i.Unit, Quantity: i.Quantity})
	}
	last := len(form.Items) - 1
	form.Items[last].Quantity = money.NewQuantity(0, 0)
	err = w.Sourcing.IssueAddendum(ctx, officer, org, c.ID, uuid.New(), form)
	w.Is(err, fault.Invalid)
	want := fault.Field{Pointer: fmt.Sprintf("/items/%d/quantity", last), Code: sourcing.LintNoQuantity}
	if f := fault.As(err).Fields; len(f) != 1 || f[0].Pointer != want.Pointer || f[0].Code != want.Code || want.Pointer != "/items/0/quantity" {
		t.Errorf("it is told at %+v", f)
	}
	if n := w.Count("SELECT count(*) FROM addendum WHERE category_id = $1", c.ID); n != 0 {
		t.Errorf("%d addenda were issued", n)
	}
}

// Who issues an addendum may author the category and has proved who they are; a bidder who was not invited does not read it.
func TestWhoIssuesAnAddendum(t *testing.T) {
	t.Parallel()
	w := story.New(t, 2)
	ctx, officer, org := w.Context(), w.Officer, w.Officer.Org
	terms := pumps
	terms.InvitedOnly, terms.Invited = true, []access.Actor{w.Bidders[0]}
	c := w.Publish(policyOf(sourcing.Tender), terms)
	d, err := w.Sourcing.Category(ctx, officer, org, c.ID)
	w.Must(err)
	instructions := "Bring the drawings."
	form := sourcing.AddendumForm{Title: "More", Text: "Measured again.", Instructions: &instructions, Version: d.Content.Category.Version}
	issue := func(a access.Actor, id uuid.UUID) error {
		return w.Sourcing.IssueAddendum(ctx, a, a.Org, c.ID, id, form)
	}
	reader, stale := officer, officer
	reader.Privileges = []access.Privilege{access.EvaluateBids, access.ViewReport}
	w.Is(issue(reader, uuid.New()), fault.Forbidden)
	stale.Confirmed = time.Time{}
	w.Is(issue(stale, uuid.New()), fault.StepUp)
	w.Is(issue(w.Person("buyer", access.Buyer, uuid.Nil), uuid.New()), sourcing.CategoryNotFound)

	id := uuid.New()
	w.Must(issue(officer, id))
	if n := w.Count("SELECT count(*) FROM addendum WHERE category_id = $1", c.ID); n != 1 {
		t.Errorf("there are %d addenda", n)
	}
	got, err := w.Sourcing.SupplierAddenda(ctx, w.Bidders[0], c.ID)
	w.Must(err)
	if len(got) != 1 || got[0].ID != id {
		t.Errorf("who was invited reads %+v", got)
	}
	_, err = w.Sourcing.SupplierAddenda(ctx, w.Bidders[1], c.ID)
	w.Is(err, sourcing.NotInvited)

	// The id of another category's addendum is no addendum of this one, and nothing changes.
	terms.Job.Code, terms.InvitedOnly, terms.Invited = "OTHER", false, nil
	other := w.Publish(policyOf(sourcing.Tender), terms)
	d, err = w.Sourcing.Category(ctx, officer, org, other.ID)
	w.Must(err)
	form.Version = d.Content.Category.Version
	w.Is(w.Sourcing.IssueAddendum(ctx, officer, org, other.ID, id, form), sourcing.AddendumNotFound)

	// There is an end of addenda.
	_, err = pgtest.Do(ctx, w.DB, `INSERT INTO addendum (id, category_id, buyer_id, number, title, body, changes, hash_was, hash_is, issued_by, issued_at)
		SELECT gen_random_uuid(), $1, $2, n, 'T', 'B', '[]', '', '', $3, zabuni.clock() FROM generate_series(1, $4::int) n`, other.ID, org, officer.User, sourcing.MaxAddenda)
	w.Must(err)
	w.Is(w.Sourcing.IssueAddendum(ctx, officer, org, other.ID, uuid.New(), form), sourcing.NoAddendum)
}

// Every version of before is set aside, not the first alone; who never confirmed is told that nothing came of it, as who
// took part without a bid that stands.
func TestWhoNeverConfirmedHearsOfTheEnd(t *testing.T) {
	t.Parallel()
	w := listen(t, 1)
	ctx, officer, org := w.Context(), w.Officer, w.Officer.Org
	sleeps := w.Bidders[0]
	c := w.Publish(policyOf(sourcing.Tender), pumps)
	c.Bid(sleeps, map[string]string{"Years in trade": "Ten", "Method": "By hand", "Licence": "licence.pdf"}, map[string]string{"1": "5"})
	c.Submit(sleeps)
	c.Submit(sleeps)
	d, err := w.Sourcing.Category(ctx, officer, org, c.ID)
	w.Must(err)
	instructions := "Bring the drawings."
	w.Must(w.Sourcing.IssueAddendum(ctx, officer, org, c.ID, uuid.New(), sourcing.AddendumForm{Title: "More", Text: "Measured again.", Instructions: &instructions, Version: d.Content.Category.Version}))
	if n := w.Count("SELECT count(*) FROM submission WHERE category_id = $1 AND set_aside_by IS NULL", c.ID); n != 0 {
		t.Errorf("%d versions were not set aside", n)
	}
	w.heedless()
	c.Close()
	d, err = w.Sourcing.Category(ctx, officer, org, c.ID)
	w.Must(err)
	if got := d.Content.Category; got.ClosingCount == nil || *got.ClosingCount != 0 {
		t.Fatalf("the closing counts %v", got.ClosingCount)
	}
	w.hears(sleeps, "app category.unsuccessful /supplier/category/:id", "mail unsuccessful fr /supplier/category/:id")
}
