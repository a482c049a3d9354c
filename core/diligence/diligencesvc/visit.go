package diligencesvc

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/assurance/assurancesvc"
	"zabuni.org/core/bidding"
	"zabuni.org/core/diligence"
	"zabuni.org/core/diligence/internal/diligencedb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/opening"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
)

// visit is a visit as it is kept; the zero value is none.
type visit struct{ diligencedb.VisitRow }

func (v visit) status() diligence.Status { return diligence.Status(v.Status) }

func visitOf(ctx context.Context, db pg.DB, owner, submission uuid.UUID) (visit, error) {
	row, err := q.Visit(ctx, db, submission, owner)
	if pg.NoRows(err) {
		err = nil
	}
	return visit{row}, err
}

// categoryOf finds the category of a bid of the owner.
func categoryOf(ctx context.Context, db pg.DB, owner, submission uuid.UUID) (uuid.UUID, error) {
	b, err := q.Bid(ctx, db, submission, owner)
	if pg.NoRows(err) {
		err = fault.NotFound.New("")
	}
	return b.CategoryID, err
}

// work is a visit under the lock of its category, for somebody who may work on it now.
type work struct {
	c   sourcing.Case
	bid diligencedb.BidRow
	v   visit
}

func begin(ctx context.Context, tx pg.Tx, a access.Actor, owner, submission uuid.UUID) (work, error) {
	var w work
	id, err := categoryOf(ctx, tx, owner, submission)
	if err != nil {
		return w, err
	}
	if w.c, err = hold(ctx, tx, a, owner, id); err != nil {
		return w, err
	}
	if err := assurancesvc.Checker(ctx, tx, a, w.c); err != nil {
		return w, err
	}
	if w.bid, err = visitable(ctx, tx, w.c, submission); err != nil {
		return w, err
	}
	if err := diligence.May(w.c.Category); err != nil {
		return w, err
	}
	w.v, err = visitOf(ctx, tx, owner, submission)
	if w.v.Version == 0 {
		w.v.SubmissionID, w.v.CategoryID, w.v.BuyerID, w.v.SupplierID = submission, id, owner, w.bid.SupplierID
	}
	return w, err
}

// put stores the visit in its next status, over the version that the actor saw.
func (w *work) put(ctx context.Context, tx pg.Tx, next diligence.Status, seen int32) error {
	if w.v.Version != seen {
		return diligence.Changed.New("seen was version %d of %d", seen, w.v.Version)
	}
	status, err := w.v.status().To(next)
	if err != nil {
		return err
	}
	w.v.Status, w.v.Version = string(status), seen+1
	return q.PutVisit(ctx, tx, diligencedb.PutVisitParams{
		SubmissionID: w.v.SubmissionID,
		CategoryID:   w.v.CategoryID,
		BuyerID:      w.v.BuyerID,
		SupplierID:   w.v.SupplierID,
		Status:       w.v.Status,
		DueAt:        w.v.DueAt,
		Place:        w.v.Place,
		People:       w.v.People,
		ArrivedAt:    w.v.ArrivedAt,
		ArrivedBy:    w.v.ArrivedBy,
		Consent:      w.v.Consent,
		Latitude:     w.v.Latitude,
		Longitude:    w.v.Longitude,
		Findings:     w.v.Findings,
		FoundAt:      w.v.FoundAt,
		FoundBy:      w.v.FoundBy,
		Reason:       w.v.Reason,
		DecidedAt:    w.v.DecidedAt,
		DecidedBy:    w.v.DecidedBy,
		ExpiresOn:    w.v.ExpiresOn,
		Version:      w.v.Version,
	})
}

// note records what was done of the visit.
func (w *work) note(ctx context.Context, tx pg.Tx, a access.Actor, what string, detail map[string]any) error {
	detail["submission_id"] = w.v.SubmissionID
	return record(ctx, tx, a, what, w.c, detail)
}

