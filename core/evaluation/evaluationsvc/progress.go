package evaluationsvc

import (
	"context"

	"github.com/google/uuid"

	"zabuni.org/core/evaluation"
	"zabuni.org/core/evaluation/internal/evaluationdb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/opening"
	"zabuni.org/core/opening/openingsvc"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
)

// progress counts what has been scored, where people score: by each person, and by the
// actor of each bid. How somebody scored stays theirs until they have finished.
func (d *Desk) progress(ctx context.Context, db pg.DB, actor uuid.UUID) error {
	if !d.Policy().Has(sourcing.Evaluation) {
		return nil
	}
	m := model{category: d.Case, criteria: map[uuid.UUID]evaluation.Criterion{}, types: map[uuid.UUID]string{}}
	if err := m.loadCriteria(ctx, db); err != nil {
		return err
	}
	for _, c := range m.criteria {
		if c.Kind == evaluation.Manual {
			d.ToScore++
		}
	}
	rows, err := q.Progress(ctx, db, d.ID, d.Buyer)
	if err != nil {
		return err
	}
	people := map[uuid.UUID]int{}
	mine := map[uuid.UUID]int{}
	for _, r := range rows {
		people[r.EvaluatorID] += int(r.Scored)
		if r.EvaluatorID == actor {
			mine[r.SubmissionID] = int(r.Scored)
		}
	}
	for i := range d.Evaluators {
		d.Evaluators[i].Scored = people[d.Evaluators[i].ID]
	}
	for i := range d.Bids {
		d.Bids[i].Scored = mine[d.Bids[i].SubmissionID]
	}
	return nil
}

// Origins are the words behind the figures of a result, which name what they are of by
// its id alone.
type Origins struct {
	Questions []evaluationdb.ScoredQuestionsRow
	Options   []evaluationdb.OptionsRow
	Remarks   []evaluationdb.RemarksRow
}

// Origins returns what was asked, for who works on a category's bids, and what evaluators
// wrote beside scores that a fixed result was made of, for who may evaluate and sees what
// was scored. A round's figures come from the category above it.
func (s *Service) Origins(ctx context.Context, a access.Actor, owner, id uuid.UUID) (Origins, error) {
	var out Origins
	c, err := s.admit(ctx, a, owner, id)
	if err != nil {
		return out, err
	}
	bids, err := q.OpenedBids(ctx, s.db, id, owner)
	if err != nil || len(bids) == 0 {
		return out, err
	}
	judged := id
	if c.Parent != nil {
		judged = *c.Parent
	}
	if out.Questions, err = q.ScoredQuestions(ctx, s.db, judged, owner); err != nil {
		return out, err
	}
	if out.Options, err = q.Options(ctx, s.db, judged, owner); err != nil {
		return out, err
	}
	by, err := openingsvc.Standing(ctx, s.db, a, c)
	if err != nil || !by.Judges || by.Sees(opening.FieldScores) != opening.Value {
		return out, err
	}
	out.Remarks, err = q.Remarks(ctx, s.db, judged, owner)
	return out, err
}
