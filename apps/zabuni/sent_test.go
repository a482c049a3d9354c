package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/xuri/excelize/v2"

	"zabuni.org/core/app"
	"zabuni.org/core/bidding/biddingsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/platform/pgtest"
)

// unwatched are what the platform keeps for itself: by the true clock, by lot, or in an
// order that is nobody's.
var unwatched = []string{"expiry", "idempotency", "inbox", "kept", "log_checkpoint", "log_hash", "outbox", "rate_limit", "session", "slow_bucket", "witness"}

// A sentCall is a line of sent.txt: who sends what where, and what of the answer is kept
// for the lines below, as name=path of its members.
type sentCall struct{ who, method, path, body, keep string }

func sentCalls(t testing.TB) (out []sentCall) {
	for _, x := range table(t, "sent.txt", 5) {
		out = append(out, sentCall{x[0], x[1], x[2], x[3], x[4]})
	}
	return out
}

// desks are the apps of who sends.
var desks = map[string]string{
	"buyer":    "buyer",
	"second":   "buyer",
	"manager":  "contracts",
	"supplier": "supplier",
	"rival":    "supplier",
	"nobody":   "supplier",
	"operator": "operator",
}

// senders are the people of the first tenant, by the names that sent.txt gives them.
func (h *house) senders() map[string]persona {
	h.Helper()
	t, out := h.tenants[0], map[string]persona{"nobody": {}}
	for _, x := range []struct {
		who string
		a   access.Actor
	}{{"buyer", t.buyer}, {"second", t.second}, {"manager", t.manager}, {"supplier", t.supplier}, {"rival", t.rival}, {"operator", h.operator}} {
		token, half := h.session(x.a.User, sessionRow{confirmed: h.now.Add(time.Hour), expires: h.now.Add(12 * time.Hour), as: x.a.Type})
		out[x.who] = persona{token: token, half: half}
	}
	return out
}

var mention = regexp.MustCompile(`<(\w+)>`)

// said fills in what a line names.
func (h *house) said(text string) string {
	return mention.ReplaceAllStringFunc(text, func(name string) string {
		value, ok := h.tenants[0].ids[name[1:len(name)-1]]
		if !ok {
			h.Errorf("%s names %s, which nobody has kept", text, name)
		}
		return value
	})
}

// hold keeps what a line wants of an answer.
func (h *house) hold(keep, body string) {
	h.Helper()
	for one := range strings.SplitSeq(keep, ",") {
		name, path, ok := strings.Cut(one, "=")
		if !ok {
			continue
		}
		var v any
		h.must(json.Unmarshal([]byte(body), &v))
		for key := range strings.SplitSeq(path, ".") {
			switch x := v.(type) {
			case map[string]any:
				v = x[key]
			case []any:
				if at, err := strconv.Atoi(key); err == nil {
					v = x[at]
				} else {
					v = x[0].(map[string]any)[key]
				}
			}
		}
		if v == nil {
			h.Fatalf("there is no %s in %s", path, body)
		}
		h.tenants[0].ids[name] = fmt.Sprint(v)
	}
}

// sendingHouse is a house where sent.txt can be sent.
func sendingHouse(t *testing.T) *house {
	t.Helper()
	h := newHouse(t)
	ours := h.tenants[0]
	ours.set("rival", ours.rival.Org)
	h.kin()
	h.rewritten(ours)
	ours.ids["sent_block"] = h.id("SELECT body::jsonb #>> '{content,0,attrs,id}' FROM contract_version WHERE contract_id = $1", ours.ids["sent_contract"])
	ours.ids["judged_rival"] = h.id("SELECT id FROM submission WHERE category_id = $1 AND supplier_id = $2", ours.ids["judged"], ours.rival.Org)
	ours.ids["judged_bid"] = h.id("SELECT participation_id FROM submission WHERE id = $1", ours.ids["judged_submission"])
	ours.ids["judged_job"] = h.id("SELECT job_id FROM category WHERE id = $1", ours.ids["judged"])
	ours.ids["judged_item"] = h.id("SELECT id FROM item WHERE category_id = $1", ours.ids["judged"])
	ours.ids["saved_job"] = h.id("SELECT job_id FROM category WHERE id = $1", ours.ids["saved"])
	ours.ids["saved_contract"] = h.id("SELECT k.id FROM contract k JOIN award a ON a.id = k.award_id WHERE a.category_id = $1", ours.ids["saved"])
	return h
}