// Plan says that a bidder is to be visited, or when and where, and returns the version
// that its visit has then. A visit that took place can be followed by another.
func (s *Service) Plan(ctx context.Context, a access.Actor, owner, submission uuid.UUID, p diligence.Plan, seen int32) (int32, error) {
	err := pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		w, err := begin(ctx, tx, a, owner, submission)
		if err != nil {
			return err
		}
		if p, err = p.Normal(tx.Now, *w.bid.OpenedAt); err != nil {
			return err
		}
		w.v.DueAt, w.v.Place, w.v.People = p.At, p.Place, p.People
		if w.v.status() != diligence.Scheduled { // somebody arrives anew
			w.v.ArrivedAt, w.v.ArrivedBy, w.v.Consent, w.v.Latitude, w.v.Longitude = nil, nil, false, nil, nil
		}
		w.v.Reason, w.v.DecidedAt, w.v.DecidedBy, w.v.ExpiresOn = "", nil, nil, nil
		if err := w.put(ctx, tx, p.Status(), seen); err != nil {
			return err
		}
		return w.note(ctx, tx, a, "visit.planned", map[string]any{"status": w.v.Status, "due_at": p.At, "place": p.Place})
	})
	return seen + 1, err
}

// Find ends a visit: everything is answered, and summed up.
func (s *Service) Find(ctx context.Context, a access.Actor, owner, submission uuid.UUID, findings string, seen int32) (int32, error) {
	var f fault.Fields
	findings = f.Need("/findings", findings, 4000)
	if err := f.Err(); err != nil {
		return 0, err
	}
	err := pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		w, err := begin(ctx, tx, a, owner, submission)
		if err != nil {
			return err
		}
		sheet, err := load(ctx, tx, w.c, w.v)
		if err != nil {
			return err
		}
		if _, err := w.v.status().To(diligence.Found); err != nil {
			return err
		}
		err = diligence.Complete(sheet.asked, func(id uuid.UUID) bool { return sheet.answers[id].Value != "" })
		if err != nil {
			return err
		}
		w.v.Findings, w.v.FoundAt, w.v.FoundBy = findings, &tx.Now, &a.User
		if err := w.put(ctx, tx, diligence.Found, seen); err != nil {
			return err
		}
		return w.note(ctx, tx, a, "visit.found", map[string]any{"answers": len(sheet.asked)})
	})
	return seen + 1, err
}

// A Decided visit is what a decision changed.
type Decided struct {
	Case  sourcing.Case
	Moved bool // the bid is out, or in again
}

// Decide ends a visit for whoever makes the results of its category anew in the same act.
func Decide(ctx context.Context, tx pg.Tx, a access.Actor, owner, submission uuid.UUID, d diligence.Decision, seen int32) (Decided, error) {
	w, err := begin(ctx, tx, a, owner, submission)
	if err != nil {
		return Decided{}, err
	}
	if d, err = d.Normal(today(tx.Now, w.c.Job.Timezone)); err != nil {
		return Decided{}, err
	}
	was, is := w.v.status() == diligence.Failed, d.Outcome == diligence.Fail
	if was && !is && w.bid.PricedAt == nil && w.c.Policy().Has(sourcing.Items) && w.c.Status != sourcing.TechnicalEvaluation {
		return Decided{}, diligence.Sealed.New("category is %s", w.c.Status)
	}
	w.v.Reason, w.v.DecidedAt, w.v.DecidedBy, w.v.ExpiresOn = d.Reason, &tx.Now, &a.User, d.ExpiresOn
	if err := w.put(ctx, tx, diligence.Status(d.Outcome), seen); err != nil {
		return Decided{}, err
	}
	detail := map[string]any{"outcome": d.Outcome, "reason": d.Reason, "expires_on": d.ExpiresOn}
	return Decided{Case: w.c, Moved: was != is}, w.note(ctx, tx, a, "visit.decided", detail)
}

// today is the date that it is in a zone.
func today(now time.Time, zone string) time.Time {
	if at, err := time.LoadLocation(zone); err == nil {
		now = now.In(at)
	}
	return time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, time.UTC)
}

// A Cell is one question of a visit with what was found.
type Cell struct {
	ID           uuid.UUID
	Prompt, Help string
	Kind         diligence.Kind
	Published    bool   // it is one of the criteria: Claim is what the bid says to it
	Claim        string // options by their labels
	Own          bool   // asked of this bidder alone
	Answer       *diligencedb.AnswersRow
	Photos       []diligencedb.PhotosRow
}

