package main

import (
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/valyala/fasthttp"

	tale "zabuni.org/core/app/story"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/sourcing"
)

// How much happens.
const (
	steps   = 240 // of each history
	after   = 8   // steps once all is over
	watched = 4   // steps between two looks at what was written
	looks   = 5   // of somebody at something, after each step
)

// A history is the life of a job of one activity, drawn by lot: who does what, when
// and in which order comes from moves.txt and nobody has thought of it.
type history struct {
	*house
	seed    lot
	world   *tale.World
	policy  sourcing.Policy
	owner   *pgxpool.Pool // of the database: sees all
	people  map[string]access.Actor
	signed  map[string]persona // since the clock stood here
	watch   *pgtest.Watch
	docs    map[string]apiDoc
	moves   []move
	gets    map[string][]row // by app
	asked   int              // times that the provider was
	managed bool             // the buyer has bought the operator's services
	chapter []chapter
	heard   map[string]string
	also    map[string]string // what parameters may name besides objectsNamed
}

// A chapter is what came of one step.
type chapter struct {
	title, answer string
	rows          []pgtest.Row
	looks         []string
}

// The documents are the same in every history; to read them takes a tenth of one.
var (
	published sync.Once
	documents map[string]apiDoc
)

// openHistory is a world with one job of an activity, drawn by lot, and people who sign in
// to it.
func openHistory(t *testing.T, p sourcing.Policy, number string) *history {
	t.Helper()
	h := newHistory(t, p, number)
	w, seed := h.world, h.seed
	w.Till.Says = h.provider
	w.Author(p, h.terms())
	if seed.chance("published at once", 70) {
		for _, id := range h.texts("SELECT id::text FROM category") {
			_ = h.Sourcing.Publish(h.ctx, w.Officer, w.Officer.Org, uuid.MustParse(id))
		}
	}
	if h.managed = seed.chance("managed", 60); h.managed {
		h.exec(`INSERT INTO buyer_service (buyer_id, service, starts_on, changed_by, changed_at)
			SELECT $1, s, '2026-01-01', $2, zabuni.clock() FROM unnest(ARRAY['managed_sourcing', 'due_diligence']) s`, w.Officer.Org, w.Officer.User)
	}
	h.watch = pgtest.NewWatch(t, h.db, unwatched...)
	return h
}

// newHistory is a world in which nothing has happened, and people who sign in to it.
func newHistory(t *testing.T, p sourcing.Policy, number string) *history {
	t.Helper()
	seed := lot(fmt.Sprint(p.Activity, " ", number))
	w := tale.New(t, 5)
	h := &history{
		house:  &house{T: t, App: w.App, ctx: t.Context(), db: w.DB, now: tale.Noon},
		seed:   seed,
		world:  w,
		policy: p,
		owner:  pgtest.As(t, w.DB, ""),
		signed: map[string]persona{},
		moves:  readMoves(t),
		gets:   map[string][]row{},
		heard:  map[string]string{},
	}
	h.must(h.Clock.Sync(h.ctx, h.db))
	h.bffs, h.handlers = map[string]*httpkit.BFF{}, map[string]fasthttp.RequestHandler{}
	for name, build := range bffs {
		h.bffs[name] = build(h.App)
		h.handlers[name] = h.bffs[name].Handler()
	}
	published.Do(func() { documents = h.contracts() })
	h.docs = documents
	for _, r := range rows(t) {
		if r.method == http.MethodGet && r.path != "/live" && !unread.MatchString(r.path) {
			h.gets[r.app] = append(h.gets[r.app], r)
		}
	}
	h.people = map[string]access.Actor{
		"officer": w.Officer,
		"second":  w.Second,
		"third":   w.Person("buyer", access.Buyer, w.Officer.Org),
		"boss":    w.Person("buyer", access.Buyer, w.Officer.Org),
		"manager": w.Person("buyer", access.Temp, w.Officer.Org),
		"staff":   w.Person("operator", access.Operator, uuid.Nil),
	}
	h.tenants[0] = &tenant{buyer: w.Officer, ids: map[string]string{}}
	clerk := h.persona("clerk", access.Buyer, slices.DeleteFunc(slices.Clone(access.Titles[access.Buyer]), func(p access.Privilege) bool {
		return seed.chance("clerk "+string(p), 50)
	}), nil)
	h.people["clerk"] = access.Actor{User: clerk.user, Org: w.Officer.Org, Type: access.Buyer}
	for i, s := range w.Bidders {
		h.people[fmt.Sprint("s", i+1)] = s
	}
	return h
}

// provider mostly says that it was paid.
func (h *history) provider(ref string) payment.Result {
	h.asked++
	of := fmt.Sprint("provider ", h.asked)
	if h.seed.chance(of, 80) {
		return payment.Result{Outcome: payment.Paid, Code: "0", Receipt: fmt.Sprint("R", h.asked)}
	}
	return payment.Result{Outcome: payment.NotPaid, Reason: payment.ByPayer, Code: "1032"}
}

