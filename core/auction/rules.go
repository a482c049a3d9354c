package auction

import (
	"math/big"
	"time"

	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/sourcing"
)

// Rules are what an author says of the live part. Once published only the times move,
// by events with a reason.
type Rules struct {
	Visibility    Visibility
	ShowBidders   bool // how many take part
	StepAmount    *money.Decimal
	StepPercent   *money.Quantity
	Reference     Reference
	Start         *money.Decimal // the first price must be this or better
	Reserve       *money.Decimal // for a worse price nobody gets it
	ShowMet       bool           // bidders see whether the best price reaches the reserve
	Jump          money.Quantity // per cent beyond which a bid is confirmed; 0: never
	StartsAt      time.Time
	EndsAt        time.Time
	HardEnd       time.Time // beyond which nothing moves the end
	Window        time.Duration
	Extend        time.Duration
	From          From
	Trigger       Trigger
	TriggerRank   int
	MaxExtensions int // 0: as many as the last end allows
}

// Limits of what an author may say.
const (
	MaxWindow     = time.Hour
	MaxExtensions = 100
	MaxTopRank    = 10
	MaxLength     = 30 * 24 * time.Hour
)

// most is the first price that is too long to be one: what is below it and its steps
// fit every column and every sum.
var most = money.New(1, 13)

// Soft reports whether the end may move by a bid.
func (r Rules) Soft() bool { return r.Window > 0 }

// Check normalises the rules of an auction of a currency and tells all that is wrong.
func (r Rules) Check(f *fault.Fields, c money.Currency) Rules {
	r.StartsAt, r.EndsAt, r.HardEnd = instant(r.StartsAt), instant(r.EndsAt), instant(r.HardEnd)
	r.step(f, c)
	if r.Start != nil {
		price(f, "/start_price", *r.Start, c)
	}
	r = r.reserve(f, c)
	if r.Jump.Sign() < 0 || money.NewQuantity(100, 0).Less(r.Jump) {
		f.Add("/jump_percent", fault.OutOfRange, "min", "0", "max", "100")
	}
	if !r.Visibility.Best() && r.Reference == Leader {
		f.Add("/improves", NeedsOwn)
	}
	if r.StartsAt.IsZero() {
		f.Add("/starts_at", fault.Required)
	}
	switch {
	case r.EndsAt.IsZero():
		f.Add("/ends_at", fault.Required)
	case !r.EndsAt.After(r.StartsAt):
		f.Add("/ends_at", BeforeStart)
	case r.EndsAt.Sub(r.StartsAt) > MaxLength:
		f.Add("/ends_at", fault.OutOfRange, "min", r.StartsAt.Format("02-01-2006"), "max", r.StartsAt.Add(MaxLength).Format("02-01-2006"))
	}
	return r.soft(f)
}

// step must be one of the two, and more than nothing.
func (r Rules) step(f *fault.Fields, c money.Currency) {
	switch {
	case (r.StepAmount == nil) == (r.StepPercent == nil):
		f.Add("/step_amount", OneStep)
	case r.StepAmount != nil:
		price(f, "/step_amount", *r.StepAmount, c)
	case r.StepPercent.Sign() <= 0 || money.NewQuantity(50, 0).Less(*r.StepPercent):
		f.Add("/step_percent", fault.OutOfRange, "min", "0", "max", "50")
	}
}

// soft is what moves the end; without a window nothing does.
func (r Rules) soft(f *fault.Fields) Rules {
	if r.Window == 0 {
		r.Extend, r.From, r.Trigger, r.TriggerRank, r.MaxExtensions, r.HardEnd = 0, FromReceipt, AnyBid, 0, 0, r.EndsAt
		return r
	}
	for pointer, d := range map[string]time.Duration{"/window_seconds": r.Window, "/extend_seconds": r.Extend} {
		if d <= 0 || d > MaxWindow {
			f.Add(pointer, fault.OutOfRange, "min", 1, "max", int(MaxWindow.Seconds()))
		}
	}
	if r.Trigger != TopRank {
		r.TriggerRank = 0
	} else if r.TriggerRank < 1 || r.TriggerRank > MaxTopRank {
		f.Add("/trigger_rank", fault.OutOfRange, "min", 1, "max", MaxTopRank)
	}
	if r.MaxExtensions < 0 || r.MaxExtensions > MaxExtensions {
		f.Add("/max_extensions", fault.OutOfRange, "min", 0, "max", MaxExtensions)
	}
	if r.HardEnd.IsZero() && !r.EndsAt.IsZero() {
		r.HardEnd = r.EndsAt.Add(time.Hour)
	}
	switch {
	case r.HardEnd.Before(r.EndsAt):
		f.Add("/hard_end", BeforeEnd)
	case !r.StartsAt.IsZero() && r.HardEnd.Sub(r.StartsAt) > MaxLength:
		f.Add("/hard_end", fault.OutOfRange, "min", r.EndsAt.Format("02-01-2006"), "max", r.StartsAt.Add(MaxLength).Format("02-01-2006"))
	}
	return r
}

