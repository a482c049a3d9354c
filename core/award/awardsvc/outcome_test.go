package awardsvc_test

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/award"
	"zabuni.org/core/award/awardsvc"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/sourcing"
)

var update = flag.Bool("update", false, "write what decisions leave")

var (
	anID = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f-]{27}`)
	hash = regexp.MustCompile(`[0-9a-f]{64}`)
)

// left is everything that a decision leaves in the database, and what its suppliers read.
func left(c *story.Category) string {
	c.Helper()
	names := map[string]string{}
	name := func(of string, id uuid.UUID) { names[id.String()] = "<" + of + ">" }
	for i, a := range c.Bidders {
		name(fmt.Sprint("supplier ", i+1), a.Org)
		name(fmt.Sprint("person of ", i+1), a.User)
	}
	name("buyer", c.Officer.Org)
	name("officer", c.Officer.User)
	name("second", c.Second.User)
	for _, b := range c.Desk().Bids {
		name("bid of "+b.SupplierName, b.SubmissionID)
	}
	for number, id := range c.Items {
		name("item "+number, id)
	}
	var out strings.Builder
	owner := pgtest.As(c.T, c.DB, "")
	for _, sql := range []string{
		"SELECT 'category: ' || status FROM category ORDER BY id",
		"SELECT 'participation: ' || supplier_id || ' ' || status FROM participation ORDER BY created_at, id",
		"SELECT 'recommendation: ' || to_jsonb(t)::text FROM recommendation t",
		"SELECT 'recommended: ' || to_jsonb(t)::text FROM recommendation_line t ORDER BY position",
		"SELECT 'award: ' || to_jsonb(t)::text FROM award t",
		"SELECT 'awarded: ' || to_jsonb(t)::text FROM award_line t ORDER BY position",
		"SELECT 'letter: ' || to_jsonb(t)::text FROM letter t ORDER BY supplier_id, reference",
		"SELECT 'figure: ' || to_jsonb(f)::text FROM letter_figure f ORDER BY f.supplier_id, f.position",
		"SELECT 'listed: ' || to_jsonb(t)::text FROM list_entry t ORDER BY supplier_id",
		`SELECT concat_ws(' ', 'log:', at, actor_name, company_id, action, object, detail)
			FROM audit_entry WHERE action LIKE 'award.%' ORDER BY id`,
	} {
		rows, err := owner.Query(c.Context(), sql)
		c.Must(err)
		for rows.Next() {
			var line string
			c.Must(rows.Scan(&line))
			line = anID.ReplaceAllStringFunc(line, func(id string) string {
				if n, ok := names[id]; ok {
					return n
				}
				return "<id>"
			})
			out.WriteString(hash.ReplaceAllString(line, "<sum>") + "\n")
		}
		c.Must(rows.Err())
	}
	for i, a := range c.Bidders {
		if bid, ok := c.Bids[a.Org]; ok {
			r, err := c.Awards.MyResult(c.Context(), a, bid)
			fmt.Fprintf(&out, "reads %d: %s %s, won %s by %s", i+1, r.Status, r.Outcome, r.AwardAmount.Short(), r.Winner)
			if r.Rank != nil {
				fmt.Fprintf(&out, ", %d of %d", *r.Rank, r.Bids)
			}
			for _, x := range r.Items {
				fmt.Fprintf(&out, ", item %s for %s", x.Number, x.Amount.Short())
			}
			fmt.Fprintf(&out, " %v\n", err)
		}
		list, unread, err := c.Awards.MyLetters(c.Context(), a, awardsvc.LetterFilter{}, "", 10)
		c.Must(err)
		for _, l := range list.Items {
			fmt.Fprintf(&out, "letter of %d: %s %s %s, %d unread\n", i+1, l.Kind, l.Reference, l.Subject, unread)
		}
	}
	return out.String()
}

// What decisions leave, row by row: another than the best with a reason, item by item,
// all who passed, the cheapest without letters.
func TestWhatADecisionLeaves(t *testing.T) {
	t.Parallel()
	lorry := func(number string) sourcing.Item {
		return sourcing.Item{Number: number, Description: "Lorry " + number, Unit: "each", Quantity: *story.Points(1)}
	}
	decide := func(c *story.Category, submission *uuid.UUID, reason, language string) awardsvc.Made {
		c.Must(c.TryRecommend(c.Officer, submission, reason))
		made, err := c.TryAward(c.Second, language, "award-"+strings.Repeat("0", 30))
		c.Must(err)
		c.React()
		return made
	}
	play := func(t *testing.T, a sourcing.Activity, terms story.Terms, bids func(i int) (answers, prices map[string]string)) *story.Category {
		p, _ := sourcing.PolicyOf(a)
		c := story.New(t, 3).Publish(p, terms)
		for i, x := range c.Bidders {
			c.Pay(x)
			answers, prices := bids(i)
			c.Bid(x, answers, prices)
			c.Submit(x)
		}
		c.Close()
		for c.Sealed() {
			c.Open()
			c.Judge()
		}
		return c
	}
	for name, tell := range map[string]func(*testing.T) string{
		"tender": func(t *testing.T) string {
			c := ranked(t, "private-default", 3)
			words := award.Template{
				Kind:      award.Regret,
				Language:  "fr",
				Subject:   "Non {reference}",
				Body:      "Cher {supplier}",
				Footer:    "{buyer}",
				Signature: "Le comité",
			}
			c.Must(c.Awards.SaveTemplate(c.Context(), c.Officer, c.Officer.Org, c.Job, words))
			second := c.Submission(c.Bidders[1])
			made := decide(c, &second, "The best one withdrew its validity", "sw")
			letters, _, err := c.Awards.MyLetters(c.Context(), c.Bidders[0], awardsvc.LetterFilter{}, "", 10)
			c.Must(err)
			for range 2 { // the first look alone is noted
				_, err = c.Awards.MyLetter(c.Context(), c.Bidders[0], letters.Items[0].ID)
				c.Must(err)
			}
			c.SetClock(made.StandstillEnds)
			c.Conclude()
			return left(c)
		},
		"items": func(t *testing.T) string {
			c := play(t, sourcing.AssetDisposal, items("A", lorry("1"), lorry("2"), lorry("3")), func(i int) (_, prices map[string]string) {
				return nil, []map[string]string{
					{"1": "100", "2": "50", "3": "70"},
					{"1": "90", "2": "60", "3": "60"},
					{"1": "80", "2": "10", "3": "10"},
				}[i]
			})
			decide(c, nil, "", "en")
			return left(c)
		},
		"quotation": func(t *testing.T) string {
			terms := items("Q", lorry("1"))
			c := play(t, sourcing.RFQ, terms, func(i int) (_, prices map[string]string) {
				return nil, map[string]string{"1": fmt.Sprint(100 + i)}
			})
			best := c.Submission(c.Bidders[0])
			decide(c, &best, "", "en")
			return left(c)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := tell(t)
			path := "testdata/left." + name + ".txt"
			if *update {
				if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if want, err := os.ReadFile(path); err != nil || string(want) != got {
				a, b := strings.Split(string(want), "\n"), strings.Split(got, "\n")
				for i := range min(len(a), len(b)) {
					if a[i] != b[i] {
						t.Errorf("- %s\n+ %s", a[i], b[i])
					}
				}
				t.Errorf("%s has %d lines, now %d, %v", path, len(a), len(b), err)
			}
		})
	}
}

// items are terms of items alone.
func items(code string, items ...sourcing.Item) story.Terms {
	return story.Terms{Job: sourcing.JobForm{Code: code}, Closes: story.Noon.Add(48 * time.Hour), Items: items}
}
