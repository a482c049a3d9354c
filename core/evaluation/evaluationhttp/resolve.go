package evaluationhttp

import (
	"encoding/json"
	"strings"

	"zabuni.org/core/evaluation/evaluationsvc"
)

// resolve shows an answer as people read it: chosen options by their labels.
func resolve(value string, labels map[string]string) string {
	if label, ok := labels[value]; ok {
		return label
	}
	var chosen []string
	if strings.HasPrefix(value, "[") && json.Unmarshal([]byte(value), &chosen) == nil {
		for i, id := range chosen {
			if label, ok := labels[id]; ok {
				chosen[i] = label
			}
		}
		return strings.Join(chosen, ", ")
	}
	return value
}

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
