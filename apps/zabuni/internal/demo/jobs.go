//go:build demo

package demo

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	bffsupplier "zabuni.org/bff-supplier"
	"zabuni.org/core/app"
	"zabuni.org/core/award"
	"zabuni.org/core/bidding"
	"zabuni.org/core/bidding/biddingsvc"
	"zabuni.org/core/evaluation/evaluationsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/opening"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/seal"
	"zabuni.org/core/sourcing"
)

const (
	day     = 24 * time.Hour
	morning = 6 * time.Hour  // 9:00 in Nairobi and Addis Ababa
	evening = 14 * time.Hour // 17:00 there
)

// A stage is how far a demonstration tender has come.
type stage int

const (
	drafted stage = iota
	open
	closed
	opened  // technical envelopes
	givenUp // the same, and then cancelled
	ranked
	awarded // its letters issued; concluded once the standstill is over
)

// A tender of the demonstration. Times are days from today.
type tender struct {
	activity          sourcing.Activity // empty: a tender
	by                *person
	second            *person // opens with the first
	code, title, text string
	category          string
	kind              int // of supply
	currency          money.Currency
	fee               string
	estimate          string // empty: nobody estimated it
	opens, closes     int
	opensAt, closesAt time.Time
	stage             stage
	items             []line
	codes             []string // of the items, in their order
	things            []thing  // what the items are besides, in their order
	bids              []bid
	calls             []call // in the room, where prices are live
	asks              bool   // questions, though its activity usually does without
	papers            bool   // asks for documents besides
	extended          bool   // closes a day later than was published
	rolls             bool   // takes applications month by month, for a year
	untouched         bool   // nobody has declared anything, checked or visited yet
}

type line struct {
	description, unit string
	quantity          int64
}

func (l line) item(i int, id uuid.UUID) sourcing.Item {
	return sourcing.Item{ID: id, Number: fmt.Sprint(i + 1), Description: l.description, Unit: l.unit, Quantity: quantity(l.quantity)}
}

type bid struct {
	by     *person
	years  string
	method string
	prices []string
	mark   string
	papers []string // names of documents, where they are asked for
	draft  bool     // not submitted, its workbook asked for
}

func quantity(n int64) money.Quantity { return money.NewQuantity(n, 0) }

func ptr(n int64) *money.Quantity { v := quantity(n); return &v }

// seedJobs writes tenders in the order of their dates, the clock moving along.
func seedJobs(ctx context.Context, a *app.App, clock *Clock, all []tender) error {
	today, err := clock.today(ctx)
	if err != nil {
		return err
	}
	slices.SortStableFunc(all, func(x, y tender) int { return cmp.Compare(x.opens, y.opens) }) // the oldest first: the clock goes on
	for _, t := range all {
		t.opensAt = today.Add(time.Duration(t.opens)*day + morning)
		t.closesAt = today.Add(time.Duration(t.closes)*day + evening)
		if t.activity == "" {
			t.activity = sourcing.Tender
		}
		if err := t.write(ctx, a, clock); err != nil {
			return fmt.Errorf("%s: %w", t.code, err)
		}
	}
	return nil
}

// has tells whether the activity has steps.
func (t tender) has(steps sourcing.Step) bool {
	p := sourcing.Job{Activity: t.activity}.Policy()
	if !t.asks {
		p = p.Less(p.Usually)
	}
	return p.Has(steps)
}

