// Package openingsvc is the use cases of openings: people's words, the opener's
// work, the minutes.
package openingsvc

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"zabuni.org/core/identity"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/opening"
	"zabuni.org/core/opening/internal/openingdb"
	"zabuni.org/core/platform/document"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/seal"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

var q = openingdb.New()

// Outside is what the use cases need besides the database.
type Outside struct {
	Opening    *pgxpool.Pool                        // as the opener's role
	Opener     *seal.Opener                         // nil where the opening key is not held
	Elsewhere  func(context.Context, Request) error // carries it to the process that does; nil where there is none
	Verifier   *seal.Verifier
	Evaluation seal.Keeper // wraps file keys for evaluation
	Log        *journal.Sequencer
	Files      document.Store
}

// Service runs the use cases.
type Service struct {
	db *pgxpool.Pool
	Outside
}

// New returns a Service.
func New(db *pgxpool.Pool, o Outside) *Service { return &Service{db, o} }

// OwnerOfBid returns whose an opened bid is: a buyer's own company without asking,
// for an operator the bid's buyer.
func OwnerOfBid(ctx context.Context, db pg.DB, a access.Actor, submission uuid.UUID) (uuid.UUID, error) {
	if a.Type != access.Operator {
		return a.Org, nil
	}
	owner, err := q.SubmissionOwner(ctx, db, submission)
	if pg.NoRows(err) {
		err = fault.NotFound.New("")
	}
	return owner, err
}

// A Decision is where an opening stands after somebody's word.
type Decision struct {
	Opened  bool
	Missing int       // people whose word is still needed
	Expires time.Time // of the first word that counts
}

// A Request asks the opener for its work, with the proof that the decision stands
// in the signed log.
type Request struct {
	Actor           access.Actor
	Owner, Category uuid.UUID
	Envelope        seal.Envelope
	Proof           journal.Logged
}

// opener is the way to whoever holds the opening key.
func (s *Service) opener() (func(context.Context, Request) error, error) {
	switch {
	case s.Opener != nil:
		return s.Open, nil
	case s.Elsewhere != nil:
		return s.Elsewhere, nil
	}
	return nil, opening.NoOpener.New("")
}

// opensBy is the privilege of those whose word counts at an opening.
func opensBy(c sourcing.Category) string {
	return string(c.Policy().Right(access.Buyer, sourcing.ToOpen))
}

// opens admits people of the buyer who open bids: never the operator's (ruling 55).
func opens(ctx context.Context, tx pg.Tx, a access.Actor, owner, id uuid.UUID) (sourcing.Case, error) {
	if a.Type != access.Buyer || a.Org != owner {
		return sourcing.Case{}, fault.Forbidden.New("not of this company")
	}
	c, err := sourcingsvc.Hold(ctx, tx, a, owner, id)
	if err == nil {
		err = c.Policy().May(a, sourcing.ToOpen)
	}
	return c, err
}