// rewritten is the rival's bid: submitted, and changed since.
func (h *house) rewritten(t *tenant) {
	h.Helper()
	category := uuid.MustParse(t.ids["open"])
	bid := uuid.MustParse(h.id("SELECT id FROM participation WHERE category_id = $1 AND supplier_id = $2", category, t.rival.Org))
	h.at(-30 * time.Minute)
	h.must(h.Bidding.Acknowledge(h.ctx, t.rival, bid, 2))
	_, err := h.Bidding.Submit(h.ctx, t.rival, bid, "submit-"+bid.String())
	h.must(err)
	h.at(-20 * time.Minute)
	item := uuid.MustParse(t.ids["open_item"])
	_, err = h.Bidding.Save(h.ctx, t.rival, bid, biddingsvc.Changes{Prices: []biddingsvc.Price{{Item: item, UnitPrice: "781", Version: 1}}})
	h.must(err)
	h.at(0)
}

// bodyOf is what a line sends.
func (h *house) bodyOf(c sentCall) any {
	switch c.body {
	case "=photo":
		return gate()
	case "=paper":
		return paper("sent")
	case "-":
		return nil
	default:
		return json.RawMessage(h.said(c.body))
	}
}

// sendLine sends a line from a desk and keeps what it wants of the answer.
func (h *house) sendLine(p persona, app string, c sentCall) answer {
	h.Helper()
	a := h.send(p, app, c.method, h.said(c.path), h.bodyOf(c))
	if a.status < 300 && strings.Contains(a.kind, "json") {
		h.hold(c.keep, a.body)
	}
	return a
}

// publishes lets the public list, and nobody else, hear of what has happened.
func (h *house) publishes() {
	h.Helper()
	rows, err := h.db.Query(h.ctx, "SELECT subject, payload FROM outbox ORDER BY id")
	h.must(err)
	heard, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (e tidings, err error) {
		return e, r.Scan(&e.subject, &e.payload)
	})
	h.must(err)
	for _, e := range heard {
		h.hand(e, func(name string) bool { return name == "publication" })
	}
}

// What people send is what is written, and what others read of it, each field under its
// own name: every operation that takes something, with all that it can take. A field that is
// lost, or comes to another's place, shows as a difference, which a person reads before
// it is taken over with -update.
func TestWhatIsSentIsWritten(t *testing.T) {
	t.Parallel()
	h := sendingHouse(t)
	people, watch := h.senders(), pgtest.NewWatch(t, h.db, unwatched...)
	type step struct {
		title  string
		answer answer
		rows   []pgtest.Row
	}
	var steps []step
	for _, c := range sentCalls(t) {
		if c.who == "-" {
			continue
		}
		p, ok := people[c.who]
		if !ok {
			t.Fatalf("sent.txt: who is %q?", c.who)
		}
		if strings.HasPrefix(c.path, "/tenders/") {
			h.publishes()
		}
		a := h.sendLine(p, desks[c.who], c)
		if a.status < 300 && !strings.Contains(a.kind, "json") {
			a.body = a.kind + headed(t, a)
		}
		steps = append(steps, step{fmt.Sprintf("# %d %s %s %s", len(steps)+1, c.who, c.method, c.path), a, watch.Step(t)})
	}
	l, names := newLabeller(h), pgtest.Names(t, h.db)
	var got strings.Builder
	for _, s := range steps {
		fmt.Fprintf(&got, "%s\n%d %s\n%s", s.title, s.answer.status, l.plain(s.answer.body), l.text(pgtest.Print(t, s.rows, names)))
	}
	compare(t, filepath.Join("testdata", "answers", "sent.txt"), got.String())
}