func (t tender) write(ctx context.Context, a *app.App, clock *Clock) error {
	if err := clock.at(ctx, t.opensAt.Add(-time.Hour)); err != nil {
		return err
	}
	closes := t.closesAt
	if t.extended {
		t.closesAt = closes.Add(-day)
	}
	category, questions, items, err := t.author(ctx, a)
	if err != nil || t.stage == drafted {
		return err
	}
	if t.has(sourcing.ByInvitation) {
		var invited []uuid.UUID
		for _, b := range t.bids {
			invited = append(invited, b.by.company.id)
		}
		if _, err := a.Sourcing.Invite(ctx, t.by.actor, t.by.actor.Org, category, invited); err != nil {
			return err
		}
	}
	if t.rolls {
		year := sourcing.IntakeForm{Unit: sourcing.Monthly, Until: t.closesAt.AddDate(1, 0, 0)}
		if err := a.Sourcing.SetIntake(ctx, t.by.actor, t.by.actor.Org, category, year); err != nil {
			return err
		}
	}
	if err := a.Sourcing.Publish(ctx, t.by.actor, t.by.actor.Org, category); err != nil {
		return err
	}
	asked := t.opensAt.Add(time.Hour)
	if err := clock.at(ctx, asked); err != nil {
		return err
	}
	if _, err := a.Sourcing.OpenDue(ctx); err != nil {
		return err
	}
	for i, b := range t.bids {
		if err := b.pay(ctx, a, clock, category, asked); err != nil {
			return fmt.Errorf("fee of %s: %w", b.by.company.name, err)
		}
		if err := b.write(ctx, a, category, questions, items, i); err != nil {
			return fmt.Errorf("bid of %s: %w", b.by.company.name, err)
		}
	}
	if err := t.published(ctx, a, category); err != nil {
		return err
	}
	if err := t.asked(ctx, a, category); err != nil {
		return fmt.Errorf("questions: %w", err)
	}
	if t.extended {
		actor, err := t.by.fresh(ctx, a)
		if err != nil {
			return err
		}
		if err := a.Sourcing.Extend(ctx, actor, actor.Org, category, closes, "The last day is a public holiday"); err != nil {
			return err
		}
		t.closesAt = closes
	}
	if err := t.published(ctx, a, category); err != nil || t.stage == open {
		return err
	}
	if err := clock.at(ctx, t.closesAt.Add(time.Minute)); err != nil {
		return err
	}
	if _, err := a.Sourcing.CloseDue(ctx); err != nil || t.stage == closed {
		return err
	}
	if err := t.openNext(ctx, a, category); err != nil {
		return err
	}
	if t.stage == givenUp {
		return t.giveUp(ctx, a, category)
	}
	if err := t.visit(ctx, a, clock, category); err != nil || t.stage == opened {
		return err
	}
	if err := t.evaluate(ctx, a, category, questions); err != nil || t.stage == ranked {
		return err
	}
	if t.has(sourcing.Live) {
		if err := t.live(ctx, a, clock, category); err != nil {
			return err
		}
	}
	if err := t.award(ctx, a, category); err != nil {
		return err
	}
	return t.published(ctx, a, category)
}

// giveUp cancels a job whose bids were opened.
func (t tender) giveUp(ctx context.Context, a *app.App, category uuid.UUID) error {
	var job uuid.UUID
	if err := a.DB.QueryRow(ctx, `SELECT job_id FROM category WHERE id = $1`, category).Scan(&job); err != nil {
		return err
	}
	return a.Sourcing.CancelJob(ctx, t.by.actor, t.by.actor.Org, job, "The ministry delivers them itself")
}

// award: the first recommends the best, the second decides.
func (t tender) award(ctx context.Context, a *app.App, category uuid.UUID) error {
	owner := t.by.actor.Org
	s, err := a.Awards.Standing(ctx, t.by.actor, owner, category)
	if err != nil {
		return err
	}
	var best []award.Choice // where several may be chosen, all who passed are, or the best of each item
	if s.Policy().Selects == sourcing.OneBid {
		best = []award.Choice{{Submission: s.Results[0].Submission}}
	}
	if err := a.Awards.Recommend(ctx, t.by.actor, owner, category, best, ""); err != nil {
		return err
	}
	second, err := t.second.fresh(ctx, a)
	if err != nil {
		return err
	}
	if s, err = a.Awards.Standing(ctx, second, owner, category); err != nil {
		return err
	}
	_, err = a.Awards.Award(ctx, second, owner, category, s.Recommendation.RecommendedAt, "en", "demonstration-"+category.String())
	return err
}

// author drafts a tender with two sections of questions and its items.
func (t tender) author(ctx context.Context, a *app.App) (category uuid.UUID, questions map[string]uuid.UUID, items []uuid.UUID, err error) {
	actor, owner := t.by.actor, t.by.actor.Org
	form := sourcing.JobForm{Activity: t.activity, Code: t.code, Title: t.title, Description: t.text}
	if form.Department, err = t.department(ctx, a); err != nil {
		return category, nil, nil, err
	}
	fee, err := money.ParseDecimal(t.fee)
	if err != nil {
		return category, nil, nil, err
	}
	kind := uuid.MustParse(fmt.Sprintf("01900000-0000-7000-8000-%012d", t.kind))
	var without []sourcing.StepName // as the activity usually does
	if t.asks {
		without = []sourcing.StepName{}
	}
	terms := sourcing.CategoryForm{Name: t.category, Type: &kind, Currency: t.currency, BidFee: fee,
		Instructions: "Answer every question marked *. Prices include delivery. Late submissions are refused.",
		OpensAt:      t.opensAt, ClosesAt: t.closesAt, Without: without, PassMark: quantity(60), TechnicalWeight: quantity(70), FinancialWeight: quantity(30)}
	if t.estimate != "" {
		estimate, err := money.ParseDecimal(t.estimate)
		if err != nil {
			return category, nil, nil, err
		}
		terms.Estimate = &estimate
	}
	if t.has(sourcing.Live) {
		category, err = t.room(ctx, a, form, terms)
	} else {
		var job uuid.UUID
		if job, err = a.Sourcing.CreateJob(ctx, actor, owner, form); err == nil {
			category, err = a.Sourcing.CreateCategory(ctx, actor, owner, job, terms)
		}
	}
	if err != nil {
		return category, nil, nil, err
	}
	if t.has(sourcing.Criteria) {
		if questions, err = t.ask(ctx, a, category); err != nil {
			return category, nil, nil, err
		}
	}
	if err := t.attach(ctx, a, category); err != nil {
		return category, nil, nil, err
	}
	for i, l := range t.items {
		item := l.item(i, uuid.Nil)
		if i < len(t.codes) {
			item.Code = t.codes[i]
		}
		id, err := a.Sourcing.AddItem(ctx, actor, owner, category, item)
		if err != nil {
			return category, nil, nil, err
		}
		items = append(items, id)
		if i < len(t.things) {
			if err := t.things[i].put(ctx, a, actor, category, l.item(i, id)); err != nil {
				return category, nil, nil, err
			}
		}
	}
	return category, questions, items, nil
}