// instant is a moment as the database keeps it.
func instant(t time.Time) time.Time { return t.UTC().Truncate(time.Microsecond) }

// price adds what is wrong with an amount: it is more than nothing, and no finer than
// the currency has coins.
func price(f *fault.Fields, pointer string, d money.Decimal, c money.Currency) {
	switch {
	case d.Sign() <= 0 || !d.Less(most):
		f.Add(pointer, fault.OutOfRange, "min", "0", "max", most.Short())
	case !d.Equal(d.RoundTo(int32(c.Exponent()))):
		f.Add(pointer, NotTick, "digits", c.Exponent())
	}
}

// Codes of findings.
const (
	LintNoRules     = "auction.lint.no_rules"
	LintStartsPast  = "auction.lint.starts_past"
	LintStartsFirst = "auction.lint.starts_before_close"
	LintStepSize    = "auction.lint.step_size"   // outside half a per cent to three
	LintLongRun     = "auction.lint.long_run"    // the last end is more than an hour after the end
	LintShortMove   = "auction.lint.short_move"  // it moves the end by less than the window
	LintFewInvited  = "auction.lint.few_invited" // params: invited
	LintAtNight     = "auction.lint.at_night"    // it ends when few work
	LintFewMinutes  = "auction.lint.few_minutes" // params: minutes
	LintCurrency    = "auction.lint.start_ticks" // an amount is finer than the currency
)

// Ready tells what keeps an auction from being published, and what its author might
// have overlooked. Zone is that of the job.
func (r Rules) Ready(c sourcing.Content, now time.Time, zone *time.Location) []sourcing.Finding {
	var out []sourcing.Finding
	add := func(blocking bool, code, pointer string, params map[string]any) {
		out = append(out, sourcing.Finding{Code: code, Pointer: pointer, Params: params, Blocking: blocking})
	}
	if !now.Before(r.StartsAt) {
		add(true, LintStartsPast, "/starts_at", nil)
	}
	if r.StartsAt.Before(c.Category.ClosesAt) {
		add(true, LintStartsFirst, "/starts_at", nil)
	}
	var f fault.Fields
	r.Check(&f, c.Category.Currency)
	for _, field := range f {
		add(true, LintCurrency, field.Pointer, nil)
	}
	if c.Category.InvitedOnly && c.Invited < 2 {
		add(false, LintFewInvited, "/invited", map[string]any{"invited": c.Invited})
	}
	if share := r.stepShare(); share != nil && (share.Cmp(big.NewRat(5, 1000)) < 0 || share.Cmp(big.NewRat(3, 100)) > 0) {
		add(false, LintStepSize, "/step_amount", nil)
	}
	if length := r.EndsAt.Sub(r.StartsAt); length < 10*time.Minute {
		add(false, LintFewMinutes, "/ends_at", map[string]any{"minutes": int(length.Minutes())})
	}
	if hour := r.EndsAt.In(zone).Hour(); hour < 8 || hour >= 18 {
		add(false, LintAtNight, "/ends_at", nil)
	}
	if !r.Soft() {
		return out
	}
	if r.HardEnd.Sub(r.EndsAt) > time.Hour {
		add(false, LintLongRun, "/hard_end", nil)
	}
	if r.Extend < r.Window {
		add(false, LintShortMove, "/extend_seconds", nil)
	}
	return out
}

// stepShare is the step as a part of the starting price; nil where nobody knows.
func (r Rules) stepShare() *big.Rat {
	switch {
	case r.StepPercent != nil:
		return new(big.Rat).Quo(r.StepPercent.Rat(), big.NewRat(100, 1))
	case r.StepAmount != nil && r.Start != nil && r.Start.Sign() > 0:
		return new(big.Rat).Quo(r.StepAmount.Rat(), r.Start.Rat())
	}
	return nil
}
