package report

import (
	"fmt"
	"math/big"
	"slices"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
)

// Faults of reserved shares.
var (
	QuotasChanged = fault.Declare(fault.KindConflict, "report.quotas_changed", "Somebody else has changed these shares meanwhile: load them again")
)

// Bounds of reserved shares.
const (
	FirstQuotaYear, LastQuotaYear = 2000, 2100
	maxQuotas                     = 50
	quarterMonths                 = 3
)

// A Quota is which part of what a buyer awards in a financial year companies of a group are to have.
type Quota struct {
	Group *uuid.UUID // nil: all groups together
	Share money.Decimal
}

// Quotas are those of a financial year, which is called by the calendar year in which it begins.
type Quotas struct {
	Year       int
	FirstMonth int // in which it begins, 1 to 12
	Shares     []Quota
}

// Check tells all that is wrong, and leaves out shares of nothing, by which a form says none; groups are those of which companies
// are members.
func (q Quotas) Check(groups map[uuid.UUID]bool) (Quotas, error) {
	var f fault.Fields
	if q.Year < FirstQuotaYear || q.Year > LastQuotaYear {
		f.Add("/year", fault.OutOfRange, "min", FirstQuotaYear, "max", LastQuotaYear)
	}
	if q.FirstMonth < 1 || q.FirstMonth > 12 {
		f.Add("/first_month", fault.OutOfRange, "min", 1, "max", 12)
	}
	f.AtMost("/shares", len(q.Shares), maxQuotas)
	hundred := money.New(100, 0)
	seen := map[uuid.UUID]bool{}
	for i, x := range q.Shares {
		at := fmt.Sprintf("/shares/%d", i)
		if x.Share.Sign() < 0 || hundred.Less(x.Share) || !x.Share.RoundTo(2).Equal(x.Share) {
			f.Add(at+"/share", fault.OutOfRange, "min", "0", "max", "100")
		}
		group := uuid.Nil
		if x.Group != nil {
			if group = *x.Group; !groups[group] {
				f.Add(at+"/group_id", fault.Unknown)
			}
		}
		if seen[group] {
			f.Add(at+"/group_id", fault.Taken)
		}
		seen[group] = true
	}
	q.Shares = slices.DeleteFunc(slices.Clone(q.Shares), func(x Quota) bool { return x.Share.IsZero() })
	return q, f.Err()
}

// Days are the first and the last day of the year.
func (q Quotas) Days() (first, last time.Time) {
	first = time.Date(q.Year, time.Month(q.FirstMonth), 1, 0, 0, 0, 0, time.UTC)
	return first, first.AddDate(1, 0, -1)
}

// Quarter of the year is that of a calendar month, 1 to 4.
func (q Quotas) Quarter(month int) int { return (month-q.FirstMonth+12)%12/quarterMonths + 1 }

// An AwardedPart is what was awarded in a month to companies that were members of the same groups.
type AwardedPart struct {
	Currency money.Currency
	Month    int
	Groups   []uuid.UUID // none: of no group
	Reserved *uuid.UUID  // for which group it was reserved
	Amount   money.Decimal
}

// A QuotaState tells how a share stands to what is wanted of it.
type QuotaState string

// States of shares.
const (
	QuotaNone  QuotaState = "none"  // nothing is wanted of this group
	QuotaShort QuotaState = "short" // less than is wanted
	QuotaMet   QuotaState = "met"
)

// Values lists them.
func (QuotaState) Values() []string { return closed.Values(QuotaNone, QuotaShort, QuotaMet) }

// A GroupShare is what companies of a group had of all that was awarded.
type GroupShare struct {
	Group    *uuid.UUID    // nil: of any group, each award counted once
	Quota    money.Decimal // per cent; zero: none
	Awarded  money.Decimal // to its members
	Reserved money.Decimal // the part of it that was open to them alone
	Share    money.Decimal // per cent of all, rounded down to two digits: what is short is never shown as met
	Missing  money.Decimal // of what the quota is of all that was awarded; zero where it is met
	State    QuotaState
}

