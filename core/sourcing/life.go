package sourcing

import "time"

// Status is where a category stands.
type Status string

// Category statuses.
const (
	Draft               Status = "draft"
	Hidden              Status = "hidden" // waits for an approval
	NotApproved         Status = "not_approved"
	Approved            Status = "approved" // published, opens at its time
	Open                Status = "open"
	Closed              Status = "closed"
	Opening             Status = "opening"
	TechnicalEvaluation Status = "technical_evaluation"
	FinancialOpened     Status = "financial_opened"
	Evaluated           Status = "evaluated"
	Recommended         Status = "recommended"
	Notified            Status = "notified" // standstill runs
	Awarded             Status = "awarded"
	Complete            Status = "complete"
	Cancelled           Status = "cancelled"
	Withdrawn           Status = "withdrawn"
)

// Statuses lists them in order.
var Statuses = []Status{Draft, Hidden, NotApproved, Approved, Open, Closed, Opening, TechnicalEvaluation, FinancialOpened,
	Evaluated, Recommended, Notified, Awarded, Complete, Cancelled, Withdrawn}

// Move is something that changes the status of a category.
type Move string

// Moves.
const (
	Hide          Move = "hide"
	Refuse        Move = "refuse"
	Publish       Move = "publish"
	Start         Move = "start" // its opening time has come
	Close         Move = "close"
	Reopen        Move = "reopen"
	BeginOpening  Move = "begin_opening"
	OpenTechnical Move = "open_technical"
	OpenFinancial Move = "open_financial"
	Evaluate      Move = "evaluate"
	Recommend     Move = "recommend"
	Notify        Move = "notify"
	Award         Move = "award"
	Finish        Move = "finish"
	Cancel        Move = "cancel"
	Withdraw      Move = "withdraw"
)

// Moves lists them.
var Moves = []Move{Hide, Refuse, Publish, Start, Close, Reopen, BeginOpening, OpenTechnical, OpenFinancial, Evaluate,
	Recommend, Notify, Award, Finish, Cancel, Withdraw}

type edge struct {
	from  Status
	by    Move
	to    Status
	needs Step // the edge exists only where the activity has all of these
	lacks Step // and none of these
}

// edges is the whole life of a category, for every activity.
var edges = []edge{
	{Draft, Hide, Hidden, 0, 0},
	{NotApproved, Hide, Hidden, 0, 0},
	{Hidden, Refuse, NotApproved, 0, 0},
	{Draft, Publish, Approved, 0, 0},
	{Hidden, Publish, Approved, 0, 0},
	{Approved, Start, Open, 0, 0},
	{Open, Close, Closed, 0, 0},
	{Closed, Reopen, Open, 0, Live},
	{Closed, BeginOpening, Opening, 0, Live},
	{Opening, OpenTechnical, TechnicalEvaluation, Criteria, 0},
	{Opening, OpenFinancial, FinancialOpened, Items, Criteria},
	{TechnicalEvaluation, OpenFinancial, FinancialOpened, Items, 0},
	{TechnicalEvaluation, Evaluate, Evaluated, 0, Items},
	{FinancialOpened, Evaluate, Evaluated, 0, 0},
	{Closed, Evaluate, Evaluated, Live, 0},
	{Evaluated, Recommend, Recommended, 0, 0},
	{Recommended, Notify, Notified, Letters, 0},
	{Recommended, Award, Awarded, 0, Letters},
	{Notified, Award, Awarded, 0, 0},
	{Awarded, Finish, Complete, 0, 0},
	{Draft, Withdraw, Withdrawn, 0, 0},
	{Hidden, Withdraw, Withdrawn, 0, 0},
	{NotApproved, Withdraw, Withdrawn, 0, 0},
	{Approved, Cancel, Cancelled, 0, 0},
	{Open, Cancel, Cancelled, 0, 0},
	{Closed, Cancel, Cancelled, 0, 0},
	{Opening, Cancel, Cancelled, 0, 0},
	{TechnicalEvaluation, Cancel, Cancelled, 0, 0},
	{FinancialOpened, Cancel, Cancelled, 0, 0},
	{Evaluated, Cancel, Cancelled, 0, 0},
	{Recommended, Cancel, Cancelled, 0, 0},
}

// Facts are what a move depends on besides status and activity.
type Facts struct {
	Now             time.Time // the database's clock, read under the category's lock
	AnythingOpened  bool      // an envelope of the category was opened
	BiddersNotified bool      // all bidders were told that it opens again
}

// Do returns the status that a move leads to, or tells why it does not.
func (c Category) Do(m Move, f Facts) (Status, error) {
	p, _ := PolicyOf(c.Activity)
	for _, e := range edges {
		if e.from != c.Status || e.by != m || !p.Has(e.needs) || p.Steps&e.lacks != 0 {
			continue
		}
		if err := c.guard(m, f); err != nil {
			return c.Status, err
		}
		return e.to, nil
	}
	return c.Status, IllegalMove.New("%s a category that is %s (%s)", m, c.Status, c.Activity).With("status", string(c.Status))
}

// guard checks what an edge asks of time and facts.
func (c Category) guard(m Move, f Facts) error {
	switch m {
	case Start:
		if f.Now.Before(c.OpensAt) {
			return TooEarly.New("opens at %s", c.OpensAt.Format(time.RFC3339Nano))
		}
	case Close, BeginOpening, OpenTechnical, OpenFinancial, Evaluate, Recommend, Notify, Award, Finish:
		if f.Now.Before(c.ClosesAt) {
			return TooEarly.New("closes at %s", c.ClosesAt.Format(time.RFC3339Nano))
		}
	case Publish:
		if !f.Now.Before(c.ClosesAt) {
			return CategoryClosed.New("its closing time is past")
		}
	case Reopen:
		if f.AnythingOpened || !f.BiddersNotified || !f.Now.Before(c.ClosesAt) {
			return IllegalMove.New("a closed category opens again only unopened, with all bidders told, before a new closing time")
		}
	}
	return nil
}

// Over reports whether nothing can come in any more: the job closes when all its
// categories are over.
func (s Status) Over() bool {
	switch s {
	case Draft, Hidden, NotApproved, Approved, Open:
		return false
	}
	return true
}
