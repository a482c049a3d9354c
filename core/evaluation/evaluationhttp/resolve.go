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
		out.Items[i] = PriceRow{r.SubmissionID, r.ItemID, r.Number, r.Description, r.Unit, r.Quantity.Short(), r.UnitPrice.String(), r.Remarks}
	}
	return out
}
