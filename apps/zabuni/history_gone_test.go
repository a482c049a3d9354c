package main

import (
	"path/filepath"
	"testing"
	"time"

	tale "zabuni.org/core/app/story"
	"zabuni.org/core/evaluation/evaluationsvc"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/sourcing"
)

// A tender whose report waits for a judge who is gone, and which is called off whole once it was published: what the buyer
// reads of the report, and anybody of the tender, is as it was. So is what a program published that told no closing of a lot.
func TestWhatIsGoneAndCalledOffIsReadAsItWas(t *testing.T) {
	t.Parallel()
	p, _ := sourcing.PolicyOf(sourcing.Tender)
	h := newHistory(t, p, "gone")
	w := h.world
	stage := func(title string, reads ...[2]string) {
		t.Helper()
		w.React()
		h.nowOn()
		var looks []string
		for _, r := range reads {
			looks = append(looks, h.read(r[0], r[1]))
		}
		h.chapter = append(h.chapter, chapter{title: title, looks: looks})
	}
	c := w.Author(p, endTerms(p))
	h.must(c.TryPublish(w.Officer))
	public, report := "/tenders/"+c.Job.String(), "/categories/"+c.ID.String()+"/evaluation/report"
	list := [][2]string{{"s1", "/tenders"}, {"s1", public}}
	stage("published", list...)
	c.Pay(w.Bidders[0])
	c.Bid(w.Bidders[0], map[string]string{"Years in trade": "Ten", "How?": "By road"}, map[string]string{"1": "1000", "2": "400"})
	c.Submit(w.Bidders[0])
	c.Close()
	c.Open()
	h.must(c.TryDeclare(w.Second, evaluationsvc.InterestNone))
	marks := []tale.Mark{{Bidder: w.Bidders[0], Prompt: "How?", Value: "7"}}
	h.must(c.TryMark(w.Second, evaluationsvc.Mark{Submission: c.Submission(w.Bidders[0]), Question: c.Questions["How?"].ID, Value: "6"}))
	h.must(c.TryFinish(w.Second))
	c.Judge(marks...)
	c.Open()
	c.Judge()
	h.must(h.Evaluation.BeginReport(h.ctx, w.Officer, w.Officer.Org, c.ID, "en"))
	stage("both are to sign", [2]string{"officer", report})
	_, err := pgtest.Do(h.ctx, h.db, "UPDATE account SET status = 'deactivated' WHERE id = $1", w.Second.User)
	h.must(err)
	stage("one is gone", [2]string{"officer", report})
	h.must(h.Evaluation.BeginReport(h.ctx, w.Officer, w.Officer.Org, c.ID, "en"))
	stage("made without them", [2]string{"officer", report})
	w.SetClock(c.Closes.Add(24 * time.Hour))
	h.must(h.Sourcing.CancelJob(h.ctx, w.Officer, w.Officer.Org, c.Job, "The budget was withdrawn"))
	stage("called off", list...)
	_, err = pgtest.Tamper(h.ctx, h.owner, "UPDATE publication_release SET body = (body::jsonb #- '{tender,lots,0,tenderPeriod}')::text WHERE job_id = $1", c.Job)
	h.must(err)
	stage("as it was published before closings of lots were told", list...)
	compareKept(t, filepath.Join("testdata", "ends", "gone.gz"), h.told())
}
