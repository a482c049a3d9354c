package main

import (
	"zabuni.org/core/assurance"
	"zabuni.org/core/award"
	"zabuni.org/core/award/awardsvc"
	"zabuni.org/core/evaluation/evaluationsvc"
	"zabuni.org/core/opening"
	"zabuni.org/core/platform/seal"
)

// decided is a tender from its draft to the contract.
func (h *house) decided(t *tenant) {
	h.Helper()
	j := h.judged(t, "JUDG")
	t.set("judged", j.category)
	h.must(h.Evaluation.Declare(h.ctx, h.operator, t.buyer.Org, j.category, evaluationsvc.InterestNone, ""))
	h.must(h.Assurance.Declare(h.ctx, h.operator, t.buyer.Org, j.category, opening.InterestNone, ""))
	t.set("judged_job", j.job)
	t.set("judge", t.buyer.User)
	t.set("judged_question", j.essay)
	t.set("judged_upload", j.upload)
	t.ids["judged_submission"] = h.id("SELECT id FROM submission WHERE category_id = $1 AND supplier_id = $2", j.category, t.supplier.Org)
	h.visit(t, j.category)
	x := h.judged(t, "DONE")
	s := h.award(t, x)
	h.must(h.Evaluation.BeginReport(h.ctx, t.buyer, t.buyer.Org, x.category, "en"))
	t.set("decided", x.category)
	t.set("decided_job", x.job)
	t.set("decided_question", x.essay)
	t.set("submission", s.Results[0].Submission)
	t.ids["letter"] = h.id("SELECT id FROM letter WHERE category_id = $1 AND supplier_id = $2", x.category, s.Results[0].Supplier)
	t.ids["opened_file"] = h.id("SELECT bid_file_id FROM opened_file WHERE submission_id = $1", s.Results[0].Submission)
	t.ids["won_bid"] = h.id("SELECT participation_id FROM submission WHERE id = $1", s.Results[0].Submission)
	if s.Results[0].Supplier != t.supplier.Org {
		h.Fatal("the rival has won")
	}
	h.listing(t, s.Results[0].Submission)
	h.risk(t)
	h.plans(t)
	h.meetings(t)
	h.procures(t)
	h.over(t)
}

// saved is a tender whose award has stood still: what it saved counts.
func (h *house) saved(t *tenant) {
	h.Helper()
	x := h.judgedOf(t, "SAVE", -52*day)
	h.award(t, x)
	h.at(-40 * day)
	ended, err := h.Awards.ConcludeDue(h.ctx)
	h.must(err)
	if ended != 1 {
		h.Fatalf("%d standstills are over", ended)
	}
	h.react()
	t.set("saved", x.category)
}

// award marks the bids of a tender, opens its prices, and gives it to the best.
func (h *house) award(t *tenant, x tender) awardsvc.Standing {
	h.Helper()
	a, owner := t.buyer, t.buyer.Org
	sheet, err := h.Evaluation.Sheet(h.ctx, a, owner, x.category)
	h.must(err)
	var marks []evaluationsvc.Mark
	for _, b := range sheet.Bids {
		marks = append(marks, evaluationsvc.Mark{Submission: b.SubmissionID, Question: x.essay, Value: "8", Comment: word(a, "eval")})
	}
	h.must(h.Evaluation.PutMarks(h.ctx, a, owner, x.category, marks))
	valid := assurance.Finding{Verdict: assurance.Valid, Note: word(a, "eval")}
	checked := assurance.Part{Submission: sheet.Bids[0].SubmissionID, Turn: assurance.First}
	_, err = h.Assurance.Check(h.ctx, a, owner, checked, x.upload, valid, 0)
	h.must(err)
	h.must(h.Evaluation.Finish(h.ctx, a, owner, x.category))
	h.must(h.Evaluation.Complete(h.ctx, a, owner, x.category))
	h.unseal(t, x, seal.Financial)
	h.must(h.Evaluation.Complete(h.ctx, a, owner, x.category))
	s, err := h.Awards.Standing(h.ctx, a, owner, x.category)
	h.must(err)
	h.must(h.Awards.SaveTemplate(h.ctx, a, owner, x.job, award.Template{Kind: award.Award, Language: "en", Subject: "Result {reference} " + word(a, "lett"), Body: "Dear {supplier}, " + word(a, "lett"), Footer: "{buyer}"}))
	h.must(h.Awards.Recommend(h.ctx, a, owner, x.category, []award.Choice{{Submission: s.Results[0].Submission}}, word(a, "eval")))
	s, err = h.Awards.Standing(h.ctx, a, owner, x.category)
	h.must(err)
	_, err = h.Awards.Award(h.ctx, t.second, owner, x.category, s.Recommendation.RecommendedAt, "en", "award-"+x.category.String())
	h.must(err)
	return s
}
