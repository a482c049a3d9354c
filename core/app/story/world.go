// Package story plays the life of a category by use cases, for the tests of any
// package: a World is a database with people, a Category is what a policy row
// makes of an author's terms, and its steps ask that row what there is to do.
// Every use case of the sourcing engine is called in steps.go and nowhere else
// here, so that one file follows the engine.
package story

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"zabuni.org/core/app"
	"zabuni.org/core/gateway/bank"
	"zabuni.org/core/identity/identitysvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymentsvc"
	"zabuni.org/core/platform/document"
	"zabuni.org/core/platform/outbox"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/platform/seal"
)

// Noon is where the clock of a world's database stands at first. It stands still
// until a step moves it.
var Noon = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

// Origin is where the links of a world's mails lead.
const Origin = "https://zabuni.test"

// A World is the platform over a database of its own, with two people of a buyer
// and some suppliers.
type World struct {
	*testing.T
	*app.App
	DB              *pgxpool.Pool
	Officer, Second access.Actor // of the buyer: one works, the other decides
	Bidders         []access.Actor
	Till            *Till
	Verifier        *seal.Verifier // of what its notary signs
	Files           document.Store
	people          int
	told            int64 // the last event that was reacted to
}

// New makes a world with so many suppliers.
func New(t *testing.T, bidders int) *World {
	t.Helper()
	return NewSeen(t, bidders, nil)
}

// NewSeen is New with somebody who sees all that is sent to its database; nil: nobody.
func NewSeen(t *testing.T, bidders int, by pgx.QueryTracer) *World {
	t.Helper()
	w := &World{T: t, DB: pgtest.New(t), Till: &Till{}}
	w.SetClock(Noon)
	opens := pgtest.As(t, w.DB, "zabuni_opener")
	if by != nil {
		w.DB, opens = pgtest.Traced(t, w.DB, by), pgtest.Traced(t, opens, by)
	}
	dir := pgtest.Dir(t)
	opening, err := seal.OpeningKeeper(dir)
	w.Must(err)
	draft, err := seal.DraftKeeper(dir)
	w.Must(err)
	eval, err := seal.EvaluationKeeper(dir)
	w.Must(err)
	notary, err := seal.OpenNotary(dir, "zabuni.test/log")
	w.Must(err)
	files, err := document.OpenFolder(dir + "/files")
	w.Must(err)
	t.Cleanup(func() { _ = files.Close() })
	accounts, err := bank.New(bank.Options{Accounts: "KES|Zabuni Ltd|KCB Bank|Moi Avenue|118 023 4567|KCBLKENX; USD|Zabuni Ltd|Equity Bank||0042|"})
	w.Must(err)
	w.Verifier, w.Files = notary.Verifier, files
	w.App = app.New(app.Outside{
		DB:       w.DB,
		Opening:  opens,
		Opener:   seal.NewOpener(opening, notary.Verifier),
		Drafts:   seal.NewDrafts(draft),
		EvalKey:  eval,
		Notary:   notary,
		Verifier: notary.Verifier,
		Files:    files,
		Gateways: paymentsvc.Gateways{payment.Mpesa: w.Till, payment.Bank: accounts},
		Alone:    payment.Limits{"KES": money.New(300, 0)},
		MailKey:  make([]byte, 32),
		Origin:   Origin,
		Hasher:   identitysvc.Cheap(),
	})
	w.Auctions.Random = rand.NewChaCha8([32]byte{})
	w.Must(w.Clock.Sync(t.Context(), w.DB))
	w.Officer = w.Person("buyer", access.Buyer, uuid.Nil)
	w.Second = w.Person("buyer", access.Buyer, w.Officer.Org)
	for range bidders {
		w.Bidders = append(w.Bidders, w.Person("supplier", access.Supplier, uuid.Nil))
	}
	return w
}

// Must ends the test on an error.
func (w *World) Must(err error) {
	w.Helper()
	if err != nil {
		w.Fatal(err)
	}
}

// Is ends the test unless err is the fault.
func (w *World) Is(err error, want *fault.Def) {
	w.Helper()
	if !errors.Is(err, want) {
		w.Fatalf("%v, want %s", err, want.Code)
	}
}

// SetClock stops the clock of the world at a moment.
func (w *World) SetClock(at time.Time) {
	w.Helper()
	pgtest.SetClock(w.T, w.DB, at)
	if w.App != nil {
		w.Must(w.Clock.Sync(w.Context(), w.DB))
	}
}

