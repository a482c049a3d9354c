package reportsvc

import (
	"math/big"
	"strconv"
	"time"

	"zabuni.org/core/kernel/money"
	"zabuni.org/core/report"
	"zabuni.org/core/report/internal/reportdb"
)

// instant is a moment in a room, where more than one thing happens in a minute.
func (w *writer) instant(at time.Time) report.Cell {
	return report.Text(at.In(w.zone).Format("2006-01-02 15:04:05.000"))
}

// duration is so many seconds as people write them: 2:00.
func duration(seconds int32) report.Cell {
	return report.Text(strconv.Itoa(int(seconds)/60) + ":" + time.Unix(int64(seconds%60), 0).UTC().Format("05"))
}

// amountOf is a price with its currency, for a column in which prices stand beside words.
func amountOf(d *money.Decimal, currency string) report.Cell {
	if d == nil {
		return report.Cell{}
	}
	return report.Text(d.Short() + " " + currency)
}

// A ruled is one rule of a room, named by the word of a column.
type ruled struct {
	reference, category, name string
	value                     report.Cell
}

// roomRules are the rules of each room, one below the other, as those who bid were told them.
func roomRules(w *writer) error {
	rows, err := q.ReportedRules(w.ctx, w.db, w.categories, w.owner)
	var all []ruled
	for _, r := range rows {
		add := func(name string, value report.Cell) {
			if value.Text != "" {
				all = append(all, ruled{r.Reference, r.Name, name, value})
			}
		}
		add("currency", report.Text(r.Currency))
		add("wins", w.word("wins_"+r.BestPrice))
		add("starts", w.instant(r.StartsAt))
		add("ends", w.instant(r.EndsAt))
		add("start_price", amountOf(r.StartPrice, r.Currency))
		add("step", amountOf(r.StepAmount, r.Currency))
		if r.StepPercent != "" {
			add("step", report.Text(r.StepPercent+" %"))
		}
		add("improves", w.word("improves_"+r.Improves))
		if r.JumpPercent != "0" {
			add("jump", report.Text(r.JumpPercent+" %"))
		}
		add("sees", w.word("sees_"+r.Visibility))
		add("sees_bidders", w.yes(r.ShowBidders))
		if r.WindowSeconds > 0 {
			add("window", duration(r.WindowSeconds))
			add("extend", duration(r.ExtendSeconds))
			add("extend_from", w.word("extend_"+r.ExtendFrom))
			add("extend_on", w.word("extend_on_"+r.ExtendOn))
			if r.TriggerRank > 0 {
				add("trigger_rank", report.Count(int(r.TriggerRank)))
			}
			if r.MaxExtensions > 0 {
				add("max_extensions", report.Count(int(r.MaxExtensions)))
			}
			add("hard_end", w.instant(r.HardEnd))
		}
		add("extensions", report.Count(int(r.Extensions)))
	}
	return put(w, "rules", columns{"rule", "value"}, all, err, func(r ruled) (string, string, cells) {
		return r.reference, r.category, cells{report.Text(w.words.Columns[r.name]), r.value}
	})
}

// standing is how those who entered a room stand in it at its end.
func standing(w *writer) error {
	rows, err := q.ReportedStanding(w.ctx, w.db, w.categories, w.owner)
	rank, last := 0, ""
	return put(w, "standing", columns{"rank", "supplier", "alias", "joined", "bids", "price", "currency", "at", "blocked"}, rows, err,
		func(r reportdb.ReportedStandingRow) (string, string, cells) {
			if r.Reference != last {
				rank, last = 0, r.Reference
			}
			place, at := report.Cell{}, report.Cell{}
			if r.Amount != nil {
				rank++
				place, at = report.Count(rank), w.instant(*r.At)
			}
			return r.Reference, r.Name, cells{place, report.Text(r.Supplier), report.Count(int(r.Alias)), w.moment(r.JoinedAt), report.Count(int(r.Bids)),
				report.Amount(r.Amount), report.Text(r.Currency), at, w.yes(r.Blocked)}
		})
}

// A held is what a best price is held against.
type held struct {
	reportdb.ReportedBestsRow
	against string
	base    money.Decimal
}

// gains holds the best price of each room against what there was before, each apart: what
// was gained is less where the lowest price wins and more where the highest does.
func gains(w *writer) error {
	rows, err := q.ReportedBests(w.ctx, w.db, w.categories, w.owner)
	var all []held
	for _, r := range rows {
		for _, one := range []struct {
			against string
			base    *money.Decimal
		}{{"estimate", r.Estimate}, {"start_price", r.StartPrice}, {"first_bid", r.FirstBid}} {
			if one.base != nil {
				all = append(all, held{r, one.against, *one.base})
			}
		}
	}
	return put(w, "gains", columns{"against", "price", "best", "currency", "gained", "gained_percent"}, all, err, func(r held) (string, string, cells) {
		gained, percent := new(big.Rat).Sub(r.base.Rat(), r.Best.Rat()), ""
		if r.BestPrice == "highest" {
			gained.Neg(gained)
		}
		if r.base.Sign() > 0 {
			percent = new(big.Rat).Quo(new(big.Rat).Mul(gained, big.NewRat(100, 1)), r.base.Rat()).FloatString(2)
		}
		return r.Reference, r.Name, cells{report.Text(w.words.Columns[r.against]), report.Amount(&r.base), report.Amount(&r.Best), report.Text(r.Currency),
			report.Number(gained.FloatString(2)), report.Number(percent)}
	})
}

// events are all that happened in each room, in the order in which it counts.
func events(w *writer) error {
	rows, err := q.ReportedEvents(w.ctx, w.db, w.categories, w.owner)
	return put(w, "events", columns{"line", "at", "event", "supplier", "price", "currency", "ends", "person", "reason", "voids", "voided_by"}, rows, err,
		func(r reportdb.ReportedEventsRow) (string, string, cells) {
			line := func(seq *int64) report.Cell {
				if seq == nil {
					return report.Cell{}
				}
				return report.Count(int(*seq))
			}
			currency := report.Cell{}
			if r.Amount != nil {
				currency = report.Text(r.Currency)
			}
			return r.Reference, r.Name, cells{line(&r.Seq), w.instant(r.At), w.word("event_" + r.Kind), report.Text(r.Supplier), report.Amount(r.Amount), currency,
				w.instant(r.EndsAfter), report.Text(r.Person), report.Text(r.Reason), line(r.Voids), line(r.VoidedBy)}
		})
}
