package sourcingsvc_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

func TestEveryActivityHasOneModule(t *testing.T) {
	for _, p := range sourcing.Policies {
		n := 0
		for _, m := range party.Modules {
			if slices.Contains(m.Activities, string(p.Activity)) {
				n++
			}
		}
		if n != 1 {
			t.Errorf("%s is in %d modules", p.Activity, n)
		}
	}
}

func TestAModuleThatIsOffRefusesEveryKindOfOperation(t *testing.T) {
	w := newWorld(t)
	companies := partysvc.New(w.db)
	job := w.job(sourcing.Tender, "T1")
	category, section, question, item := w.category(job, form())
	other := w.job(sourcing.RFQ, "R1")
	w.is(companies.SetModule(w.Context(), w.buyer, w.buyer.Org, "tender", false), fault.Forbidden)
	w.must(companies.SetModule(w.Context(), w.qed, w.buyer.Org, "tender", false))
	ctx := w.Context()
	for name, use := range map[string]func(a access.Actor) error{
		"list": func(a access.Actor) error {
			_, err := w.svc.Jobs(ctx, a, w.buyer.Org, sourcingsvc.JobFilter{Activities: []sourcing.Activity{sourcing.Tender}}, "", 10)
			return err
		},
		"read": func(a access.Actor) error { _, err := w.svc.Job(ctx, a, w.buyer.Org, job); return err },
		"create": func(a access.Actor) error {
			_, err := w.svc.CreateJob(ctx, a, w.buyer.Org, sourcing.JobForm{Activity: sourcing.Tender, Code: "T2", Title: "T"})
			return err
		},
		"update": func(a access.Actor) error {
			return w.svc.UpdateJob(ctx, a, w.buyer.Org, job, 1, sourcing.JobForm{Code: "T1", Title: "T"})
		},
		"cancel":   func(a access.Actor) error { return w.svc.CancelJob(ctx, a, w.buyer.Org, job, "why not") },
		"category": func(a access.Actor) error { _, err := w.svc.Category(ctx, a, w.buyer.Org, category); return err },
		"new category": func(a access.Actor) error {
			_, err := w.svc.CreateCategory(ctx, a, w.buyer.Org, job, form())
			return err
		},
		"duplicate": func(a access.Actor) error { _, err := w.svc.Duplicate(ctx, a, w.buyer.Org, category, nil); return err },
		"section":   func(a access.Actor) error { return w.svc.DeleteSection(ctx, a, w.buyer.Org, category, section) },
		"question":  func(a access.Actor) error { return w.svc.DeleteQuestion(ctx, a, w.buyer.Org, category, question) },
		"item":      func(a access.Actor) error { return w.svc.DeleteItem(ctx, a, w.buyer.Org, category, item) },
		"invite": func(a access.Actor) error {
			_, err := w.svc.Invitations(ctx, a, w.buyer.Org, category, sourcingsvc.InvitedFilter{}, "", 10)
			return err
		},
		"publish":     func(a access.Actor) error { return w.svc.Publish(ctx, a, w.buyer.Org, category) },
		"publish all": func(a access.Actor) error { return w.svc.PublishJob(ctx, a, w.buyer.Org, job) },
	} {
		for _, a := range []access.Actor{w.buyer, w.qed} {
			if err := use(a); !errors.Is(err, party.ModuleOff) {
				t.Errorf("%s by %s: %v", name, a.Type, err)
			}
		}
	}
	all, err := w.svc.Jobs(ctx, w.buyer, w.buyer.Org, sourcingsvc.JobFilter{}, "", 10)
	w.must(err)
	if len(all.Items) != 1 || all.Items[0].ID != other || all.Total != 1 {
		t.Errorf("the list of all activities has %d rows", len(all.Items))
	}
	w.must(companies.SetModule(ctx, w.qed, w.buyer.Org, "tender", true))
	if _, err := w.svc.Job(ctx, w.buyer, w.buyer.Org, job); err != nil {
		t.Error(err)
	}
	w.must(w.svc.Publish(ctx, w.buyer, w.buyer.Org, category))
	w.is(companies.SetModule(ctx, w.qed, w.buyer.Org, "tender", false), party.ModuleInUse)
}

func TestABlacklistedSupplierIsNotInvited(t *testing.T) {
	w := newWorld(t)
	companies := partysvc.New(w.db)
	ctx := w.Context()
	_, category := w.published(form())
	w.exec(`UPDATE company SET status = 'active'`)
	supplier := w.supplier
	supplier.Privileges = access.Titles[access.Supplier]
	notice := party.Notice{Ground: "fraud", Reason: "False bank guarantee", ReplyDays: 7}
	id, err := companies.GiveNotice(ctx, w.buyer, supplier.Org, notice)
	w.must(err)
	_, err = companies.GiveNotice(ctx, w.buyer, supplier.Org, notice)
	w.is(err, party.CaseOpen)

	// A notice alone keeps nobody out; nobody else's case is reached.
	w.must(partysvc.NotBlacklisted(ctx, w.db, w.buyer.Org, supplier.Org))
	end := noon.AddDate(1, 0, 0)
	decide := party.Decision{Blacklist: true, Reason: "Proved", Expires: &end}
	w.is(companies.DecideCase(ctx, w.rival, id, decide), party.CaseNotFound)
	w.is(companies.DecideCase(ctx, w.qed, id, decide), party.CaseNotFound)
	w.is(companies.DecideCase(ctx, w.buyer, id, decide), party.ReplyRuns)
	other := w.other
	other.Privileges = supplier.Privileges
	w.is(companies.Answer(ctx, other, id, party.Reply, "Not mine"), party.CaseNotFound)
	w.must(companies.Answer(ctx, supplier, id, party.Reply, "It was the bank's error"))
	w.must(companies.DecideCase(ctx, w.buyer, id, decide))
	_, err = w.svc.Invite(ctx, w.buyer, w.buyer.Org, category, []uuid.UUID{supplier.Org})
	w.is(err, party.Blacklisted)
	w.must(partysvc.NotBlacklisted(ctx, w.db, w.rival.Org, supplier.Org)) // one buyer's decision is that buyer's
	w.must(companies.Whitelist(ctx, w.buyer, id, "Appeal granted"))
	_, err = w.svc.Invite(ctx, w.buyer, w.buyer.Org, category, []uuid.UUID{supplier.Org})
	w.must(err)

	// The platform's decision holds for every buyer, until its last moment.
	id, err = companies.GiveNotice(ctx, w.qed, supplier.Org, notice)
	w.must(err)
	pgtest.Advance(t, w.db, 7*24*time.Hour)
	w.is(companies.Answer(ctx, supplier, id, party.Reply, "Too late"), party.ReplyOver)
	w.must(companies.DecideCase(ctx, w.qed, id, decide))
	w.is(partysvc.NotBlacklisted(ctx, w.db, w.rival.Org, supplier.Org), party.Blacklisted)
	pgtest.SetClock(t, w.db, end)
	w.must(partysvc.NotBlacklisted(ctx, w.db, w.rival.Org, supplier.Org))
}