// Person makes an administrator, with a company where org names none.
func (w *World) Person(kind string, t access.UserType, org uuid.UUID) access.Actor {
	w.Helper()
	w.people++
	a := access.Actor{
		User:       uuid.Must(uuid.NewV7()),
		Org:        org,
		Type:       t,
		Name:       fmt.Sprintf("Person %d", w.people),
		Email:      fmt.Sprintf("p%d@example.org", w.people),
		Privileges: access.Titles[t],
		Confirmed:  Noon.Add(1000 * time.Hour),
	}
	w.Must(pg.InTx(w.Context(), w.DB, func(tx pg.Tx) error {
		if a.Org == uuid.Nil {
			a.Org = uuid.Must(uuid.NewV7())
			profile := party.Profile{
				CompanyType: "limited",
				Name:        fmt.Sprintf("Company %d", w.people),
				Country:     "KE",
				TaxID:       fmt.Sprintf("P05%07dA", w.people),
			}
			if err := partysvc.Create(w.Context(), tx, access.System, kind, a.Org, partysvc.Registration{Profile: profile}); err != nil {
				return err
			}
		}
		return w.Identity.CreateAdministrator(w.Context(), tx, a, "Person", fmt.Sprint(w.people), "254701234567", "simba42")
	}))
	return a
}

// Bidder is the person who bids for a company.
func (w *World) Bidder(company uuid.UUID) access.Actor {
	w.Helper()
	for _, a := range w.Bidders {
		if a.Org == company {
			return a
		}
	}
	w.Fatal("no such bidder")
	return access.Actor{}
}

// Count answers a query for one number.
func (w *World) Count(sql string, args ...any) int {
	w.Helper()
	var n int
	w.Must(w.DB.QueryRow(w.Context(), sql, args...).Scan(&n))
	return n
}

// React hands every new event to those who react to it, as the consumers do; what
// they report in turn as well. Each time the first worker dies before its end and
// the acknowledgement of the second is lost: the effect is there once.
func (w *World) React() {
	w.Helper()
	for before := int64(-1); before != w.told; {
		before = w.told
		w.told = w.replay(before, w.deliver)
	}
}

// ReactAgain hands all events to a reaction as if none had ever been acknowledged.
func (w *World) ReactAgain(name string) {
	w.Helper()
	w.replay(0, func(r app.Reaction, e outbox.Event) {
		if r.Name == name {
			w.Must(pg.InTx(w.Context(), w.DB, func(tx pg.Tx) error { return r.Do(w.Context(), tx, e.Payload) }))
		}
	})
}

var errDied = errors.New("the worker died here")

// deliver hands over an event three times.
func (w *World) deliver(r app.Reaction, e outbox.Event) {
	w.Helper()
	for attempt, want := range []error{errDied, nil, nil} {
		err := outbox.Once(w.Context(), w.DB, r.Name, e, func(ctx context.Context, tx pg.Tx, e outbox.Event) error {
			if attempt == 2 {
				return errors.New("it is noted already")
			}
			return errors.Join(r.Do(ctx, tx, e.Payload), want)
		})
		if !errors.Is(err, want) {
			w.Fatalf("%s of %s: %v", r.Name, e.Subject, err)
		}
	}
}

// replay hands the events after one to the reactions that hear them.
func (w *World) replay(after int64, to func(app.Reaction, outbox.Event)) (last int64) {
	w.Helper()
	rows, err := w.DB.Query(w.Context(), "SELECT id, subject, payload FROM outbox WHERE id > $1 ORDER BY id", after)
	w.Must(err)
	var events []outbox.Event
	for last = after; rows.Next(); {
		var e outbox.Event
		w.Must(rows.Scan(&last, &e.Subject, &e.Payload))
		e.ID = fmt.Sprint("story.", last)
		events = append(events, e)
	}
	w.Must(rows.Err())
	for _, e := range events {
		for _, r := range w.Reactions() {
			if r.Hears(e.Subject) {
				to(r, e)
			}
		}
	}
	return last
}

// Told is everything that the people of a company were told so far, in order:
// "inbox letter.award", "mail award_letter".
func (w *World) Told(who access.Actor) []string {
	w.Helper()
	w.React()
	rows, err := w.DB.Query(w.Context(), `
		SELECT 'inbox ' || n.kind, n.created_at, n.id FROM notification n JOIN account a ON a.id = n.account_id WHERE a.company_id = $1
		UNION ALL
		SELECT 'mail ' || d.kind, d.created_at, d.id FROM mail_delivery d JOIN account a ON a.id = d.account_id
		WHERE a.company_id = $1 AND d.status <> 'suppressed'
		ORDER BY 2, 3`, who.Org)
	w.Must(err)
	defer rows.Close()
	var out []string
	for rows.Next() {
		var what string
		w.Must(rows.Scan(&what, new(time.Time), new(uuid.UUID)))
		out = append(out, what)
	}
	w.Must(rows.Err())
	return out
}
