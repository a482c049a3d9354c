package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/valyala/fasthttp"

	"zabuni.org/core/app"
	"zabuni.org/core/gateway/llm"
	"zabuni.org/core/identity/identitysvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/payment"
	"zabuni.org/core/platform/bus"
	"zabuni.org/core/platform/document"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/platform/live"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/platform/seal"
	"zabuni.org/core/simulator/model"
)

// A house is the platform with two of everything, so that each tenant has a
// foreign one: a buyer, a supplier that bids to it, and a rival in the same tender.
type house struct {
	*testing.T
	*app.App
	ctx      context.Context
	db       *pgxpool.Pool
	bus      *bus.Bus
	now      time.Time // where the database's clock stands
	bffs     map[string]*httpkit.BFF
	handlers map[string]fasthttp.RequestHandler
	log      logbook
	level    slog.LevelVar
	operator access.Actor
	tenants  [2]*tenant
	people   int
	told     []tidings // all events so far
}

// A tenant is a buyer with its supplier and all that they have made.
type tenant struct {
	buyer, second, manager, supplier, rival access.Actor
	ids                                     map[string]string // by kind of object, see testdata/objects.golden
}

// word is a canary: what of, and whose. No word is part of another.
func word(owner access.Actor, class string) string {
	spoken.Store(canary{owner.Name[:4], class}, true)
	return "zq" + owner.Name[:4] + class + "x"
}

// newHouse is a house of one test's own, with the whole story told in it.
func newHouse(t *testing.T) *house {
	t.Helper()
	return newHouseOn(t, nil)
}

// newHouseOn is the same, with somebody who looks at all that is sent to its database.
func newHouseOn(t *testing.T, looks pgx.QueryTracer) *house {
	t.Helper()
	story.once.Do(func() { story.tell(t) })
	if story.at.IsZero() {
		t.Fatal("there is no story; the test that told it says why")
	}
	dir := pgtest.Dir(t)
	for _, f := range story.files {
		f.write(t, dir)
	}
	db := story.db.New(t)
	if looks != nil {
		db = pgtest.Traced(t, db, looks)
	}
	h := openHouse(t, db, dir, story.at)
	h.operator, h.people, h.told = story.operator, story.people, slices.Clone(story.told)
	for i, one := range story.tenants {
		own := *one
		own.ids = maps.Clone(one.ids)
		h.tenants[i] = &own
	}
	return h
}

// story is what every house begins with: it is told once and copied, for telling
// it takes longer than most of what is asked about it.
var story saga

// ends is when the story ends, so that whoever tells it again reads the same dates.
var ends = time.Date(2026, 11, 2, 9, 0, 0, 0, time.UTC)

type saga struct {
	once sync.Once
	at   time.Time // where its clock stands; zero before it is told to its end

	db       pgtest.Frozen
	files    []kept
	operator access.Actor
	tenants  [2]*tenant
	people   int
	told     []tidings
}

func (s *saga) tell(t *testing.T) {
	t.Helper()
	dir := pgtest.Dir(t)
	h := openHouse(t, pgtest.New(t), dir, ends)
	h.at(-40 * 24 * time.Hour)
	h.operator = h.person("oper", "operator", access.Operator, uuid.Nil)
	for i, names := range [][3]string{{"alfa", "gama", "epsi"}, {"beta", "delt", "zeta"}} {
		h.tenants[i] = h.tenant(names[0], names[1], names[2])
	}
	h.staff()
	h.bank()
	h.at(0)
	h.db.Close()
	h.Opening.Close()
	s.db, s.files = pgtest.Freeze(t, h.db), keep(t, dir, "nats")
	s.operator, s.tenants, s.people, s.told = h.operator, h.tenants, h.people, h.told
	s.at = h.now
}

// openHouse opens a house on a database and a folder.
func openHouse(t *testing.T, db *pgxpool.Pool, dir string, now time.Time) *house {
	t.Helper()
	h := &house{T: t, db: db, ctx: t.Context(), now: now}
	h.level.Set(slog.LevelError)
	t.Cleanup(func() {
		if said := h.log.said(); t.Failed() && len(said) > 0 {
			t.Logf("the log: %.8000s", faults(said))
		}
	})
	opening, err := seal.OpeningKeeper(dir)
	h.must(err)
	draft, err := seal.DraftKeeper(dir)
	h.must(err)
	eval, err := seal.EvaluationKeeper(dir)
	h.must(err)
	notary, err := seal.OpenNotary(dir, "zabuni.test/log")
	h.must(err)
	files, err := document.OpenFolder(dir + "/files")
	h.must(err)
	t.Cleanup(func() { _ = files.Close() })
	h.bus, err = bus.Open(h.ctx, bus.Options{Dir: dir + "/nats"})
	h.must(err)
	t.Cleanup(h.bus.Close)
	streams, err := live.Open(h.bus)
	h.must(err)
	t.Cleanup(streams.Close)
	writer, err := model.Open()
	h.must(err)
	t.Cleanup(writer.Close)
	pen, err := llm.New(llm.Options{URL: writer.URL(), Model: model.Name})
	h.must(err)
	h.App = app.New(app.Outside{
		DB:       h.db,
		Opening:  pgtest.As(t, h.db, "zabuni_opener"),
		Opener:   seal.NewOpener(opening, notary.Verifier),
		Drafts:   seal.NewDrafts(draft),
		EvalKey:  eval,
		Signer:   h.authority(),
		Notary:   notary,
		Verifier: notary.Verifier,
		Files:    files,
		Gateways: h.banked(),
		Taxes:    payment.Taxes{{Country: "KE", Name: "VAT", Rate: money.NewQuantity(16, 0), From: "2021-01-01"}},
		Log:      slog.New(slog.NewTextHandler(&h.log, &slog.HandlerOptions{Level: &h.level})),
		MailKey:  make([]byte, 32),
		Origin:   "http://zabuni.test",
		Live:     streams,
		Writer:   pen,
		Hasher:   identitysvc.Cheap(),
		Tell:     func(topic string, data any) { _ = live.Tell(h.bus, topic, data) },
	})
	h.Auctions.Random = rand.NewChaCha8([32]byte{}) // the same aliases each time
	h.must(h.Clock.Sync(h.ctx, h.db))
	h.bffs, h.handlers = map[string]*httpkit.BFF{}, map[string]fasthttp.RequestHandler{}
	for name, build := range bffs {
		h.bffs[name] = build(h.App)
		h.handlers[name] = h.bffs[name].Handler()
	}
	return h
}

