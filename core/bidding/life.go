package bidding

import (
	"slices"

	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
)

// IllegalMove refuses a step that a bid cannot take where it stands.
var IllegalMove = fault.Declare(fault.KindConflict, "bidding.illegal_move", "This is not possible with this bid any more")

// Status is where a bid stands.
type Status string

// Statuses of a bid.
const (
	StatusPaid          Status = "paid"
	StatusDraft         Status = "draft"
	StatusSubmitted     Status = "submitted"
	StatusWithdrawn     Status = "withdrawn"
	StatusConfirm       Status = "needs_confirmation"
	StatusOpened        Status = "opened"
	StatusResponsive    Status = "responsive"
	StatusNonResponsive Status = "non_responsive"
	StatusRanked        Status = "ranked"
	StatusQualified     Status = "qualified"
	StatusWinner        Status = "winner"
	StatusRegret        Status = "regret"
)

// Statuses lists them in order.
var Statuses = []Status{StatusPaid, StatusDraft, StatusSubmitted, StatusWithdrawn, StatusConfirm, StatusOpened, StatusResponsive,
	StatusNonResponsive, StatusRanked, StatusQualified, StatusWinner, StatusRegret}

// Values lists them in order.
func (Status) Values() []string { return closed.Values(Statuses...) }

// Move is something that changes the status of a bid.
type Move string

// Moves.
const (
	Save     Move = "save"
	Submit   Move = "submit"
	Withdraw Move = "withdraw"
	Amend    Move = "amend"   // what it was made for has changed
	Open     Move = "open"    // its first envelope
	Enter    Move = "enter"   // a room that asked for no papers is ranked
	Pass     Move = "pass"    // its judgement
	Fail     Move = "fail"    // its judgement
	Rank     Move = "rank"    // it has a place
	Qualify  Move = "qualify" // chosen with all who passed
	Win      Move = "win"
	Lose     Move = "lose"
	Annul    Move = "annul" // the award that it won is not carried out
)

// Moves lists them.
var Moves = []Move{Save, Submit, Withdraw, Amend, Open, Enter, Pass, Fail, Rank, Qualify, Win, Lose, Annul}

// judged are the statuses in which a result may be made anew.
var judged = []Status{StatusOpened, StatusResponsive, StatusNonResponsive, StatusRanked}

// life is the whole life of a bid: by each move, from where to where.
var life = map[Move]struct {
	from []Status
	to   Status
}{
	Save:     {[]Status{StatusPaid, StatusDraft}, StatusDraft},
	Submit:   {[]Status{StatusPaid, StatusDraft, StatusSubmitted, StatusConfirm}, StatusSubmitted},
	Withdraw: {[]Status{StatusSubmitted, StatusConfirm}, StatusWithdrawn},
	Amend:    {[]Status{StatusSubmitted}, StatusConfirm},
	Open:     {[]Status{StatusSubmitted}, StatusOpened},
	Enter:    {[]Status{StatusPaid, StatusDraft, StatusSubmitted, StatusWithdrawn, StatusConfirm}, StatusOpened},
	Pass:     {judged, StatusResponsive},
	Fail:     {judged, StatusNonResponsive},
	Rank:     {[]Status{StatusResponsive, StatusRanked}, StatusRanked},
	Qualify:  {[]Status{StatusResponsive}, StatusQualified},
	Win:      {[]Status{StatusRanked}, StatusWinner},
	Lose:     {judged, StatusRegret},
	Annul:    {[]Status{StatusWinner, StatusQualified}, StatusRegret},
}

// Do returns the status that a move leads to, or tells that it does not.
func (s Status) Do(m Move) (Status, error) {
	if step := life[m]; slices.Contains(step.from, s) {
		return step.to, nil
	}
	return s, IllegalMove.New("%s a bid that is %s", m, s).With("status", string(s))
}

// Shown is the status that a bid's own supplier may know: what evaluators decide
// stays with them until the results are notified.
func Shown(status Status, category string) Status {
	switch status {
	case StatusPaid, StatusDraft, StatusSubmitted, StatusWithdrawn, StatusConfirm:
		return status
	}
	if slices.Contains(Notified, category) {
		return status
	}
	return StatusSubmitted
}

// Notified are the statuses of a category whose results its bidders know.
var Notified = []string{"notified", "awarded", "complete", "unsuccessful"}
