package reporthttp

import (
	"slices"

	"zabuni.org/core/evaluation"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/report/reportsvc"
	"zabuni.org/core/sourcing"
)

func sold(best string) bool { return sourcing.Direction(best) == sourcing.Highest }

func savingsOf(s reportsvc.Savings) Savings {
	out := Savings{
		Items:       httpkit.Each(s.Items, savingOf),
		Next:        s.Next,
		Totals:      httpkit.Each(s.Totals, savingTotalOf),
		Years:       []int32{},
		Types:       []SavingType{},
		Departments: httpkit.Each(s.Departments, func(d reportsvc.SavingDepartment) SavingDepartment { return SavingDepartment(d) }),
		Opens:       s.Opens,
	}
	for _, c := range s.Choices {
		if !slices.Contains(out.Years, c.Year) {
			out.Years = append(out.Years, c.Year)
		}
		if c.CategoryTypeID != nil {
			if t := (SavingType{ID: *c.CategoryTypeID, Name: c.TypeName}); !slices.Contains(out.Types, t) {
				out.Types = append(out.Types, t)
			}
		}
	}
	return out
}

func savingOf(r reportsvc.Saving) SavingRow {
	out := SavingRow{
		CategoryID: r.CategoryID,
		JobID:      r.JobID,
		Activity:   sourcing.Activity(r.Activity),
		Name:       r.Name,
		Reference:  r.Reference,
		JobTitle:   r.JobTitle,
		TypeName:   r.TypeName,
		Department: r.Department,
		Timezone:   r.Timezone,
		Winner:     r.Winner,
		AwardedAt:  r.DecidedAt.UTC(),
		Sold:       sold(r.Best),
		Currency:   money.Currency(r.Currency),
		Awarded:    r.Awarded,
		Baseline:   r.Baseline,
		Saved:      r.Saved,
		PerCent:    r.Percent,
		Missing:    evaluation.NoBaseline(r.Missing),
	}
	if r.Agreed {
		out.Contracted = &r.Contracted
	}
	return out
}

func savingTotalOf(t reportsvc.SavingTotal) SavingTotal {
	return SavingTotal{
		Currency: money.Currency(t.Currency),
		Sold:     sold(t.Best),
		Awards:   t.Awards,
		Compared: t.Compared,
		Awarded:  t.Awarded,
		Baseline: t.Baseline,
		Saved:    t.Saved,
		PerCent:  reportsvc.PerCent(t),
	}
}

func savingsBuyerOf(b reportsvc.SavingsBuyer) SavingsBuyer {
	return SavingsBuyer{
		ID:      b.ID,
		Name:    b.Name,
		Country: b.Country,
		Awards:  b.Awards,
		Totals:  httpkit.Each(b.Totals, savingTotalOf),
	}
}

func evidenceOf(e reportsvc.Evidence) SavingEvidence {
	var out SavingEvidence
	for i, s := range e.Savings {
		if i == 0 {
			out = SavingEvidence{
				JobID:     s.JobID,
				Activity:  sourcing.Activity(s.Activity),
				Name:      s.Name,
				Reference: s.Reference,
				JobTitle:  s.JobTitle,
				Timezone:  s.Timezone,
				AwardedAt: s.DecidedAt.UTC(),
				Sold:      sold(s.Best),
				Currency:  money.Currency(s.Currency),
				Awarded:   s.Awarded,
			}
		}
		b := BaselineEvidence{
			Kind:     evaluation.Baseline(s.Kind),
			Baseline: s.Baseline,
			Saved:    s.Saved,
			PerCent:  s.Percent,
			Missing:  evaluation.NoBaseline(s.Missing),
			Sources:  []SavingSource{},
		}
		for _, x := range e.Sources {
			if x.Kind == s.Kind {
				b.Sources = append(b.Sources, sourceOf(x))
			}
		}
		out.Baselines = append(out.Baselines, b)
	}
	return out
}

func sourceOf(x reportsvc.SavingSource) SavingSource {
	out := SavingSource{
		Supplier:     x.SupplierName,
		ItemNumber:   x.ItemNumber,
		Item:         x.ItemDescription,
		Unit:         x.Unit,
		Quantity:     x.Quantity,
		UnitPrice:    x.UnitPrice,
		Amount:       x.Amount,
		Bid:          x.BidSeq,
		CategoryID:   x.PaidCategoryID,
		Reference:    x.PaidReference,
		CategoryName: x.PaidName,
	}
	if x.At != nil {
		at := x.At.UTC()
		out.At = &at
	}
	return out
}
