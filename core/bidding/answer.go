package bidding

import (
	"encoding/json"
	"strings"

	"github.com/google/uuid"
)

// Named is the id of an option in the one way of writing that ids are compared in: answers of before
// have it as it was sent.
func Named(option string) string {
	if id, err := uuid.Parse(option); err == nil {
		return id.String()
	}
	return option
}

// Resolve shows an answer as people read it: chosen options by their labels.
func Resolve(value string, labels map[string]string) string {
	if label, ok := labels[Named(value)]; ok {
		return label
	}
	var chosen []string
	if strings.HasPrefix(value, "[") && json.Unmarshal([]byte(value), &chosen) == nil {
		for i, id := range chosen {
			if label, ok := labels[Named(id)]; ok {
				chosen[i] = label
			}
		}
		return strings.Join(chosen, ", ")
	}
	return value
}