// Confirm gives the actor's word that an envelope shall be opened. With enough
// people's words it is opened: first the decision is written to the signed log,
// then the key is unwrapped, and all bids of the envelope are opened in one act.
func (s *Service) Confirm(ctx context.Context, a access.Actor, owner, id uuid.UUID, e seal.Envelope) (Decision, error) {
	open, err := s.opener()
	if err != nil {
		return Decision{}, err
	}
	var d Decision
	var entry int64
	err = pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		d, entry = Decision{}, 0
		c, err := opens(ctx, tx, a, owner, id)
		if err != nil {
			return err
		}
		rule := opening.RuleOf(c.Category)
		if rule.Clock {
			return opening.ByTheClock.New("")
		}
		if err := answered(ctx, tx, c); err != nil {
			return err
		}
		if err := identity.Proved(a, tx.Now); err != nil {
			return err
		}
		now, err := pg.ClockOf(ctx, tx)
		if err != nil {
			return err
		}
		session, begun, err := s.session(ctx, tx, a, c, e, now)
		if err != nil {
			return err
		}
		if err := q.PutApproval(ctx, tx, session, a.User, owner, now); err != nil {
			return err
		}
		said, err := confirmations(ctx, tx, c, session)
		if err != nil {
			return err
		}
		got := rule.Decide(c.ClosesAt, now, said)
		d = Decision{Opened: got.Open, Missing: got.Missing, Expires: got.Expires}
		word := Confirmed{
			Job:      c.Job.ID,
			Session:  session,
			Envelope: e,
			Begun:    begun,
			Missing:  got.Missing,
			Expires:  now.Add(rule.Within),
		}
		_, err = journal.Record(ctx, tx, a, journal.Entry{Action: EnvelopeConfirmed, Object: "category", ObjectID: c.ID, Owner: c.Buyer, Detail: word})
		if err != nil || !got.Open {
			return err
		}
		entry, err = authorise(ctx, tx, a, c, e, session, got.By)
		return err
	})
	if err != nil || !d.Opened {
		return d, err
	}
	return d, s.carryOut(ctx, open, Request{Actor: a, Owner: owner, Category: id, Envelope: e}, entry)
}

// answered raises OpenQuestions while somebody who asked in time has no answer: what was
// left open kept bidders from knowing the same.
func answered(ctx context.Context, tx pg.Tx, c sourcing.Case) error {
	n, err := sourcingsvc.Unanswered(ctx, tx, c.ID, c.Buyer)
	if err == nil && n > 0 {
		err = opening.OpenQuestions.New("").With("count", n)
	}
	return err
}

// OpenDue opens what no people open: the categories that have closed and whose
// bids the clock opens. It returns how many it opened.
func (s *Service) OpenDue(ctx context.Context) (int, error) {
	due, err := q.DueToOpen(ctx, s.db)
	if err != nil || len(due) == 0 {
		return 0, err
	}
	open, err := s.opener()
	if err != nil {
		return 0, err
	}
	opened := 0
	for _, d := range due {
		did, err := s.openByClock(ctx, open, d.BuyerID, d.ID)
		if err != nil {
			return opened, err
		}
		if did {
			opened++
		}
	}
	return opened, nil
}

func (s *Service) openByClock(ctx context.Context, open func(context.Context, Request) error, owner, id uuid.UUID) (bool, error) {
	var e seal.Envelope
	var entry int64
	err := pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		e, entry = "", 0
		c, err := sourcingsvc.HoldDue(ctx, tx, owner, id)
		if err != nil {
			return err
		}
		now, err := pg.ClockOf(ctx, tx)
		if err != nil {
			return err
		}
		next, ok := c.Policy().Next(c.Status)
		if rule := opening.RuleOf(c.Category); !ok || !rule.Clock || !rule.Decide(c.ClosesAt, now, nil).Open {
			return nil
		}
		e = seal.Envelope(next.Name)
		session, _, err := s.session(ctx, tx, access.System, c, e, now)
		if err != nil {
			return err
		}
		entry, err = authorise(ctx, tx, access.System, c, e, session, nil)
		return err
	})
	if err != nil || e == "" {
		return false, err
	}
	return true, s.carryOut(ctx, open, Request{Actor: access.System, Owner: owner, Category: id, Envelope: e}, entry)
}

// reserved reports whether reserves are opened together with an envelope: those of
// things come to light with the prices.
func reserved(c sourcing.Case, e sourcing.Envelope) bool {
	return c.Policy().Has(sourcing.Assets) && e.Holds&sourcing.Items != 0
}

