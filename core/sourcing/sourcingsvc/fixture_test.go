package sourcingsvc_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/platform/seal"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

// noon is where the clock of every test's database stands.
var noon = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

// A world is a database with two buyers, an operator and two suppliers.
type world struct {
	*testing.T
	db                *pgxpool.Pool
	svc               *sourcingsvc.Service
	buyer, rival, qed access.Actor
	supplier, other   access.Actor
	verifier          *seal.Verifier
}

// keys mints with a real opener and announces with a real notary, as app does.
type keys struct {
	*seal.Opener
	notary *seal.Notary
}

func (k keys) Mint(category uuid.UUID, e seal.Envelope, closesAt time.Time, sequence int64, now time.Time) (seal.CategoryKey, string, error) {
	key, err := k.Opener.Mint(category, e, closesAt, sequence, now)
	if err != nil {
		return key, "", err
	}
	note, err := k.notary.Announce(key)
	return key, string(note), err
}

// closings closes categories that nobody bid for.
type closings struct{ notary *seal.Notary }

func (c closings) Root(_ context.Context, _ pg.Tx, category uuid.UUID, closedAt time.Time) ([]byte, int, string, error) {
	tree, err := seal.Close(category, closedAt, nil)
	if err != nil {
		return nil, 0, "", err
	}
	note, err := c.notary.SignClosing(tree.Closing)
	return tree.Root[:], int(tree.Count), string(note), err
}

// SetAside has nothing to set aside: nobody bids here.
func (closings) SetAside(context.Context, pg.Tx, sourcing.Category, uuid.UUID) error { return nil }

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{T: t, db: pgtest.New(t)}
	pgtest.SetClock(t, w.db, noon)
	dir := t.TempDir()
	keeper, err := seal.OpeningKeeper(dir)
	w.must(err)
	notary, err := seal.OpenNotary(dir, "zabuni.test")
	w.must(err)
	w.verifier = notary.Verifier
	w.svc = sourcingsvc.New(w.db, partysvc.New(w.db), sourcingsvc.Outside{
		Keys:    keys{seal.NewOpener(keeper, w.verifier), notary},
		Closing: closings{notary}, Payable: func() []money.Currency { return []money.Currency{"KES"} }, Fee: func(money.Amount) bool { return true },
	})
	w.buyer = w.actor("buyer", "County of Nakuru", access.Buyer, access.Titles[access.Buyer])
	w.buyer.Confirmed = noon.AddDate(1, 0, 0) // proves a factor whenever one is asked for
	w.rival = w.actor("buyer", "Rift Water", access.Buyer, access.Titles[access.Buyer])
	w.qed = w.actor("operator", "Zabuni", access.Operator, access.Titles[access.Operator])
	w.supplier = w.actor("supplier", "Mwanzo Supplies", access.Supplier, nil)
	w.other = w.actor("supplier", "Upepo Works", access.Supplier, nil)
	return w
}

func (w *world) must(err error) {
	w.Helper()
	if err != nil {
		w.Fatal(err)
	}
}

func (w *world) is(err error, want *fault.Def) {
	w.Helper()
	if !errors.Is(err, want) {
		w.Fatalf("%v, want %s", err, want.Code)
	}
}

// field checks that err names a field at fault.
func (w *world) field(err error, pointer, code string) {
	w.Helper()
	if !slices.ContainsFunc(fault.As(err).Fields, func(f fault.Field) bool { return f.Pointer == pointer && f.Code == code }) {
		w.Fatalf("%v, want %s at %s", err, code, pointer)
	}
}

func (w *world) exec(sql string, args ...any) {
	w.Helper()
	_, err := pgtest.Do(w.Context(), w.db, sql, args...)
	w.must(err)
}

func (w *world) text(sql string, args ...any) string {
	w.Helper()
	var s string
	w.must(w.db.QueryRow(w.Context(), sql, args...).Scan(&s))
	return s
}

func newID() uuid.UUID { return uuid.Must(uuid.NewV7()) }

func (w *world) actor(kind, name string, t access.UserType, privileges []access.Privilege) access.Actor {
	a := access.Actor{User: newID(), Org: newID(), Type: t, Name: name, Privileges: privileges}
	w.exec(`INSERT INTO company (id, kind, name, country, created_at) VALUES ($1, $2, $3, 'KE', $4)`, a.Org, kind, name, noon)
	w.exec(`INSERT INTO account (id, company_id, user_type, email, first_name, last_name, status, created_at)
		VALUES ($1, $2, $3, $4, 'Amina', 'Otieno', 'active', $5)`, a.User, a.Org, string(t), a.User.String()+"@example.org", noon)
	return a
}

func (w *world) job(activity sourcing.Activity, code string) uuid.UUID {
	w.Helper()
	id, err := w.svc.CreateJob(w.Context(), w.buyer, w.buyer.Org, sourcing.JobForm{Activity: activity, Code: code, Title: "Works of " + code})
	w.must(err)
	return id
}

func form() sourcing.CategoryForm {
	return sourcing.CategoryForm{Name: "Pumps", Currency: "KES", BidFee: money.New(1000, 0), OpensAt: noon, ClosesAt: noon.Add(48 * time.Hour),
		PassMark: money.NewQuantity(70, 0), TechnicalWeight: money.NewQuantity(70, 0), FinancialWeight: money.NewQuantity(30, 0)}
}

func q(n int64) *money.Quantity { v := money.NewQuantity(n, 0); return &v }

// category drafts a tender's category that can be published.
func (w *world) category(job uuid.UUID, f sourcing.CategoryForm) (category, section, question, item uuid.UUID) {
	w.Helper()
	ctx, a, owner := w.Context(), w.buyer, w.buyer.Org
	category, err := w.svc.CreateCategory(ctx, a, owner, job, f)
	w.must(err)
	section, err = w.svc.CreateSection(ctx, a, owner, category, sourcing.Section{Name: "Experience"})
	w.must(err)
	question, err = w.svc.SaveQuestion(ctx, a, owner, category, sourcing.Question{Section: section, Prompt: "Years in trade", Response: sourcing.Selection,
		MustAnswer: true, Scored: true, MaxScore: q(10), Options: []sourcing.Option{{Label: "Ten", Score: q(10)}, {Label: "Five", Score: q(5)}}})
	w.must(err)
	item, err = w.svc.AddItem(ctx, a, owner, category, sourcing.Item{Number: "1", Description: "Pump", Unit: "each", Quantity: *q(4)})
	w.must(err)
	return category, section, question, item
}

func (w *world) published(f sourcing.CategoryForm) (job, category uuid.UUID) {
	w.Helper()
	job = w.job(sourcing.Tender, newID().String())
	category, _, _, _ = w.category(job, f)
	w.must(w.svc.Publish(w.Context(), w.buyer, w.buyer.Org, category))
	return job, category
}

func (w *world) status(table string, id uuid.UUID) string {
	w.Helper()
	return w.text(`SELECT status FROM `+table+` WHERE id = $1`, id)
}
