package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"zabuni.org/core/payment"
	"zabuni.org/core/sourcing"
)

// A move is a line of moves.txt.
type move struct {
	line               string
	step               string             // that the category has, if it asks for one
	often              map[string]float64 // by status, or status and standing; "*": any
	who                []string
	method, path, body string
	then               []move // what follows at once
}

func readMoves(t testing.TB) (out []move) {
	t.Helper()
	for _, x := range table(t, "moves.txt", 5) {
		m := move{line: strings.Join(x[1:4], " "), often: map[string]float64{}, who: strings.Split(x[1], "|"), method: x[2], path: x[3], body: x[4]}
		if x[0] == "+" {
			last := &out[len(out)-1]
			last.then = append(last.then, m)
			continue
		}
		when := x[0]
		if step, rest, ok := strings.Cut(when, "? "); ok {
			m.step, when = step, rest
		}
		for part := range strings.SplitSeq(when, ",") {
			var often float64
			status, number, _ := strings.Cut(part, ":")
			if _, err := fmt.Sscan(number, &often); err != nil {
				t.Fatalf("moves.txt: %q: %v", part, err)
			}
			m.often[status] = often
		}
		out = append(out, m)
	}
	return out
}

// category is the one that the next step is about: mostly the one that was made last.
func (h *history) category(l lot) (id uuid.UUID, status string) {
	h.Helper()
	list := h.texts("SELECT id::text || ' ' || status FROM category ORDER BY parent_id IS NULL, status IN ('draft', 'cancelled', 'complete'), id")
	at := 0
	if len(list) > 1 && l.chance("another category", 35) {
		at = l.of("which category", len(list))
	}
	text, status, _ := strings.Cut(list[at], " ")
	return uuid.MustParse(text), status
}

// standing is how far people are with a category: of a supplier its bid's status,
// whether there is an order or a cart, or that it is new to it; of a judge what they
// have declared; of the category whether all who judge are through, and all checks.
func (h *history) standing(category uuid.UUID, supplier, judge string) (out []string) {
	h.Helper()
	of := pgx.NamedArgs{"category": category, "supplier": h.people[supplier].Org, "judge": h.people[judge].User}
	first := func(sql, otherwise string) {
		for _, s := range append(h.texts(sql, of), otherwise) {
			if s != "" {
				out = append(out, s)
			}
			return
		}
	}
	first(`SELECT status FROM participation WHERE category_id = @category AND supplier_id = @supplier
		UNION ALL SELECT o.status FROM purchase_order o JOIN order_line l ON l.order_id = o.id
			WHERE l.category_id = @category AND o.supplier_id = @supplier AND o.status IN ('created', 'pending', 'processing')
		UNION ALL SELECT 'cart' FROM cart_item WHERE category_id = @category AND supplier_id = @supplier
		UNION ALL SELECT 'stranger' FROM category c WHERE c.id = @category AND c.invited_only
			AND NOT EXISTS (SELECT FROM invitation i WHERE i.category_id = @category AND i.supplier_id = @supplier)`, "new")
	first(`SELECT CASE WHEN final_at IS NOT NULL THEN 'final' ELSE interest END FROM evaluation_assignment
		WHERE category_id = @category AND account_id = @judge AND interest IS NOT NULL`, "undeclared")
	first("SELECT '' FROM quality_declaration WHERE category_id = @category AND account_id = @judge", "unsworn")
	first(`SELECT '' FROM category WHERE id = @category AND (NOT EXISTS (SELECT FROM evaluation_assignment WHERE category_id = @category AND final_at IS NOT NULL)
		OR EXISTS (SELECT FROM evaluation_assignment WHERE category_id = @category AND interest = 'none' AND final_at IS NULL))`, "judged")
	first("SELECT 'off' FROM buyer_module m JOIN category c ON c.buyer_id = m.buyer_id WHERE c.id = @category AND NOT m.active", "on")
	first(`SELECT '' FROM opened_bid b JOIN question q ON q.category_id = b.category_id AND q.goes_qa WHERE b.category_id = @category
		AND NOT EXISTS (SELECT FROM quality_check c WHERE c.submission_id = b.submission_id AND c.question_id = q.id)`, "checked")
	if !slices.Contains(out, "checked") {
		out = append(out, "unchecked")
	}
	if (slices.Contains(out, "judged") || !h.policy.Has(sourcing.Evaluation)) && (slices.Contains(out, "checked") || !h.policy.Has(sourcing.QA)) {
		out = append(out, "ready")
	}
	return out
}

