package app_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app"
	"zabuni.org/core/app/story"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/mail"
)

var update = flag.Bool("update", false, "write what is told in each story")

// A chronicle is a story of which is written down, step by step, everything that
// anybody is told: who is not named beside a step heard nothing of it.
type chronicle struct {
	*listening
	out     strings.Builder
	noted   map[uuid.UUID]bool
	follows map[string]bool // events by which somebody was told something
}

// colleagues are people whom each company has beside the one who acts: one may do
// nothing, one has left, one wants no mail that may be stopped.
func (w *listening) colleagues(companies ...access.Actor) {
	w.Helper()
	for _, a := range companies {
		name := strings.ReplaceAll(strings.ToLower(a.Name), " ", "")
		w.colleague(a, a.Type, name+".clerk")
		left := w.colleague(a, a.Type, name+".left", access.Titles[a.Type]...)
		w.do("UPDATE account SET status = 'deactivated' WHERE id = $1", left.User)
		w.Must(w.Notify.Unsubscribe(w.Context(), w.Notify.UnsubscribeToken(w.colleague(a, a.Type, name+".unsubscribed").Email)))
	}
}

// when plays a step and notes who was told what of it.
func (c *chronicle) when(step string, play func()) {
	c.Helper()
	before := c.Count("SELECT coalesce(max(id), 0) FROM outbox")
	sent := len(c.box)
	play()
	c.post()
	events := c.column(`SELECT substr(subject, length('zabuni.') + 1) FROM outbox WHERE id > $1 ORDER BY id`, before)
	told := c.sentences()
	maps.Copy(told, c.messages(c.box[sent:]))
	fmt.Fprintf(&c.out, "## %s\n", step)
	heard := c.Notify.Events()
	for _, e := range slices.Compact(events) {
		if slices.Contains(heard, e) {
			fmt.Fprintf(&c.out, "   %s\n", e)
			if len(told) > 0 {
				c.follows[e] = true
			}
		}
	}
	for _, what := range slices.Sorted(maps.Keys(told)) {
		slices.Sort(told[what])
		fmt.Fprintf(&c.out, "%s\n      to %s\n", what, strings.Join(told[what], ", "))
	}
}

// heedless leaves out what was told so far.
func (c *chronicle) heedless() {
	c.Helper()
	c.post()
	c.sentences()
	c.messages(c.box)
}

// column is what a query for one column of text answers.
func (c *chronicle) column(sql string, args ...any) (out []string) {
	c.Helper()
	rows, err := c.DB.Query(c.Context(), sql, args...)
	c.Must(err)
	defer rows.Close()
	for rows.Next() {
		var s string
		c.Must(rows.Scan(&s))
		out = append(out, s)
	}
	c.Must(rows.Err())
	return out
}

// sentences are what came into inboxes since the last step, and to whom.
func (c *chronicle) sentences() map[string][]string {
	c.Helper()
	out := map[string][]string{}
	rows, err := c.DB.Query(c.Context(), `SELECT n.id, split_part(a.email::text, '@', 1), n.kind, n.href, n.params
		FROM notification n JOIN account a ON a.id = n.account_id`)
	c.Must(err)
	defer rows.Close()
	for rows.Next() {
		var id uuid.UUID
		var who, kind, href string
		var params []byte
		c.Must(rows.Scan(&id, &who, &kind, &href, &params))
		if c.noted[id] {
			continue
		}
		c.noted[id] = true
		c.whole(kind, params)
		what := c.plain(fmt.Sprintf("app %s %s %s", kind, href, c.facts(params)))
		out[what] = append(out[what], who)
	}
	c.Must(rows.Err())
	return out
}

// messages are what was written since the last step, with what the mail system got of
// it, and to whom. Whom it greets and the name of the reader's company are left out.
func (c *chronicle) messages(box []mail.Message) map[string][]string {
	c.Helper()
	out := map[string][]string{}
	rows, err := c.DB.Query(c.Context(), `SELECT d.id, d.recipient, d.kind, d.language, d.status, d.purpose, d.under_category IS NOT NULL,
			CASE WHEN d.data ->> 'Name' = a.first_name THEN d.data - 'Name' ELSE d.data END
			- CASE WHEN d.data ->> 'Supplier' = co.name THEN 'Supplier' ELSE '' END
		FROM mail_delivery d LEFT JOIN account a ON a.id = d.account_id LEFT JOIN company co ON co.id = a.company_id
		WHERE d.account_id IS NULL AND d.company_id IS NULL OR a.email = d.recipient::citext AND a.first_name = d.name AND co.id = d.company_id`)
	c.Must(err)
	defer rows.Close()
	for rows.Next() {
		var id uuid.UUID
		var recipient, kind, language, status, purpose string
		var under bool
		var data []byte
		c.Must(rows.Scan(&id, &recipient, &kind, &language, &status, &purpose, &under, &data))
		if c.noted[id] {
			continue
		}
		c.noted[id] = true
		what := []string{"mail", kind, status}
		if purpose != "" {
			what = append(what, "for", purpose)
		}
		if under {
			what = append(what, "sealed")
		}
		copies := 0
		for _, m := range box {
			if m.ID != id.String() {
				continue
			}
			if copies++; m.To.Email != recipient || m.Language != language {
				c.Errorf("a message to %s in %s was sent to %s in %s", recipient, language, m.To.Email, m.Language)
			}
			if m.Unsubscribe == "" {
				what = append(what, "unstoppable")
			}
			for _, a := range m.Attachments {
				what = append(what, "with", a.Name)
			}
		}
		if want := map[string]int{"sent": 1}[status]; copies != want {
			c.Errorf("a message to %s that is %s was sent %d times", recipient, status, copies)
		}
		line := c.plain(strings.Join(append(what, c.facts(data)), " "))
		who, _, _ := strings.Cut(recipient, "@")
		out[line] = append(out[line], who+" ("+language+")")
	}
	c.Must(rows.Err())
	return out
}

