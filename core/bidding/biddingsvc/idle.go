package biddingsvc

import (
	"github.com/google/uuid"

	"zabuni.org/core/bidding"
	"zabuni.org/core/kernel/money"
)

// idleAnswers shows what the draft answers to questions that are gone.
func (b *Bid) idleAnswers() {
	var out []Idle
	for _, r := range b.Gone.Questions {
		one := Idle{ID: r.ID, Label: r.Prompt, Addendum: r.Gone}
		labels := map[string]string{}
		for _, o := range b.Options[r.ID] {
			labels[o.ID.String()] = o.Label
		}
		one.Value = bidding.Resolve(b.Answers[r.ID].Value, labels)
		for _, f := range b.Files {
			if f.Question == r.ID {
				one.Files = append(one.Files, f)
			}
		}
		if one.Value != "" || len(one.Files) > 0 {
			out = append(out, one)
		}
	}
	b.Idle = append(out, b.Idle...)
}

// idlePrices shows what the draft offers for items that are gone.
func (b *Bid) idlePrices(under map[uuid.UUID]pricedLine) error {
	for _, r := range b.Gone.Items {
		l := under[r.ID]
		one := Idle{ID: r.ID, Label: r.Number + " · " + r.Description, Addendum: r.Gone, Remarks: l.Remarks}
		if l.UnitPrice != "" {
			price, err := money.ParseDecimal(l.UnitPrice)
			if err != nil {
				return err
			}
			one.UnitPrice = &price
		}
		if one.UnitPrice != nil || one.Remarks != "" {
			b.Idle = append(b.Idle, one)
		}
	}
	return nil
}