// apart are the people who have an interest, or stepped back.
func (h *history) apart(category uuid.UUID) (out []string) {
	h.Helper()
	for _, id := range h.texts(`SELECT account_id::text FROM evaluation_assignment WHERE category_id = $1 AND interest <> 'none'
		UNION SELECT account_id::text FROM quality_declaration WHERE category_id = $1 AND interest <> 'none'`, category) {
		for name, a := range h.people {
			if a.User.String() == id {
				out = append(out, name)
			}
		}
	}
	return out
}

// over reports whether nothing of the job goes on.
func (h *history) over() bool {
	h.Helper()
	return len(h.texts("SELECT id::text FROM category WHERE status NOT IN ('unsuccessful', 'cancelled', 'withdrawn')")) == 0
}

// step does one thing.
func (h *history) step(number int) {
	h.Helper()
	l := lot(fmt.Sprintf("%s/%d", h.seed, number))
	category, status := h.category(l)
	supplier := fmt.Sprint("s", 1+l.of("supplier", 5))
	judge := pick(l, "judge", []string{"officer", "officer", "second", "third", "staff"})
	if judge == "staff" && !h.managed && !l.chance("unwanted staff", 10) {
		judge = "officer"
	}
	if apart := h.apart(category); slices.Contains(apart, judge) && !l.chance("who is apart", 15) {
		if rest := slices.DeleteFunc([]string{"second", "third", "officer"}, func(name string) bool { return slices.Contains(apart, name) }); len(rest) > 0 {
			judge = pick(l, "who is not apart", rest)
		}
	}
	now := moment{status: status}
	judging := status == "technical_evaluation" || status == "financial_opened" && len(h.policy.Envelopes) == 1
	for _, s := range h.standing(category, supplier, judge) {
		now.keys = append(now.keys, status+" "+s)
		if judging {
			now.keys = append(now.keys, "judging "+s)
		}
	}
	if judging {
		now.keys = append(now.keys, "judging")
	}
	without := h.texts("SELECT unnest(without) FROM category WHERE id = $1", category)
	for _, step := range h.policy.Steps.Names() {
		if !slices.Contains(without, string(step)) {
			now.steps = append(now.steps, string(step))
		}
	}
	m := slices.MinFunc(h.moves, func(x, y move) int { return cmp.Compare(x.comes(l, now), y.comes(l, now)) })
	who := pick(l, "who", m.who)
	switch who {
	case "supplier":
		who = supplier
	case "judge":
		who = judge
	}
	c := chapter{title: fmt.Sprintf("%d %s %s %s", number, who, m.method, m.path)}
	switch who {
	case "clock":
		h.moveClock(l, m, category)
		c.title = fmt.Sprintf("%d the clock stands at %s", number, h.now.Format(time.RFC3339))
		h.duties()
	case "duty":
		h.duties()
		c.title = fmt.Sprintf("%d what is due", number)
	default:
		h.do(l, m, &c, who, category)
		if strings.Contains(m.path, "/payment/") { // two prompts at once would be answered in an order drawn by lot
			h.stand(h.now.Add(payment.Grace))
			h.duties()
		}
		for _, next := range m.then {
			h.do(l, next, &c, pick(l, "then "+next.line, next.who), category)
		}
	}
	if number%watched == 0 {
		c.rows = h.watch.Step(h.T)
	}
	for i := range looks {
		if seen := h.look(lot(fmt.Sprintf("%s/look %d", l, i))); seen != "" {
			c.looks = append(c.looks, seen)
		}
	}
	h.chapter = append(h.chapter, c)
}

// do sends a line, for all that it is to be done for.
func (h *history) do(l lot, m move, c *chapter, who string, category uuid.UUID) {
	h.Helper()
	p, app := h.as(who)
	c.answer += who + "\n"
	for _, known := range h.every(m, category) {
		h.act(l, m, c, p, app, who, category, known)
	}
}

