package trial_test

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"zabuni.org/core/app"
	"zabuni.org/core/bidding/biddingsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymentsvc"
	"zabuni.org/core/platform/document"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/seal"
	"zabuni.org/core/sourcing"
)

// site is the platform over a database and a folder of keys and files, as a main
// puts it together.
type site struct {
	*app.App
	gateway *provider
	tills   tills
}

// tills are where the other sides of the ways with pages and of banks are, in the process that outlives every kill. Without
// them there is M-Pesa alone.
type tills struct {
	Addr  string // of the simulator
	Hooks string // where a crashling hears
}

// withTills adds the gateways to them; a build without the demonstration has none.
var withTills = func(tills, paymentsvc.Gateways) error { return nil }

// openSite opens what lies in dir. Only who holds a pool of the opener's role
// publishes.
func openSite(dir string, db, opening *pgxpool.Pool, at ...tills) (*site, error) {
	draft, err := seal.DraftKeeper(dir)
	if err != nil {
		return nil, err
	}
	notary, err := seal.OpenNotary(dir, "zabuni.test/log")
	if err != nil {
		return nil, err
	}
	files, err := document.OpenFolder(dir + "/files")
	if err != nil {
		return nil, err
	}
	s := &site{}
	if s.gateway, err = newProvider(); err != nil {
		return nil, err
	}
	gateways, origin := paymentsvc.Gateways{payment.Mpesa: s.gateway}, "https://zabuni.test"
	for _, t := range at {
		if t.Addr == "" {
			continue
		}
		s.tills, origin = t, "http://"+t.Hooks
		if err := withTills(t, gateways); err != nil {
			return nil, err
		}
	}
	o := app.Outside{DB: db, Drafts: seal.NewDrafts(draft), Notary: notary, Verifier: notary.Verifier, Files: files, Origin: origin, Gateways: gateways}
	if opening != nil {
		key, err := seal.OpeningKeeper(dir)
		if err != nil {
			return nil, err
		}
		o.Opening, o.Opener = opening, seal.NewOpener(key, notary.Verifier)
	}
	s.App = app.New(o)
	return s, nil
}

// fastClock runs three hundred times as fast, so that the patience and the rate
// limits of payments, which are minutes, pass while the kills go on.
const fastClock = `
CREATE TABLE zabuni.began AS SELECT clock_timestamp() AS at;
GRANT SELECT ON zabuni.began TO PUBLIC;
CREATE OR REPLACE FUNCTION zabuni.clock() RETURNS timestamptz LANGUAGE sql VOLATILE AS
$$ SELECT at + (clock_timestamp() - at) * 300 FROM zabuni.began $$;`

// feeCategories are what payers pay for: more than they come to.
const feeCategories = `
INSERT INTO category (id, job_id, buyer_id, activity, number, reference, name, currency, bid_fee, opens_at, closes_at, status, created_at)
SELECT gen_random_uuid(), j.id, j.buyer_id, j.activity, c || n, c || n, 'Reagents ' || c || n, c, 1000 + n, j.created_at, j.created_at + interval '1 year', 'open', j.created_at
FROM job j, generate_series(1, 3000) n, unnest(ARRAY['KES', 'USD']) c`

// takeDownWalls lets the planted fault pass what the schema would refuse.
const takeDownWalls = `
ALTER TABLE ledger_entry DROP CONSTRAINT ledger_entry_movement;
DROP INDEX ledger_entry_once`

// a maker builds the world in which crashlings work, by use cases.
type maker struct {
	*site
	ctx  context.Context
	db   *pgxpool.Pool
	made int
}

func (m *maker) company(kind string, t access.UserType) (access.Actor, error) {
	m.made++
	a := access.Actor{User: uuid.Must(uuid.NewV7()), Org: uuid.Must(uuid.NewV7()), Type: t, Name: fmt.Sprintf("Person %d", m.made),
		Email: fmt.Sprintf("p%d@example.org", m.made), Privileges: access.Titles[t]}
	profile := party.Profile{CompanyType: "limited", Name: fmt.Sprintf("Company %d", m.made), Country: "KE", TaxID: fmt.Sprintf("P05%07dA", m.made)}
	return a, pg.InTx(m.ctx, m.db, func(tx pg.Tx) error {
		if err := partysvc.Create(m.ctx, tx, access.System, kind, a.Org, partysvc.Registration{Profile: profile}); err != nil {
			return err
		}
		return m.Identity.CreateAdministrator(m.ctx, tx, a, "Person", fmt.Sprint(m.made), "254701234567", "simba42")
	})
}