// facts are the values of an object that are not empty, by name.
func (c *chronicle) facts(raw []byte) string {
	c.Helper()
	var all map[string]any
	c.Must(json.Unmarshal(raw, &all))
	var out []string
	for _, k := range slices.Sorted(maps.Keys(all)) {
		v := fmt.Sprint(all[k])
		if n, ok := all[k].(float64); ok {
			v = time.Duration(n).String()
		}
		if v != "" && v != "0s" && v != "0001-01-01T00:00:00Z" {
			out = append(out, k+"="+v)
		}
	}
	return "{" + strings.Join(out, " | ") + "}"
}

var (
	sums    = regexp.MustCompile(`[0-9a-f]{64}`)
	numbers = regexp.MustCompile(`ST(-[0-9A-Z]{4}){3}|(?:ZB|RF|DP)-[0-9A-Z]{4}-[0-9A-Z]{4}`)
)

// plain is a line without what is another one each time.
func (c *chronicle) plain(line string) string {
	line = strings.ReplaceAll(line, story.Origin, "origin:")
	line = sums.ReplaceAllString(ids.ReplaceAllString(line, ":id"), ":sum")
	return numbers.ReplaceAllString(line, ":number")
}

// Who is told what of everything that happens: in the app and by mail, in whose
// language, with which values and where it leads. Every event that anybody follows
// is in one of the stories. Read the difference before you take it:
//
//	go test ./core/app -run WhoIsToldWhat -update
func TestWhoIsToldWhat(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	follows, played := map[string]bool{}, 0
	stories := map[string]func(*testing.T) *chronicle{
		"tender":       tenderTold,
		"rounds":       roundsTold,
		"registration": registrationTold,
		"accounts":     accountsTold,
		"companies":    companiesTold,
		"tasks":        tasksTold,
		"payments":     paymentsTold,
		"unsuccessful": unsuccessfulTold,
		"plans":        plansTold,
		"procurement":  procurementTold,
		"meetings":     meetingsTold,
		"archive":      archiveTold,
		"contracts":    contractsTold,
		"risks":        risksTold,
		"rooms":        roomsTold,
	}
	t.Run("stories", func(t *testing.T) {
		for name, tell := range stories {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				c := tell(t)
				mu.Lock()
				maps.Copy(follows, c.follows)
				played++
				mu.Unlock()
				path := filepath.Join("testdata", "told", name+".txt")
				if *update {
					if err := os.WriteFile(path, []byte(c.out.String()), 0o644); err != nil {
						t.Fatal(err)
					}
				}
				if want, err := os.ReadFile(path); err != nil || string(want) != c.out.String() {
					t.Errorf("%s differs, %v:\n%s", path, err, difference(string(want), c.out.String()))
				}
			})
		}
	})
	if played < len(stories) {
		return // some of them were asked for, or one broke off
	}
	for _, e := range app.New(app.Outside{}).Notify.Events() {
		switch e {
		case "notify.batch.asked": // TestManyAreToldInBatches
			continue
		case "party.profile.updated", "party.buyer.updated": // nobody is told: hours move, TestHoursMoveWithTheirCompany
			continue
		}
		if !follows[e] {
			t.Errorf("no story has anybody told of %s", e)
		}
	}
}

// difference is the lines that only one of two texts has.
func difference(want, got string) string {
	var out []string
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	for _, l := range a {
		if !slices.Contains(b, l) {
			out = append(out, "- "+l)
		}
	}
	for _, l := range b {
		if !slices.Contains(a, l) {
			out = append(out, "+ "+l)
		}
	}
	return strings.Join(out, "\n")
}

// begin makes a world of which is written down who is told what.
func begin(t *testing.T, bidders int) *chronicle {
	t.Helper()
	c := &chronicle{listening: listen(t, bidders), noted: map[uuid.UUID]bool{}, follows: map[string]bool{}}
	c.colleagues(append([]access.Actor{c.Officer}, c.Bidders...)...)
	return c
}