// Sheet is one bidder's visit.
type Sheet struct {
	sourcing.Case
	Submission   uuid.UUID
	SupplierName string
	Open         bool // answers are taken now
	May          bool // the visit can be worked on
	Counts       bool // what was decided counts today
	Visit        diligencedb.VisitRow
	Cells        []Cell

	asked   []uuid.UUID
	kinds   map[uuid.UUID]diligence.Kind
	answers map[uuid.UUID]diligencedb.AnswersRow
}

// Sheet returns what is asked on a bidder's visit and what was found. It raises
// NotDeclared and Recused.
func (s *Service) Sheet(ctx context.Context, a access.Actor, owner, submission uuid.UUID) (Sheet, error) {
	id, err := categoryOf(ctx, s.db, owner, submission)
	if err != nil {
		return Sheet{}, err
	}
	c, err := look(ctx, s.db, a, owner, id)
	if err == nil {
		err = assurancesvc.Checker(ctx, s.db, a, c)
	}
	if err != nil {
		return Sheet{}, err
	}
	b, err := q.Bid(ctx, s.db, submission, owner)
	switch {
	case err == nil && b.Withdrawn:
		err = diligence.Withdrawn.New("")
	case err == nil && b.OpenedAt == nil:
		err = opening.NotOpened.New("category is %s", c.Status)
	}
	if err != nil {
		return Sheet{}, err
	}
	v, err := visitOf(ctx, s.db, owner, submission)
	if err != nil {
		return Sheet{}, err
	}
	v.SubmissionID, v.SupplierID = submission, b.SupplierID
	out, err := load(ctx, s.db, c, v)
	out.SupplierName, out.May = *b.SupplierName, diligence.May(c.Category) == nil
	out.Open = out.May && slices.Contains([]diligence.Status{diligence.Scheduled, diligence.Conducted}, v.status())
	now, clockErr := pg.ClockOf(ctx, s.db)
	if err == nil {
		err = clockErr
	}
	out.Counts = diligence.Counts(v.status(), v.ExpiresOn, today(now, c.Job.Timezone))
	return out, err
}

// load reads what is asked on a visit and what was found of it.
func load(ctx context.Context, db pg.DB, c sourcing.Case, v visit) (Sheet, error) {
	out := Sheet{Case: c, Submission: v.SubmissionID, Visit: v.VisitRow, answers: map[uuid.UUID]diligencedb.AnswersRow{}}
	claims, err := q.Claims(ctx, db, &v.SubmissionID, c.ID, c.Buyer)
	if err != nil {
		return out, err
	}
	questions, err := q.Questions(ctx, db, c.ID, c.Buyer)
	if err != nil {
		return out, err
	}
	options, err := q.Options(ctx, db, c.ID, c.Buyer)
	if err != nil {
		return out, err
	}
	labels := map[string]string{}
	for _, o := range options {
		labels[o.ID.String()] = o.Label
	}
	answers, err := q.Answers(ctx, db, v.SubmissionID, c.Buyer)
	if err != nil {
		return out, err
	}
	for _, r := range answers {
		out.answers[r.QuestionID] = r
	}
	photos, err := q.Photos(ctx, db, v.SubmissionID, c.Buyer)
	out.asked, out.kinds = asked(claims, questions, v, v.SupplierID)
	for _, id := range out.asked {
		cell := Cell{ID: id, Kind: out.kinds[id]}
		if i := slices.IndexFunc(claims, func(r Claim) bool { return r.ID == id }); i >= 0 {
			cell.Prompt, cell.Published = claims[i].Prompt, true
			if claims[i].Value != nil {
				cell.Claim = bidding.Resolve(*claims[i].Value, labels)
			}
		} else {
			r := questions[slices.IndexFunc(questions, func(r Question) bool { return r.ID == id })]
			cell.Prompt, cell.Help, cell.Own = r.Prompt, r.Help, r.SupplierID != nil
		}
		if r, ok := out.answers[id]; ok {
			cell.Answer = &r
		}
		for _, p := range photos {
			if p.QuestionID == id {
				cell.Photos = append(cell.Photos, p)
			}
		}
		out.Cells = append(out.Cells, cell)
	}
	return out, err
}