func (m *maker) suppliers(n int) ([]access.Actor, error) {
	out := make([]access.Actor, n)
	for i := range out {
		var err error
		if out[i], err = m.company("supplier", access.Supplier); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// questions adds required texts to a category that is not published.
func (m *maker) questions(a access.Actor, category, section uuid.UUID, n int) ([]uuid.UUID, error) {
	out, one := make([]uuid.UUID, n), money.NewQuantity(1, 0)
	for i := range out {
		var err error
		out[i], err = m.Sourcing.SaveQuestion(m.ctx, a, a.Org, category,
			sourcing.Question{Section: section, Prompt: fmt.Sprint("Question ", i), Response: sourcing.TextBox, MustAnswer: true, Scored: true, MaxScore: &one})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// tender publishes a category with a text, a file and one item.
func (m *maker) tender() (category, essay, upload, item uuid.UUID, err error) {
	a, err := m.company("buyer", access.Buyer)
	if err != nil {
		return
	}
	now, err := pg.ClockOf(m.ctx, m.db)
	if err != nil {
		return
	}
	ten := money.NewQuantity(10, 0)
	steps := []func() error{
		func() (err error) {
			job, err := m.Sourcing.CreateJob(m.ctx, a, a.Org, sourcing.JobForm{Activity: sourcing.Tender, Code: "T1", Title: "Water pumps"})
			if err != nil {
				return err
			}
			category, err = m.Sourcing.CreateCategory(m.ctx, a, a.Org, job, sourcing.CategoryForm{Name: "Pumps", Currency: "KES", OpensAt: now,
				ClosesAt: now.Add(300 * 24 * time.Hour), PassMark: money.NewQuantity(50, 0), TechnicalWeight: money.NewQuantity(70, 0), FinancialWeight: money.NewQuantity(30, 0)})
			return err
		},
		func() error {
			section, err := m.Sourcing.CreateSection(m.ctx, a, a.Org, category, sourcing.Section{Name: "Experience"})
			if err != nil {
				return err
			}
			essay, err = m.Sourcing.SaveQuestion(m.ctx, a, a.Org, category,
				sourcing.Question{Section: section, Prompt: "Method", Response: sourcing.TextBox, MustAnswer: true, Scored: true, MaxScore: &ten})
			if err != nil {
				return err
			}
			upload, err = m.Sourcing.SaveQuestion(m.ctx, a, a.Org, category, sourcing.Question{Section: section, Prompt: "Licence", Response: sourcing.FileUpload, MustAnswer: true})
			return err
		},
		func() (err error) {
			item, err = m.Sourcing.AddItem(m.ctx, a, a.Org, category, sourcing.Item{Number: "1", Description: "Pump", Unit: "each", Quantity: money.NewQuantity(4, 0)})
			return err
		},
		func() error { return m.Sourcing.Publish(m.ctx, a, a.Org, category) },
	}
	for _, step := range steps {
		if err = step(); err != nil {
			return
		}
	}
	return
}

var pdf = []byte("%PDF-1.7\n1 0 obj <</Type/Catalog>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF\n")

// bids lets suppliers draft everything of a bid.
func (m *maker) bids(suppliers []access.Actor) ([]bidder, error) {
	category, essay, upload, item, err := m.tender()
	if err != nil {
		return nil, err
	}
	out := make([]bidder, len(suppliers))
	for i, a := range suppliers {
		bid, err := m.Bidding.Start(m.ctx, a, category)
		if err != nil {
			return nil, err
		}
		_, err = m.Bidding.Save(m.ctx, a, bid, biddingsvc.Changes{Answers: []biddingsvc.Answer{{Question: essay, Value: "By gravity"}},
			Prices: []biddingsvc.Price{{Item: item, UnitPrice: "1"}}})
		if err != nil {
			return nil, err
		}
		u, err := m.Bidding.BeginUpload(m.ctx, a, bid, upload, "licence.pdf", int64(len(pdf)))
		if err != nil {
			return nil, err
		}
		if _, err := m.Bidding.Append(m.ctx, a, u.ID, 0, pdf); err != nil {
			return nil, err
		}
		out[i] = bidder{a, bid, item}
	}
	return out, nil
}

// world makes the database's content and the task of the first crashling.
func world(ctx context.Context, owner, db, opening *pgxpool.Pool, t task, bidders, payers int) (task, error) {
	if _, err := owner.Exec(ctx, fastClock); err != nil {
		return t, err
	}
	if t.Fault == creditTwice {
		if _, err := owner.Exec(ctx, takeDownWalls); err != nil {
			return t, err
		}
	}
	s, err := openSite(t.Dir, db, opening)
	if err != nil {
		return t, err
	}
	m := &maker{site: s, ctx: ctx, db: db}
	people, err := m.suppliers(bidders + payers)
	if err != nil {
		return t, err
	}
	t.Payers = people[bidders:]
	if t.Clerk, err = m.company("operator", access.Operator); err != nil {
		return t, err
	}
	if t.Bidders, err = m.bids(people[:bidders]); err != nil {
		return t, err
	}
	if err := pg.InTx(ctx, owner, func(tx pg.Tx) error {
		if _, err := tx.Exec(ctx, feeCategories); err != nil {
			return err
		}
		_, err := journal.Record(ctx, tx, access.System, journal.Entry{Action: "test.fees.set", Object: "category"})
		return err
	}); err != nil {
		return t, err
	}
	for currency, to := range map[string]*[]uuid.UUID{"KES": &t.Fees, "USD": &t.Dollars} {
		rows, err := owner.Query(ctx, "SELECT id FROM category WHERE bid_fee > 0 AND currency = $1", currency)
		if err != nil {
			return t, err
		}
		if *to, err = pgx.CollectRows(rows, pgx.RowTo[uuid.UUID]); err != nil {
			return t, err
		}
	}
	return t, nil
}
