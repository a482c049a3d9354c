package app

import (
	"context"
	"time"

	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/tidy"
)

// A Duty is what the clock asks for again and again. Several processes may do
// the same one at once: each takes what no other holds.
type Duty struct {
	Name  string
	Every time.Duration
	Do    func(context.Context) (more bool, err error)
}

// How often.
const (
	soon     = 250 * time.Millisecond // what a person waits for
	promptly = time.Second            // what was promised to the second
	often    = 10 * time.Second       // what is told hours ahead
	seldom   = 10 * time.Minute       // what lives for hours
	rarely   = time.Hour              // what lives for months
)

// Duties lists them. Those of the calendar only write down what the clock has
// decided already: a late bid is refused without them.
func (a *App) Duties() []Duty {
	out := []Duty{
		{"opening categories", promptly, batches(a.Sourcing.OpenDue)},
		{"closing categories", promptly, batches(a.Sourcing.CloseDue)},
		{"opening the next windows", promptly, batches(a.Sourcing.RollDue)},
		{"closing auctions", promptly, batches(a.Auctions.CloseDue)},
		{"opening bids by the clock", promptly, batches(a.Openings.OpenDue)},
		{"ending standstills", promptly, batches(a.Awards.ConcludeDue)},
		{"reminding of closings", often, batches(a.Sourcing.RemindDue)},
		{"reminding of papers", promptly, batches(a.Party.RemindDue)},
		{"ending contracts", often, batches(a.Contracts.ExpireDue)},
		{"reminding of ends of contracts", often, batches(a.Contracts.RemindDue)},
		{"reminding of what is due under contracts", often, batches(a.Contracts.RemindDuties)},
		{"reminding of reviews", often, batches(a.Project.RemindDue)},
		{"payments", promptly, batches(a.Payments.SettleDue)},
		{"what came to tills", promptly, once(func(ctx context.Context) error { _, err := a.Payments.AskTills(ctx); return err })},
		{"lines of statements", promptly, batches(a.Payments.SettleLines)},
		{"refunds", promptly, batches(a.Payments.SendRefunds)},
		{"comparing totals", rarely, batches(a.Payments.CompareTotals)},
		{"reminding of disputes", often, batches(a.Payments.RemindDisputes)},
		{"acknowledgements", promptly, batches(a.Payments.AcknowledgeDue)},
		{"transparency log", promptly, once(func(ctx context.Context) error { _, err := a.Sequencer.Once(ctx); return err })},
		{"archiving jobs", seldom, batches(a.Archive.EnterDue)},
		{"destroying what was decided", often, batches(a.Archive.DisposeDue)},
		{"sweeping uploads", seldom, once(a.Party.SweepUploads)},
		{"seeing to requests to sign", often, once(a.Contracts.SweepSignings)},
		{"sweeping uploads of contracts", seldom, once(a.Contracts.SweepUploads)},
		{"sweeping uploads of bids", seldom, once(a.Bidding.SweepUploads)},
		{"forgetting what is over", rarely, func(ctx context.Context) (bool, error) { return tidy.Step(ctx, a.DB) }},
		{"forgetting limits", seldom, once(func(ctx context.Context) error { return journal.SweepLimits(ctx, a.DB) })},
	}
	if a.Mail != nil {
		out = append(out, Duty{"summaries of mails", promptly, batches(a.Notify.SummariseDue)})
		out = append(out, Duty{"mail", soon, batches(func(ctx context.Context) (int, error) { return a.Notify.SendDue(ctx, a.Mail, a.Attachment) })})
	}
	return out
}

// batches is a duty that does so much at a time: while it finds something there
// may be more.
func batches(do func(context.Context) (int, error)) func(context.Context) (bool, error) {
	return func(ctx context.Context) (bool, error) {
		n, err := do(ctx)
		return n > 0, err
	}
}

// once is a duty that does all there is.
func once(do func(context.Context) error) func(context.Context) (bool, error) {
	return func(ctx context.Context) (bool, error) { return false, do(ctx) }
}
