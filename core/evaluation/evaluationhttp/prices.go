package evaluationhttp

import "zabuni.org/core/evaluation/evaluationsvc"

func pricesOf(rows []evaluationsvc.PriceRow) Prices {
	out := Prices{Items: make([]PriceRow, len(rows))}
	for i, r := range rows {
		out.Items[i] = PriceRow{
			SubmissionID: r.SubmissionID,
			ItemID:       r.ItemID,
			Number:       r.Number,
			Description:  r.Description,
			Unit:         r.Unit,
			Quantity:     r.Quantity.Short(),
			UnitPrice:    r.UnitPrice.String(),
			Remarks:      r.Remarks,
		}
	}
	return out
}