// authorise writes the decision down before anything is opened by it.
func authorise(ctx context.Context, tx pg.Tx, a access.Actor, c sourcing.Case, e seal.Envelope, session uuid.UUID, by []uuid.UUID) (int64, error) {
	key, err := q.Key(ctx, tx, c.ID, c.Buyer, string(e))
	if err != nil {
		return 0, err
	}
	detail := map[string]any{"envelope": e, "session_id": session, "key_id": key.ID, "by": by}
	if with, ok := c.Policy().Envelope(string(e)); ok && reserved(c, with) {
		reserve, err := q.Key(ctx, tx, c.ID, c.Buyer, string(seal.Reserve))
		switch {
		case err == nil:
			detail["reserve_key_id"] = reserve.ID
		case !pg.NoRows(err):
			return 0, err
		}
	}
	return record(ctx, tx, a, "envelope.authorised", c, detail)
}

// carryOut asks the opener once the decision stands in the signed log.
func (s *Service) carryOut(ctx context.Context, open func(context.Context, Request) error, r Request, entry int64) error {
	var err error
	if r.Proof, err = s.Log.Prove(ctx, entry); err != nil {
		return err
	}
	return open(ctx, r)
}

// session returns the opening session of an envelope, and whether it begins with
// this word.
func (s *Service) session(ctx context.Context, tx pg.Tx, a access.Actor, c sourcing.Case, e seal.Envelope, now time.Time) (id uuid.UUID, begun bool, err error) {
	policy := c.Policy()
	asked, ok := policy.Envelope(string(e))
	if !ok {
		return uuid.Nil, false, opening.NoEnvelope.New("%q", e)
	}
	got, err := q.Session(ctx, tx, c.ID, c.Buyer, string(e))
	if err == nil {
		if got.OpenedAt != nil {
			return got.ID, false, opening.AlreadyOpened.New("")
		}
		return got.ID, false, nil
	}
	if !pg.NoRows(err) {
		return uuid.Nil, false, err
	}
	next, ok := policy.Next(c.Status)
	switch {
	case ok && next.Name == asked.Name:
	case policy.First(asked):
		return uuid.Nil, false, opening.NotClosed.New("category is %s", c.Status)
	default:
		return uuid.Nil, false, opening.JudgeFirst.New("category is %s", c.Status)
	}
	if !policy.First(asked) {
		if err := judged(ctx, tx, c); err != nil {
			return uuid.Nil, false, err
		}
	}
	if c.Status == sourcing.Closed {
		if c.Category, err = sourcingsvc.Move(ctx, tx, c.Category, sourcing.BeginOpening, now); err != nil {
			return uuid.Nil, false, err
		}
	}
	id = uuid.Must(uuid.NewV7())
	return id, true, q.InsertSession(ctx, tx, openingdb.InsertSessionParams{
		ID:          id,
		CategoryID:  c.ID,
		BuyerID:     c.Buyer,
		Envelope:    string(e),
		RequestedBy: a.User,
		Now:         now,
	})
}

// judged refuses the next envelope until every bid has its judgement.
func judged(ctx context.Context, tx pg.Tx, c sourcing.Case) error {
	bids, err := q.Judged(ctx, tx, c.ID, c.Buyer)
	for _, b := range bids {
		if b.TechnicalPass == nil {
			return opening.JudgeFirst.New("")
		}
	}
	return err
}

func confirmations(ctx context.Context, tx pg.Tx, c sourcing.Case, session uuid.UUID) ([]opening.Confirmation, error) {
	rows, err := q.Approvals(ctx, tx, opensBy(c.Category), session, c.Buyer)
	out := make([]opening.Confirmation, len(rows))
	for i, r := range rows {
		out[i] = opening.Confirmation{
			Person:   r.AccountID,
			At:       r.At.UTC(),
			Entitled: r.Entitled && r.Status == "active",
			StepUp:   true,
		}
	}
	return out, err
}

func record(ctx context.Context, tx pg.Tx, a access.Actor, what string, c sourcing.Case, detail map[string]any) (int64, error) {
	detail["job_id"] = c.Job.ID
	return journal.Record(ctx, tx, a, journal.Entry{Action: "opening." + what, Object: "category", ObjectID: c.ID, Owner: c.Buyer, Detail: detail})
}