// A QuotaFigure is how the shares of a year, or of a quarter of it, stand in one currency. Nothing is converted.
type QuotaFigure struct {
	Currency money.Currency
	Quarter  int // 0: the whole year
	Awarded  money.Decimal
	Groups   []GroupShare // all together first, then the named ones
}

// Figures are those of the year by currency, each followed by its quarters in which something was awarded. A group is told where
// something is wanted of it or its members had something; a company of two groups counts for both, and once for all together.
func (q Quotas) Figures(parts []AwardedPart, order []uuid.UUID) []QuotaFigure {
	type key struct {
		currency money.Currency
		quarter  int
	}
	by := map[key][]AwardedPart{}
	for _, p := range parts {
		for _, quarter := range []int{0, q.Quarter(p.Month)} {
			k := key{p.Currency, quarter}
			by[k] = append(by[k], p)
		}
	}
	keys := make([]key, 0, len(by))
	for k := range by {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b key) int {
		if a.currency != b.currency {
			if a.currency < b.currency {
				return -1
			}
			return 1
		}
		return a.quarter - b.quarter
	})
	out := make([]QuotaFigure, len(keys))
	for i, k := range keys {
		out[i] = q.figure(by[k], order)
		out[i].Currency, out[i].Quarter = k.currency, k.quarter
	}
	return out
}

func (q Quotas) figure(parts []AwardedPart, order []uuid.UUID) QuotaFigure {
	var out QuotaFigure
	for _, p := range parts {
		out.Awarded = out.Awarded.Add(p.Amount)
	}
	out.Groups = append(out.Groups, q.share(nil, parts, out.Awarded))
	for _, group := range order {
		if x := q.share(&group, parts, out.Awarded); x.State != QuotaNone || !x.Awarded.IsZero() {
			out.Groups = append(out.Groups, x)
		}
	}
	return out
}

func (q Quotas) share(group *uuid.UUID, parts []AwardedPart, all money.Decimal) GroupShare {
	out := GroupShare{Group: group, State: QuotaNone}
	for _, x := range q.Shares {
		if group == nil && x.Group == nil || group != nil && x.Group != nil && *group == *x.Group {
			out.Quota = x.Share
		}
	}
	for _, p := range parts {
		if group == nil && len(p.Groups) == 0 || group != nil && !slices.Contains(p.Groups, *group) {
			continue
		}
		out.Awarded = out.Awarded.Add(p.Amount)
		if p.Reserved != nil && (group == nil || *p.Reserved == *group) {
			out.Reserved = out.Reserved.Add(p.Amount)
		}
	}
	if all.Sign() > 0 {
		out.Share = floorPerCent(out.Awarded, all)
	}
	if out.Quota.IsZero() {
		return out
	}
	wanted := new(big.Rat).Mul(all.Rat(), new(big.Rat).Quo(out.Quota.Rat(), big.NewRat(100, 1)))
	if missing := new(big.Rat).Sub(wanted, out.Awarded.Rat()); missing.Sign() > 0 {
		out.State = QuotaShort
		out.Missing = ceil(missing)
		return out
	}
	out.State = QuotaMet
	return out
}

// floorPerCent is a part of a whole above zero in per cent, with two digits, rounded down.
func floorPerCent(part, whole money.Decimal) money.Decimal {
	hundredths := new(big.Rat).Mul(new(big.Rat).Quo(part.Rat(), whole.Rat()), big.NewRat(10_000, 1))
	return money.New(new(big.Int).Quo(hundredths.Num(), hundredths.Denom()).Int64(), -2)
}

// ceil is the least amount that is not less: what is missing is never told as nothing.
func ceil(r *big.Rat) money.Decimal {
	d, _ := money.RoundDecimal(r)
	if d.Rat().Cmp(r) < 0 {
		d = d.Add(money.New(1, -4))
	}
	return d
}
