package assurancesvc

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"zabuni.org/core/assurance"
	"zabuni.org/core/assurance/internal/assurancedb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

type (
	// A Person is somebody who declared interests before checking.
	Person = assurancedb.DeclarationsRow
	// A Question goes through quality assurance.
	Question = assurancedb.QuestionsRow
)

// A Bid is an opened bid with what was checked of it.
type Bid struct {
	Submission, Supplier uuid.UUID
	SupplierName         string
	Position             int32
	Lot                  [32]byte // its number in the draw for a second check
	Drawn                bool
	State                assurance.State
	Parts                map[assurance.Turn]Part
	Failures             []assurance.Failure
	Hidden               bool // its failures are, until its second check is finished
}

// A Part is one check of a bid as the actor sees it.
type Part struct {
	assurance.Work
	Done int   // answers checked
	Mine error // nil where the actor may check
}

// Desk is where the checks of a category stand.
type Desk struct {
	sourcing.Case
	People    []Person // who declared
	Mine      string   // the actor's interest; empty before it was declared
	Questions []Question
	Bids      []Bid // once the envelope that holds the answers is open
	Open      bool  // checks can be made now
	Sample    assurance.Sample
	Least     int  // per cent to which the sample can be set
	Draws     bool // the sample can be set now
	Tally     assurance.Tally
}

// Desk returns where the checks of a category stand, for who checks. What a first
// check found of a bid that waits for its second one is told to nobody else.
func (s *Service) Desk(ctx context.Context, a access.Actor, owner, id uuid.UUID) (Desk, error) {
	c, err := sourcingsvc.LookAs(ctx, s.db, a, owner, id, sourcing.ToJudge)
	if err == nil {
		err = c.Policy().Need(sourcing.Criteria | sourcing.QA)
	}
	d := Desk{Case: c}
	if err != nil {
		return d, err
	}
	if d.People, err = q.Declarations(ctx, s.db, id, owner); err != nil {
		return d, err
	}
	if i := slices.IndexFunc(d.People, func(p Person) bool { return p.AccountID == a.User }); i >= 0 {
		d.Mine = d.People[i].Interest
	}
	f, err := open(ctx, s.db, c)
	if err != nil {
		return d, err
	}
	d.Questions, d.Open, d.Sample = f.questions, f.may() == nil, f.book.Sample
	d.Draws = f.book.Sample.MayDraw(c.Category, f.judged(), 100) == nil
	if d.Open {
		d.Least = f.book.Sample.Percent
	}
	d.Tally = f.book.Tally(f.submissions())
	for _, b := range f.bids {
		d.Bids = append(d.Bids, f.shown(b, a.User))
	}
	return d, nil
}

// shown is a bid as a person sees it.
func (f folder) shown(b assurancedb.BidsRow, who uuid.UUID) Bid {
	out := Bid{
		Submission:   b.SubmissionID,
		Supplier:     b.SupplierID,
		SupplierName: b.SupplierName,
		Position:     b.Position,
		Lot:          assurance.Lot(f.ClosingRoot, b.SubmissionID),
		Drawn:        f.book.IsDrawn(b.SubmissionID),
		State:        f.book.State(b.SubmissionID),
		Parts:        map[assurance.Turn]Part{},
	}
	for _, t := range []assurance.Turn{assurance.First, assurance.Second} {
		p := assurance.Part{Submission: b.SubmissionID, Turn: t}
		out.Parts[t] = Part{Work: f.book.Work[p], Done: f.book.DoneOf(b.SubmissionID, t), Mine: f.book.MayCheck(p, who)}
	}
	if out.Hidden = !f.book.Sees(assurance.Part{Submission: b.SubmissionID, Turn: assurance.First}, who); !out.Hidden {
		out.Failures = f.book.Failures(b.SubmissionID)
	}
	return out
}

// A Control is how far the second checks of a category are.
type Control struct {
	sourcing.Case
	Sample assurance.Sample
	Open   bool // checks can be made now
	Tally  assurance.Tally
}

// Controls returns the categories of a job whose bids are checked, with their samples,
// for who checks.
func (s *Service) Controls(ctx context.Context, a access.Actor, owner, job uuid.UUID) (sourcing.Job, []Control, error) {
	j, cases, err := sourcingsvc.LookAllAs(ctx, s.db, a, owner, job, sourcing.ToJudge)
	if err == nil {
		err = j.Policy().Need(sourcing.QA)
	}
	if err != nil {
		return j, nil, err
	}
	all, err := openAll(ctx, s.db, owner, cases)
	var out []Control
	for _, f := range all {
		if f.Policy().Has(sourcing.Criteria | sourcing.QA) {
			out = append(out, Control{
				Case:   f.Case,
				Sample: f.book.Sample,
				Open:   f.may() == nil,
				Tally:  f.book.Tally(f.submissions()),
			})
		}
	}
	return j, out, err
}
