package bidding

import (
	"encoding/json"
	"strings"
)

// Resolve shows an answer as people read it: chosen options by their labels.
func Resolve(value string, labels map[string]string) string {
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
