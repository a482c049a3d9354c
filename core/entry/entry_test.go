package entry_test

import (
	"errors"
	"testing"
	"time"

	"pgregory.net/rapid"

	"zabuni.org/core/entry"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/party"
	"zabuni.org/core/sourcing"
)

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// admitted are the facts of a supplier that may take part.
func admitted() entry.Facts {
	return entry.Facts{
		Phase:        entry.Phase{Status: sourcing.Open, OpensAt: noon.Add(-time.Hour), ClosesAt: noon},
		Activity:     sourcing.RFQ,
		Now:          noon.Add(-time.Minute),
		Published:    true,
		ByInvitation: true,
		Invited:      true,
		Active:       true,
		Right:        true,
		Fee:          true,
		Paid:         true,
	}
}

// Each fact alone keeps a supplier out, with its own code; nothing but the missing
// payment lets it pay.
func TestEveryFactCounts(t *testing.T) {
	if err := admitted().May(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		what   string
		change func(*entry.Facts)
		want   *fault.Def
	}{
		{"a draft", func(f *entry.Facts) { f.Status = sourcing.Draft }, sourcing.CategoryNotFound},
		{"announced", func(f *entry.Facts) { f.Status = sourcing.Approved }, sourcing.CategoryNotFound},
		{"withdrawn by its buyer", func(f *entry.Facts) { f.Status = sourcing.Withdrawn }, sourcing.CategoryNotFound},
		{"cancelled", func(f *entry.Facts) { f.Status = sourcing.Cancelled }, entry.NotOpen},
		{"closed early", func(f *entry.Facts) { f.Status = sourcing.Closed }, entry.NotOpen},
		{"before it opens", func(f *entry.Facts) { f.OpensAt = f.Now.Add(time.Microsecond) }, entry.NotOpen},
		{"at its closing", func(f *entry.Facts) { f.Now = f.ClosesAt }, entry.Closed},
		{"closed", func(f *entry.Facts) { f.Now, f.Status = f.ClosesAt, sourcing.Closed }, entry.Closed},
		{"its job is cancelled", func(f *entry.Facts) { f.Published = false }, entry.NotOpen},
		{"not invited", func(f *entry.Facts) { f.Invited = false }, sourcing.NotInvited},
		{"the module is off", func(f *entry.Facts) { f.WithoutModule = []string{"contracts", "rfq"} }, entry.ModuleOff},
		{"an activity of no module", func(f *entry.Facts) { f.Activity = "raffle" }, entry.ModuleOff},
		{"blacklisted", func(f *entry.Facts) { f.Blacklisted = true }, entry.Blacklisted},
		{"it stands on the list already", func(f *entry.Facts) { f.Listed = true }, entry.Listed},
		{"the company is deactivated", func(f *entry.Facts) { f.Active = false }, entry.Inactive},
		{"no right", func(f *entry.Facts) { f.Right = false }, entry.NoRight},
		{"not paid", func(f *entry.Facts) { f.Paid = false }, entry.NotPaid},
		{"nothing to pay", func(f *entry.Facts) { f.Paid, f.Fee = false, false }, nil},
		{"open to all", func(f *entry.Facts) { f.Invited, f.ByInvitation = false, false }, nil},
		{"another module is off", func(f *entry.Facts) { f.WithoutModule = []string{"tender"} }, nil},
	} {
		f := admitted()
		c.change(&f)
		code := ""
		if c.want != nil {
			code = c.want.Code
		}
		if err := f.May(); (c.want == nil) != (err == nil) || (c.want != nil && !errors.Is(err, c.want)) || f.Code() != code {
			t.Errorf("%s: %v, code %q", c.what, err, f.Code())
		}
		pays := c.want == nil || c.want == entry.NotPaid
		if err := f.MayPay(); (err == nil) != pays {
			t.Errorf("%s: pays %v", c.what, err)
		}
	}
}

// The sentence of who was not invited to an RFQ is its own.
func TestNotInvitedNamesTheActivity(t *testing.T) {
	f := admitted()
	f.Invited = false
	if got := fault.As(f.May()).Params["context"]; got != "rfq" {
		t.Error(got)
	}
}

func TestClosingIsHalfOpen(t *testing.T) {
	p := entry.Phase{Status: sourcing.Open, OpensAt: noon.Add(-time.Hour), ClosesAt: noon}
	for _, x := range []struct {
		now time.Time
		in  bool
	}{
		{noon.Add(-time.Hour), true},
		{noon.Add(-time.Hour - time.Microsecond), false},
		{noon.Add(-time.Microsecond), true},
		{noon, false},
		{noon.Add(time.Microsecond), false},
	} {
		if got := p.Open(x.now) == nil; got != x.in {
			t.Errorf("%s: %v", x.now, got)
		}
	}
}

// Whoever is let pay may begin once it has paid, at the same instant; whoever may
// begin may have paid.
func TestWhoMayPayMayTakePart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		some := func(name string) bool { return rapid.Bool().Draw(t, name) }
		f := entry.Facts{
			Phase: entry.Phase{
				Status:   rapid.SampledFrom(sourcing.Statuses).Draw(t, "status"),
				OpensAt:  noon,
				ClosesAt: noon.Add(time.Hour),
			},
			Activity:      sourcing.Policies[rapid.IntRange(0, len(sourcing.Policies)-1).Draw(t, "activity")].Activity,
			Now:           noon.Add(time.Duration(rapid.IntRange(-1, 61).Draw(t, "minutes")) * time.Minute),
			Published:     some("published"),
			ByInvitation:  some("by invitation"),
			Invited:       some("invited"),
			WithoutModule: rapid.SampledFrom([][]string{nil, {"tender"}, {"auctions", "rfq"}}).Draw(t, "modules off"),
			Blacklisted:   some("blacklisted"),
			Listed:        some("listed"),
			Active:        some("active"),
			Right:         some("right"),
			Fee:           some("fee"),
			Paid:          some("paid"),
		}
		bought := f
		bought.Paid = true
		if (f.MayPay() == nil) != (bought.May() == nil) {
			t.Fatalf("pays: %v, begins: %v", f.MayPay(), bought.May())
		}
		if f.May() == nil && (f.MayPay() != nil || f.Code() != "") {
			t.Fatalf("begins, but would not be let pay: %v", f.MayPay())
		}
	})
}

// A module that is off closes each of its activities, whatever the module is called.
func TestAModuleThatIsOffClosesItsActivities(t *testing.T) {
	for _, m := range party.Modules {
		for _, activity := range m.Activities {
			f := admitted()
			f.Activity, f.WithoutModule = sourcing.Activity(activity), []string{m.Name}
			if err := f.MayPay(); !errors.Is(err, entry.ModuleOff) {
				t.Errorf("%s while %s is off: %v", activity, m.Name, err)
			}
		}
	}
}