func (t tender) ask(ctx context.Context, a *app.App, category uuid.UUID) (map[string]uuid.UUID, error) {
	actor, owner := t.by.actor, t.by.actor.Org
	out := map[string]uuid.UUID{}
	section := func(name, text string) (uuid.UUID, error) {
		return a.Sourcing.CreateSection(ctx, actor, owner, category, sourcing.Section{Name: name, Description: text})
	}
	company, err := section("Company and experience", "Who you are and what you have delivered.")
	if err != nil {
		return nil, err
	}
	method, err := section("Delivery", "How and when you will deliver.")
	if err != nil {
		return nil, err
	}
	for name, q := range map[string]sourcing.Question{
		"years": {Section: company, Prompt: "How many years have you supplied goods of this kind?", Response: sourcing.Number, MustAnswer: true, Scored: true, MaxScore: ptr(20),
			Bands: []sourcing.Band{{Upper: ptr(2), Score: quantity(5)}, {Lower: ptr(2), Upper: ptr(5), Score: quantity(12)}, {Lower: ptr(5), Score: quantity(20)}}},
		"licence": {Section: company, Prompt: "Do you hold a valid trading licence?", Response: sourcing.YesNo, MustAnswer: true, QA: true, DD: true},
		"method":  {Section: method, Prompt: "Describe your delivery plan, installation and training.", Response: sourcing.TextBox, MustAnswer: true, QA: true, Scored: true, MaxScore: ptr(60)},
		"warranty": {Section: method, Prompt: "Warranty offered", Response: sourcing.Selection, MustAnswer: true, Scored: true, MaxScore: ptr(20),
			Options: []sourcing.Option{{Label: "12 months", Score: ptr(8)}, {Label: "24 months", Score: ptr(14)}, {Label: "36 months", Score: ptr(20)}}},
	} {
		if !t.has(sourcing.Evaluation) {
			q.Scored, q.MaxScore, q.Bands = false, nil, nil
			for i := range q.Options {
				q.Options[i].Score = nil
			}
		}
		if out[name], err = a.Sourcing.SaveQuestion(ctx, actor, owner, category, q); err != nil {
			return nil, fmt.Errorf("question %s: %w", name, err)
		}
	}
	if t.papers {
		papers := sourcing.Question{Section: company, Prompt: "Papers / \"ሰነዶች\": licence, references", Response: sourcing.FileUpload, MustAnswer: true, QA: true}
		out["papers"], err = a.Sourcing.SaveQuestion(ctx, actor, owner, category, papers)
	}
	return out, err
}

