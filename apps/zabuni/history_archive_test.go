package main

import (
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"github.com/google/uuid"

	tale "zabuni.org/core/app/story"
	"zabuni.org/core/archive"
	"zabuni.org/core/archive/archivesvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/sourcing"
)

// How far a task had come is told every so often, by the clock of who does it: kept as 0.
var farAsTold = regexp.MustCompile(`("(?:done|total)": ?)\d+`)

// A tender that nobody passed, with one bid taken back, one that was called off with its
// places known and one that was before it was published and waits: what people of every desk read of the archive, while
// one job is held and another was, is as it was.
func TestWhatTheArchiveKeepsIsReadAsItWas(t *testing.T) {
	t.Parallel()
	p, _ := sourcing.PolicyOf(sourcing.Tender)
	h := newHistory(t, p, "archive")
	w := h.world
	staff, keeper := h.people["staff"], w.Person("operator", access.Operator, uuid.Nil)

	terms := endTerms(p)
	terms.Fee = money.Decimal{}
	terms.Sections[0].Questions = append(terms.Sections[0].Questions, sourcing.Question{Prompt: "Licence", Response: sourcing.FileUpload, MustAnswer: true})
	c := w.Publish(p, terms)
	for i := range 3 {
		a := w.Bidders[i]
		c.Bid(a, map[string]string{"Years in trade": "None", "How?": "By road", "Licence": "licence.pdf"}, map[string]string{"1": "1000", "2": "400"})
		c.Submit(a)
	}
	w.Must(c.TryWithdraw(w.Bidders[2], c.Bids[w.Bidders[2].Org], "A mistake"))
	c.Close()
	for c.Sealed() {
		c.Open()
		var marks []tale.Mark
		for i := range 2 {
			marks = append(marks, tale.Mark{Bidder: w.Bidders[i], Prompt: "How?", Value: "1"})
		}
		c.Judge(marks...)
	}
	w.Must(c.TryRecommend(w.Officer, nil, "Nobody meets the criteria"))
	_, err := c.TryAward(w.Second, "en", "archive")
	w.Must(err)

	terms = endTerms(p)
	terms.Job.Code, terms.Fee = "KNOWN", money.Decimal{}
	terms.Closes = c.Closes.Add(96 * time.Hour)
	known := w.Publish(p, terms)
	known.Bid(w.Bidders[0], map[string]string{"Years in trade": "Ten", "How?": "By road"}, map[string]string{"1": "10", "2": "10"})
	known.Submit(w.Bidders[0])
	known.Close()
	for known.Sealed() {
		known.Open()
		known.Judge(tale.Mark{Bidder: w.Bidders[0], Prompt: "How?", Value: "8"})
	}
	w.Must(w.Sourcing.CancelJob(h.ctx, w.Officer, w.Officer.Org, known.Job, "It is bought otherwise"))
	w.React()

	w.SetClock(known.Closes.Add(archive.Quiet + 24*time.Hour))
	terms = endTerms(p)
	terms.Job.Code, terms.Fee = "OFF", money.Decimal{}
	terms.Opens, terms.Closes = known.Closes.Add(archive.Quiet+48*time.Hour), known.Closes.Add(archive.Quiet+96*time.Hour)
	off := w.Author(p, terms)
	w.Must(w.Sourcing.CancelJob(h.ctx, w.Officer, w.Officer.Org, off.Job, "The budget was withdrawn"))
	if n, err := w.Archive.EnterDue(h.ctx); err != nil || n != 2 {
		t.Fatalf("%d jobs archived, %v", n, err)
	}
	w.Must(w.Archive.Hold(h.ctx, staff, c.Job, "A bidder went to court"))
	w.Must(w.Archive.Release(h.ctx, keeper, c.Job, "The court has decided"))
	w.Must(w.Archive.Hold(h.ctx, staff, known.Job, "The auditor looks into it"))
	w.React()
	h.nowOn()

	buyer, first := w.Officer.Org.String(), w.Bidders[0].Org.String()
	bid := func(c *tale.Category, of string) string {
		return "/archive/categories/" + c.ID.String() + "/suppliers/" + of
	}
	looks := []string{}
	for _, look := range []struct{ who, path string }{
		{"officer", "/archive/jobs"},
		{"officer", "/archive/jobs/" + c.Job.String()},
		{"officer", "/archive/jobs/" + c.Job.String() + "?activity=rfq"},
		{"officer", "/archive/jobs/" + known.Job.String()},
		{"officer", "/archive/jobs/" + off.Job.String()},
		{"officer", "/archive/categories/" + c.ID.String()},
		{"officer", "/archive/categories/" + known.ID.String()},
		{"officer", bid(c, first)},
		{"officer", bid(known, first)},
		{"staff", "/archive/buyers"},
		{"staff", "/archive/buyers/" + buyer + "/jobs"},
		{"staff", "/archive/managed"},
		{"staff", "/archive/jobs/" + c.Job.String()},
		{"staff", "/archive/jobs/" + known.Job.String()},
		{"staff", bid(c, first)},
		{"s1", "/archive/companies"},
		{"s1", "/archive/companies/" + buyer + "/categories"},
		{"s1", "/archive/categories/" + c.ID.String()},
		{"s3", "/archive/companies/" + buyer + "/categories"},
		{"s3", "/archive/categories/" + c.ID.String()},
		{"s4", "/archive/companies"},
		{"s4", "/archive/categories/" + c.ID.String()},
	} {
		looks = append(looks, h.read(look.who, look.path))
	}
	// A bundle is given for a day.
	bundle, err := w.StartBundle(h.ctx, w.Officer, archivesvc.AskedBundle{Owner: w.Officer.Org, Job: c.Job})
	w.Must(err)
	w.Must(w.Tasks.Drain(h.ctx))
	looks = append(looks, farAsTold.ReplaceAllString(h.read("officer", "/tasks/"+bundle.String()), "${1}0"))
	h.chapter = []chapter{{title: "the archive", looks: looks}}

	// Its years are over: what goes is read, proposed, decided and destroyed.
	over := known.Closes.AddDate(archive.Years+1, 0, 0)
	w.SetClock(over)
	staff.Confirmed, keeper.Confirmed = over, over
	h.nowOn()
	goes := func(title string) {
		looks := []string{}
		looks = append(looks, h.read("staff", "/archive/jobs/"+c.Job.String()+"/disposal"))
		for _, who := range []string{"officer", "staff"} {
			looks = append(looks, h.read(who, "/archive/jobs/"+c.Job.String()))
		}
		h.chapter = append(h.chapter, chapter{title: title, looks: looks})
	}
	goes("the years are over")
	f, err := w.Archive.Fate(h.ctx, staff, c.Job)
	w.Must(err)
	w.Must(w.Archive.ProposeDisposal(h.ctx, staff, c.Job, "Seven years are over", f.Going.Sum[:]))
	goes("destruction is proposed")
	w.Must(w.Archive.DecideDisposal(h.ctx, keeper, c.Job, archivesvc.Verdict{Reason: "Not this year"}))
	w.Must(w.Archive.ProposeDisposal(h.ctx, keeper, c.Job, "Seven years are over", f.Going.Sum[:]))
	goes("another has proposed it")
	w.Must(w.Archive.DecideDisposal(h.ctx, staff, c.Job, archivesvc.Verdict{Destroy: true, Seen: f.Going.Sum[:]}))
	goes("destruction is decided")
	if n, err := w.Archive.DisposeDue(h.ctx); err != nil || n != 1 {
		t.Fatalf("%d jobs destroyed, %v", n, err)
	}
	w.React()
	goes("it is destroyed")
	last := &h.chapter[len(h.chapter)-1]
	for _, look := range []struct{ who, path string }{
		{"officer", "/archive/categories/" + c.ID.String()},
		{"officer", bid(c, first)},
		{"s1", "/archive/categories/" + c.ID.String()},
	} {
		last.looks = append(last.looks, h.read(look.who, look.path))
	}
	compareKept(t, filepath.Join("testdata", "ends", "archive.gz"), h.told())
}