// headed is what stands at the head of each sheet of a workbook, in the language that it was asked for; nothing of another file.
func headed(t *testing.T, a answer) string {
	t.Helper()
	if !strings.Contains(a.kind, "spreadsheet") {
		return ""
	}
	f, err := excelize.OpenReader(strings.NewReader(a.body))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	out := ""
	for _, name := range f.GetSheetList() {
		rows, err := f.GetRows(name)
		if err != nil {
			t.Fatal(err)
		}
		for i, row := range rows {
			if seen, err := f.GetRowVisible(name, i+1); err != nil || seen {
				out += "\n" + name + ": " + strings.Join(row, " | ")
				break
			}
		}
	}
	return out
}

// leaves are all places of a body that hold something; "0" is any of a list.
func (d apiDoc) leaves(s schema, at string) []string {
	s = d.resolve(s)
	switch {
	case s.Items != nil:
		return d.leaves(*s.Items, at+"/0")
	case len(s.Properties) == 0:
		return []string{at}
	}
	var out []string
	for name, p := range s.Properties {
		if name != "$schema" {
			out = append(out, d.leaves(p, at+"/"+name)...)
		}
	}
	return out
}

// filled notes the places of a body that hold more than nothing.
func filled(v any, at string, out map[string]bool) {
	switch x := v.(type) {
	case map[string]any:
		for name, inner := range x {
			filled(inner, at+"/"+name, out)
		}
	case []any:
		for _, inner := range x {
			filled(inner, at+"/0", out)
		}
	case nil:
	default:
		out[at] = out[at] || x != "" && x != false && x != 0.0
	}
}

// operation is the path of a contract that a line of sent.txt asks.
func (d apiDoc) operation(c sentCall) string {
	asked, _, _ := strings.Cut(c.path, "?")
	parts := strings.Split(asked, "/")
	best := ""
	for path, methods := range d.Paths {
		own := strings.Split(path, "/")
		_, has := methods[strings.ToLower(c.method)]
		if !has || len(own) != len(parts) {
			continue
		}
		fits := true
		for i := range own {
			fits = fits && (own[i] == parts[i] || strings.HasPrefix(own[i], "{"))
		}
		if fits && (best == "" || strings.Count(path, "{") < strings.Count(best, "{")) {
			best = path
		}
	}
	return best
}

// outside are the desks alone, with nothing behind them.
func outside() map[string]*httpkit.BFF {
	out := map[string]*httpkit.BFF{}
	for name, build := range bffs {
		out[name] = build(app.New(app.Outside{}))
	}
	return out
}

// No operation that takes something is left out of sent.txt, and none of its fields;
// or it says there why, in a line of nobody's.
func TestEveryFieldIsSent(t *testing.T) {
	t.Parallel()
	docs := (&house{T: t, bffs: outside()}).contracts()
	sent, reasons := map[string]map[string]bool{}, map[string]bool{}
	for _, c := range sentCalls(t) {
		if c.who == "-" {
			reasons[c.method+" "+c.path] = true
			continue
		}
		key := c.method + " " + docs[desks[c.who]].operation(c)
		if sent[key] == nil {
			sent[key] = map[string]bool{}
		}
		var body any
		if strings.HasPrefix(c.body, "{") {
			if err := json.Unmarshal([]byte(mention.ReplaceAllString(c.body, "1")), &body); err != nil {
				t.Fatalf("%s %s: %v", c.method, c.path, err)
			}
		}
		filled(body, "", sent[key])
	}
	missed := map[string]bool{}
	for _, d := range docs {
		for path, methods := range d.Paths {
			for method, op := range methods {
				key := strings.ToUpper(method) + " " + path
				switch c := op.RequestBody.Content["application/json"]; {
				case method == "get" || reasons[key]:
				case sent[key] == nil:
					missed[key] = true
				case c.Schema.Ref != "":
					for _, at := range d.leaves(c.Schema, "") {
						if !sent[key][at] && !reasons[key+at] {
							missed[key+" "+at] = true
						}
					}
				}
			}
		}
	}
	for _, one := range slices.Sorted(maps.Keys(missed)) {
		t.Errorf("nobody sends %s", one)
	}
}