func (b bid) write(ctx context.Context, a *app.App, category uuid.UUID, questions map[string]uuid.UUID, items []uuid.UUID, n int) error {
	id, err := a.Bidding.Start(ctx, b.by.actor, category)
	if err != nil {
		return err
	}
	var c biddingsvc.Changes
	if questions != nil {
		var warranty uuid.UUID
		err = a.DB.QueryRow(ctx, "SELECT id FROM question_option WHERE question_id = $1 ORDER BY position DESC OFFSET $2 LIMIT 1", questions["warranty"], n%3).Scan(&warranty)
		if err != nil {
			return err
		}
		c.Answers = []biddingsvc.Answer{
			{Question: questions["years"], Value: b.years}, {Question: questions["licence"], Value: "yes"},
			{Question: questions["method"], Value: b.method}, {Question: questions["warranty"], Value: warranty.String()}}
	}
	for i, item := range items[:min(len(items), len(b.prices))] { // what is live is priced in its room
		c.Prices = append(c.Prices, biddingsvc.Price{Item: item, UnitPrice: b.prices[i]})
	}
	if _, err := a.Bidding.Save(ctx, b.by.actor, id, c); err != nil {
		return err
	}
	for _, name := range b.papers {
		if err := b.upload(ctx, a, id, questions["papers"], name); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	if b.draft {
		_, err = a.StartItemTemplate(ctx, b.by.actor, id, "en", bffsupplier.TemplateScreens)
		if errors.Is(err, bidding.NoFinancial) {
			return nil
		}
		return err
	}
	_, err = a.Bidding.Submit(ctx, b.by.actor, id, "demonstration-"+id.String())
	return err
}

// upload sends a document that says no more than its name.
func (b bid) upload(ctx context.Context, a *app.App, id, question uuid.UUID, name string) error {
	paper := []byte("%PDF-1.4 " + name)
	u, err := a.Bidding.BeginUpload(ctx, b.by.actor, id, question, name, int64(len(paper)))
	if err != nil {
		return err
	}
	_, err = a.Bidding.Append(ctx, b.by.actor, u.ID, 0, paper)
	return err
}

// fresh is an actor that has just confirmed.
func (p *person) fresh(ctx context.Context, a *app.App) (access.Actor, error) {
	now, err := pg.ClockOf(ctx, a.DB)
	actor := p.actor
	actor.Confirmed = now
	return actor, err
}

// openNext opens the next envelope with as many people as its rule asks for.
func (t tender) openNext(ctx context.Context, a *app.App, category uuid.UUID) error {
	d, err := a.Evaluation.Desk(ctx, t.by.actor, t.by.actor.Org, category)
	if err != nil {
		return err
	}
	rule := opening.RuleOf(d.Category)
	if rule.Clock {
		_, err := a.Openings.OpenDue(ctx)
		return err
	}
	next, ok := d.Policy().Next(d.Status)
	if !ok {
		return opening.NoEnvelope.New("category is %s", d.Status)
	}
	people := []*person{t.by, t.second}[:rule.People]
	for _, p := range people {
		actor, err := p.fresh(ctx, a)
		if err != nil {
			return err
		}
		if _, err := a.Openings.Confirm(ctx, actor, actor.Org, category, seal.Envelope(next.Name)); err != nil {
			return err
		}
	}
	for _, p := range people {
		if err := a.Openings.SignMinutes(ctx, p.actor, p.actor.Org, category, seal.Envelope(next.Name)); err != nil {
			return err
		}
	}
	return nil
}

// evaluate fixes results envelope by envelope, by what the activity has of it.
func (t tender) evaluate(ctx context.Context, a *app.App, category uuid.UUID, questions map[string]uuid.UUID) error {
	actor, owner := t.by.actor, t.by.actor.Org
	if t.has(sourcing.Criteria | sourcing.Evaluation) {
		if err := t.score(ctx, a, category, questions); err != nil {
			return err
		}
	} else if t.has(sourcing.Criteria | sourcing.QA) {
		if err := t.check(ctx, a, category); err != nil {
			return err
		}
	}
	if err := a.Evaluation.Complete(ctx, actor, owner, category); err != nil {
		return err
	}
	d, err := a.Evaluation.Desk(ctx, actor, owner, category)
	if err != nil {
		return err
	}
	if _, more := d.Policy().Next(d.Status); !more {
		return nil
	}
	if err := t.openNext(ctx, a, category); err != nil {
		return err
	}
	return a.Evaluation.Complete(ctx, actor, owner, category)
}

func (t tender) score(ctx context.Context, a *app.App, category uuid.UUID, questions map[string]uuid.UUID) error {
	actor, owner := t.by.actor, t.by.actor.Org
	if err := a.Evaluation.Declare(ctx, actor, owner, category, evaluationsvc.InterestNone, ""); err != nil {
		return err
	}
	sheet, err := a.Evaluation.Sheet(ctx, actor, owner, category)
	if err != nil {
		return err
	}
	var marks []evaluationsvc.Mark
	for i, b := range sheet.Bids {
		marks = append(marks, evaluationsvc.Mark{Submission: b.SubmissionID, Question: questions["method"], Value: t.bids[i].mark, Comment: "Checked against the delivery schedule."})
	}
	if err := a.Evaluation.PutMarks(ctx, actor, owner, category, marks); err != nil {
		return err
	}
	return a.Evaluation.Finish(ctx, actor, owner, category)
}