// A kept file is one of a folder that is written again elsewhere.
type kept struct {
	path string
	mode fs.FileMode
	data []byte
}

// keep reads a folder, without what lies in one of its own.
func keep(t *testing.T, dir, without string) (out []kept) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && d.Name() == without:
			return fs.SkipDir
		case d.IsDir():
			return nil
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		data, err := os.ReadFile(path)
		out = append(out, kept{strings.TrimPrefix(path, dir), info.Mode().Perm(), data})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func (k kept) write(t *testing.T, dir string) {
	t.Helper()
	path := filepath.Join(dir, k.path)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, k.data, k.mode); err != nil {
		t.Fatal(err)
	}
}

// A logbook keeps what the program logs.
type logbook struct {
	mu   sync.Mutex
	text []byte
}

func (l *logbook) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text = append(l.text, p...)
	return len(p), nil
}

func (l *logbook) said() []byte {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.text)
}

// faults are the lines of a log that tell of something that went wrong, or all of it where none does.
func faults(log []byte) string {
	var out []byte
	for line := range bytes.Lines(log) {
		if bytes.Contains(line, []byte("level=ERROR")) || bytes.Contains(line, []byte("level=WARN")) || bytes.Contains(line, []byte(" status=5")) {
			out = append(out, line...)
		}
	}
	return cmp.Or(string(out), string(log))
}

// at stops the database's clock some time before or after the end of the story.
func (h *house) at(d time.Duration) {
	h.Helper()
	pgtest.SetClock(h.T, h.db, h.now.Add(d))
	h.must(h.Clock.Sync(h.ctx, h.db))
}

func (h *house) must(err error) {
	h.Helper()
	if err != nil {
		h.Fatal(err)
	}
}

// person signs somebody up: a company of that kind, or one that is there.
func (h *house) person(name, kind string, t access.UserType, org uuid.UUID) access.Actor {
	h.Helper()
	h.people++
	a := access.Actor{User: uuid.Must(uuid.NewV7()), Org: org, Type: t, Name: name, Privileges: access.Titles[t], Confirmed: h.now.Add(time.Hour)}
	h.must(pg.InTx(h.ctx, h.db, func(tx pg.Tx) error {
		if a.Org == uuid.Nil {
			a.Org = uuid.Must(uuid.NewV7())
			r := partysvc.Registration{Profile: party.Profile{CompanyType: "limited", Name: "Company " + word(a, "name"), Country: "KE", TaxID: fmt.Sprintf("P05%07dA", h.people),
				PhysicalAddress: word(a, "addr"), Website: "https://" + word(a, "site") + ".example"}}
			if err := partysvc.Create(h.ctx, tx, access.System, kind, a.Org, r); err != nil {
				return err
			}
		}
		a.Email = word(a, "mail") + fmt.Sprint(h.people) + "@example.org"
		return h.Identity.CreateAdministrator(h.ctx, tx, a, word(a, "user"), fmt.Sprint("Nr", h.people), "254701234567", "simba42")
	}))
	return a
}

// exec runs SQL as the database's owner, for what no use case does in a moment.
func (h *house) exec(sql string, args ...any) {
	h.Helper()
	owner := pgtest.As(h.T, h.db, "")
	defer owner.Close()
	if _, err := pgtest.Do(h.ctx, owner, sql, args...); err != nil {
		h.Fatalf("%s: %v", sql, err)
	}
}

// id reads one identifier; there must be one.
func (h *house) id(sql string, args ...any) string {
	h.Helper()
	owner := pgtest.As(h.T, h.db, "")
	defer owner.Close()
	var id string
	if err := owner.QueryRow(h.ctx, sql, args...).Scan(&id); err != nil {
		h.Fatalf("%s: %v", sql, err)
	}
	return id
}

// trespasses are audit entries of the second tenant that people of the first
// have caused: whatever is answered, nothing of another's may have been done.
func (h *house) trespasses() []string {
	h.Helper()
	owner := pgtest.As(h.T, h.db, "")
	defer owner.Close()
	of := func(t *tenant) []uuid.UUID { return []uuid.UUID{t.buyer.Org, t.supplier.Org, t.rival.Org} }
	rows, err := owner.Query(h.ctx, `SELECT e.actor_name || ': ' || e.action || ' ' || e.detail FROM audit_entry e JOIN account a ON a.id = e.actor_id
		WHERE a.company_id = ANY($1) AND e.company_id = ANY($2)`, of(h.tenants[0]), of(h.tenants[1]))
	h.must(err)
	out, err := pgx.CollectRows(rows, pgx.RowTo[string])
	h.must(err)
	return out
}
