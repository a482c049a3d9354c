package evaluationsvc_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/bidding/biddingsvc"
	"zabuni.org/core/evaluation/evaluationsvc"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
)

// criteria are what an author might ask: sections with and without weights, with
// and without subsections, questions of every kind.
func criteria(t *rapid.T) []story.Section {
	n := 0
	question := func() sourcing.Question {
		n++
		q := sourcing.Question{
			Prompt:     fmt.Sprintf("Question %d", n),
			MustAnswer: true,
			Scored:     rapid.IntRange(0, 3).Draw(t, "scored") > 0,
			MaxScore:   story.Points(int64(rapid.IntRange(1, 20).Draw(t, "most"))),
		}
		rule := rapid.SampledFrom(sourcing.ResponseRules).Draw(t, "kind")
		q.Response = rule.Type
		labels := rule.Fixed
		if rule.Options {
			labels = []string{"All of it", "Some", "None"}[:rapid.IntRange(1, 3).Draw(t, "choices")]
		}
		for i, label := range labels {
			score := story.Points(0)
			if i == 0 {
				score = q.MaxScore
			}
			q.Options = append(q.Options, sourcing.Option{Label: label, Score: score})
		}
		if rule.Fixed != nil && !q.Scored {
			q.Options = nil
		}
		if rule.Bands && q.Scored && rapid.Bool().Draw(t, "banded") {
			q.Bands = []sourcing.Band{{Upper: story.Points(5)}, {Lower: story.Points(5), Score: *q.MaxScore}}
		}
		return q
	}
	section := func(most int) story.Section {
		n++
		s := story.Section{Section: sourcing.Section{Name: fmt.Sprintf("Section %d", n)}}
		for range rapid.IntRange(1, most).Draw(t, "questions") {
			s.Questions = append(s.Questions, question())
		}
		return s
	}
	var roots []story.Section
	for range rapid.IntRange(1, 3).Draw(t, "sections") {
		s := section(2)
		for range rapid.IntRange(0, 2).Draw(t, "subsections") {
			s.Below = append(s.Below, section(2))
		}
		if len(s.Below) > 0 && rapid.Bool().Draw(t, "asks below only") {
			s.Questions = nil
		}
		roots = append(roots, s)
	}
	if rapid.Bool().Draw(t, "weighted") {
		weigh(roots)
	}
	return roots
}

// weigh divides 100 per cent between the sections in which something is scored.
func weigh(roots []story.Section) {
	var counts []int
	for i, s := range roots {
		if scored(s) {
			counts = append(counts, i)
		}
	}
	rest := int64(100)
	for k, i := range counts {
		part := rest
		if k < len(counts)-1 {
			part = 100 / int64(len(counts))
		}
		rest -= part
		roots[i].Weight = story.Points(part)
	}
}

func scored(s story.Section) bool {
	for _, q := range s.Questions {
		if q.Scored {
			return true
		}
	}
	for _, below := range s.Below {
		if scored(below) {
			return true
		}
	}
	return false
}

// reply is some answer to a question.
func reply(t *rapid.T, q sourcing.Question) string {
	rule, _ := sourcing.RuleOf(q.Response)
	switch {
	case rule.Many:
		raw, _ := json.Marshal([]uuid.UUID{rapid.SampledFrom(q.Options).Draw(t, "choice").ID})
		return string(raw)
	case rule.Options:
		return rapid.SampledFrom(q.Options).Draw(t, "choice").ID.String()
	case rule.Fixed != nil:
		return rapid.SampledFrom(rule.Fixed).Draw(t, "word")
	case rule.Bands:
		return fmt.Sprint(rapid.IntRange(0, 9).Draw(t, "number"))
	}
	return "in words"
}

// What can be published can be evaluated, whatever the author asked and the bidder
// answered: nobody is stuck after the opening.
func TestWhatIsPublishedCanBeEvaluated(t *testing.T) {
	t.Parallel()
	w := story.New(t, 1)
	var conducted []sourcing.Policy
	for _, p := range sourcing.Policies {
		if p.Has(sourcing.Criteria) && !p.Has(sourcing.Live) {
			conducted = append(conducted, p)
		}
	}
	jobs, evaluated := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		jobs++
		now, err := pg.ClockOf(w.Context(), w.DB)
		w.Must(err)
		c := w.Author(rapid.SampledFrom(conducted).Draw(rt, "activity"), story.Terms{
			Job:       sourcing.JobForm{Code: fmt.Sprintf("T%d", jobs)},
			Opens:     now,
			Closes:    now.Add(time.Hour),
			PassMark:  int64(rapid.IntRange(0, 60).Draw(rt, "pass mark")),
			Technical: 70,
			Financial: 30,
			Without:   []sourcing.StepName{},
			Sections:  criteria(rt),
			Items:     []sourcing.Item{{Number: "1", Description: "Lorry", Unit: "each", Quantity: money.NewQuantity(1, 0)}},
		})
		if err := c.TryPublish(w.Officer); errors.Is(err, sourcing.NotReady) {
			rt.Logf("not published: %v", err)
			return
		} else {
			w.Must(err)
		}
		evaluated++
		a := w.Bidders[0]
		c.Pay(a)
		files := map[string]string{}
		for prompt, q := range c.Questions {
			if q.Response == sourcing.FileUpload {
				files[prompt] = "paper.pdf"
			}
		}
		bid := c.Bid(a, files, map[string]string{"1": "100"})
		var changes biddingsvc.Changes
		for _, q := range c.Questions {
			if q.Response != sourcing.FileUpload {
				changes.Answers = append(changes.Answers, biddingsvc.Answer{Question: q.ID, Value: reply(rt, q)})
			}
		}
		_, err = c.TrySave(a, bid, changes)
		w.Must(err)
		c.Submit(a)
		c.Close()
		c.Open()
		if c.Policy.Has(sourcing.Evaluation) {
			w.Must(c.TryDeclare(w.Officer, evaluationsvc.InterestNone))
			sheet, err := c.TrySheet(w.Officer)
			w.Must(err)
			for question := range sheet.Manual {
				w.Must(c.TryMark(w.Officer, evaluationsvc.Mark{Submission: sheet.Bids[0].SubmissionID, Question: question, Value: "1"}))
			}
			w.Must(c.TryFinish(w.Officer))
		}
		if err := c.TryComplete(w.Officer); err != nil {
			rt.Fatalf("published, opened, and stuck: %v", err)
		}
	})
	if evaluated < jobs/2 {
		t.Fatalf("only %d of %d were published", evaluated, jobs)
	}
}