// every is what a line is done for: once, or for each thing that it says every of.
func (h *history) every(m move, category uuid.UUID) []map[string]string {
	h.Helper()
	out := []map[string]string{{}}
	for _, found := range everyOf.FindAllStringSubmatch(m.path, -1) {
		name := strings.ReplaceAll(found[1], " ", "_")
		var next []map[string]string
		for _, known := range out {
			for _, id := range h.texts(objectsOf[name], pgx.NamedArgs{"category": category}) {
				with := maps.Clone(known)
				with["every_"+name], with[name] = id, id
				next = append(next, with)
			}
		}
		out = next
	}
	return out
}

var everyOf = regexp.MustCompile(`<every ([a-z ]+)>`)

// act sends one line.
func (h *history) act(l lot, m move, c *chapter, p persona, app, who string, category uuid.UUID, known map[string]string) {
	h.Helper()
	org := h.people[who].Org
	path := h.fill(l, m.path, category, org, known)
	c.answer += path + "\n"
	var body any
	switch m.body {
	case "-":
	case "=paper":
		body = paper("sent")
	default:
		text := h.fill(l, m.body, category, org, known)
		body = json.RawMessage(text)
		c.answer += text + "\n"
	}
	a := h.send(p, app, m.method, path, body)
	if a.status >= 500 {
		h.Errorf("%s: %s %s: %d %s", h.seed, c.title, path, a.status, a.body)
	}
	m.note(a.status < 300)
	c.answer += fmt.Sprintln(a.status, a.code)
	if strings.Contains(a.kind, "json") {
		c.answer += a.body + "\n"
	}
}

// A moment is where a category stands and who is about to act.
type moment struct {
	status string
	keys   []string // status and standing
	steps  []string // of its policy
}

// comes is when a move would come: the least comes first.
func (m move) comes(l lot, now moment) float64 {
	often := m.often[now.status] + m.often["*"]
	for _, key := range now.keys {
		often += m.often[key]
	}
	if m.step != "" && !slices.Contains(now.steps, m.step) {
		often = 0
	}
	if often == 0 {
		often = 0.02 // now and then, where it has no place
	}
	return l.heavy(m.line, often)
}

// moveClock lets time pass.
func (h *history) moveClock(l lot, m move, category uuid.UUID) {
	h.Helper()
	var closes time.Time
	h.must(h.owner.QueryRow(h.ctx, "SELECT closes_at FROM category WHERE id = $1", category).Scan(&closes))
	to := h.now
	switch m.method {
	case "in":
		d, err := time.ParseDuration(pick(l, "how long", strings.Split(m.path, "|")))
		h.must(err)
		to = h.now.Add(d)
	case "to":
		to = closes
	case "before":
		to = closes.Add(-time.Minute)
	}
	const enough = 3 // for a story: with fewer bids a category mostly waits
	bids := len(h.texts("SELECT DISTINCT supplier_id::text FROM submission WHERE category_id = $1", category))
	if open := closes.After(h.now); open && !to.Before(closes) && bids < enough && !l.chance("with few bids", 6) {
		to = h.now.Add(closes.Sub(h.now) / 10)
	}
	if to.Before(h.now) {
		to = h.now
	}
	h.stand(to)
}

// stand stops the clock at a moment.
func (h *history) stand(at time.Time) {
	h.Helper()
	h.world.SetClock(at)
	h.now = at
	h.must(h.Clock.Sync(h.ctx, h.db))
	clear(h.signed)
}

// duties does all that is due, and what others make of it.
func (h *history) duties() {
	h.Helper()
	for _, d := range h.Duties() {
		if d.Name == "transparency log" || strings.HasPrefix(d.Name, "forgetting") || strings.HasPrefix(d.Name, "sweeping") {
			continue
		}
		for more := true; more; {
			var err error
			if more, err = d.Do(h.ctx); err != nil {
				h.Fatalf("%s: %s: %v", h.seed, d.Name, err)
			}
		}
	}
	h.world.React()
}

// happened counts, over all histories, what each move came to.
var happened = struct {
	sync.Mutex
	done map[string]int
}{done: map[string]int{}}

func (m move) note(done bool) {
	happened.Lock()
	defer happened.Unlock()
	if done {
		happened.done[m.line]++
	}
}