// terms are what the author says at first.
func (h *history) terms() tale.Terms {
	l := h.seed
	yes := []sourcing.Option{{Label: "yes", Score: tale.Points(10)}, {Label: "no", Score: tale.Points(0)}}
	pool := []sourcing.Question{
		{Prompt: "Licensed?", Response: sourcing.YesNo, MustAnswer: true, Scored: true, QA: true, MaxScore: tale.Points(10), Options: yes},
		{Prompt: "Years in trade", Response: sourcing.Selection, MustAnswer: true, Scored: true, DD: true, MaxScore: tale.Points(10),
			Options: []sourcing.Option{{Label: "Ten", Score: tale.Points(10)}, {Label: "Five", Score: tale.Points(5)}, {Label: "None", Score: tale.Points(0)}}},
		{Prompt: "Lorries", Response: sourcing.Number, Scored: true, MinScore: tale.Points(2), MaxScore: tale.Points(8),
			Bands: []sourcing.Band{{Upper: tale.Points(4), Score: *tale.Points(1)}, {Lower: tale.Points(4), Upper: tale.Points(9), Score: *tale.Points(5)}, {Lower: tale.Points(9), Score: *tale.Points(8)}}},
		{Prompt: "How?", Response: sourcing.TextBox, MustAnswer: true, Scored: true, MaxScore: tale.Points(8)},
		{Prompt: "Licence", Response: sourcing.FileUpload, MustAnswer: l.chance("must upload", 50), QA: true},
		{Prompt: "Regions", Response: sourcing.Checkboxes, Scored: true, MaxScore: tale.Points(6),
			Options: []sourcing.Option{{Label: "Coast", Score: tale.Points(4)}, {Label: "Lake", Score: tale.Points(2)}}},
		{Prompt: "Anything else", Response: sourcing.Text},
		{Prompt: "Insured", Response: sourcing.TrueFalse, MustAnswer: true, DD: true},
	}
	var first, second []sourcing.Question
	for i, q := range pool {
		switch {
		case i > 0 && l.chance("without "+q.Prompt, 35):
		case l.chance("later "+q.Prompt, 40):
			second = append(second, q)
		default:
			first = append(first, q)
		}
	}
	sections := []tale.Section{{Section: sourcing.Section{Name: "Standing"}, Questions: first}}
	if len(second) > 0 {
		sections = append(sections, tale.Section{Section: sourcing.Section{Name: "Means"}, Questions: second})
	}
	var items []sourcing.Item
	for i := range 1 + l.of("items", 3) {
		items = append(items, sourcing.Item{Number: fmt.Sprint(i + 1), Description: fmt.Sprint("Lorry ", i+1), Unit: "each", Quantity: *tale.Points(int64(1 + i*2))})
	}
	t := tale.Terms{
		Job:         sourcing.JobForm{Title: "Lorries"},
		Name:        "Heavy lorries",
		Currency:    pick(l, "currency", []money.Currency{"KES", "KES", "UGX"}),
		PassMark:    pick(l, "pass mark", []int64{0, 50, 50}),
		Technical:   70,
		Financial:   30,
		Opens:       pick(l, "opens", []time.Time{tale.Noon, tale.Noon.Add(3 * time.Hour)}),
		Closes:      tale.Noon.Add(72 * time.Hour),
		Openers:     pick(l, "openers", []int{0, 0, 2, 3}),
		InvitedOnly: l.chance("invited only", 20),
		Sections:    sections,
		Items:       items,
	}
	if t.Currency == "KES" {
		t.Fee = pick(l, "fee", []money.Decimal{money.New(1000, 0), money.New(0, 0)})
	}
	if h.policy.Optional&sourcing.Criteria != 0 && !h.policy.Has(sourcing.Live) {
		t.Without = []sourcing.StepName{}
		if l.chance("without criteria", 50) {
			t.Without = []sourcing.StepName{"criteria"}
		}
	}
	if l.chance("invites at first", 60) {
		t.Invited = h.world.Bidders[:1+l.of("invited", 4)]
	}
	return t
}

// as is a person who has just signed in.
func (h *history) as(name string) (persona, string) {
	h.Helper()
	a := h.people[name]
	p, ok := h.signed[name]
	if !ok {
		p = persona{name: name, t: a.Type, user: a.User}
		p.token, p.half = h.session(a.User, sessionRow{confirmed: h.now.Add(time.Hour), expires: h.now.Add(12 * time.Hour), as: a.Type})
		h.signed[name] = p
	}
	return p, appOf[a.Type]
}

// What nobody has thought of: lives of jobs drawn by lot, of every activity. Each act
// with its answer, each row that it writes, and what people read meanwhile is as it was.
func TestEveryHistoryIsAsItWas(t *testing.T) {
	kept, done, told := table(t, "histories.txt", 2), 0, map[sourcing.Activity]bool{}
	for _, x := range kept {
		name := x[0] + "-" + x[1]
		p := sourcing.Job{Activity: sourcing.Activity(x[0])}.Policy()
		told[p.Activity] = true
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := openHistory(t, p, x[1])
			for i, rest := 0, after; i < steps && rest > 0; i++ {
				h.step(i + 1)
				if h.over() {
					rest--
				}
			}
			h.chapter = append(h.chapter, chapter{title: "the end", rows: h.watch.Step(t)})
			compareKept(t, filepath.Join("testdata", "histories", name+".gz"), h.told())
			happened.Lock()
			defer happened.Unlock()
			done++
		})
	}
	for _, p := range sourcing.Policies {
		if !told[p.Activity] {
			t.Errorf("no history of %s is kept", p.Activity)
		}
	}
	t.Cleanup(func() {
		if done < len(kept) {
			return
		}
		for _, m := range readMoves(t) {
			if m.who[0] != "clock" && m.who[0] != "duty" && happened.done[m.line] == 0 {
				t.Errorf("moves.txt: nobody ever comes through with %s", m.line)
			}
		}
	})
}
