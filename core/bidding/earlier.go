package bidding

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/fault"
)

// A Choice is an option of a question, as a bidder reads it.
type Choice struct {
	ID    uuid.UUID
	Label string
}

// Same reports whether two choices say the same.
func (c Choice) Same(d Choice) bool {
	return strings.EqualFold(strings.TrimSpace(c.Label), strings.TrimSpace(d.Label))
}

// Carry is an answer to a question as an answer to the same question elsewhere, whose choices
// say the same under other ids. It returns false for what is none there: what was chosen is not
// offered, or the rules of answers have become stricter.
func Carry(value string, from, to []Choice, q Question) (string, bool) {
	switch q.Type {
	case FileUpload:
		return "", false
	case Selection:
		id, ok := carried(value, from, to)
		if !ok {
			return "", false
		}
		value = id.String()
	case Checkboxes:
		var chosen []string
		if json.Unmarshal([]byte(value), &chosen) != nil {
			return "", false
		}
		var ids []uuid.UUID
		for _, c := range chosen {
			id, ok := carried(c, from, to)
			if !ok {
				return "", false
			}
			ids = append(ids, id)
		}
		// In the order in which they stand there, as whoever ticks them has them.
		place := func(id uuid.UUID) int {
			return slices.IndexFunc(to, func(c Choice) bool { return c.ID == id })
		}
		slices.SortFunc(ids, func(a, b uuid.UUID) int { return place(a) - place(b) })
		raw, err := json.Marshal(ids)
		if err != nil {
			return "", false
		}
		value = string(raw)
	}
	var f fault.Fields
	value, answered := q.Check(&f, "", value)
	return value, answered && f.Err() == nil
}

// carried is the choice that says what another said.
func carried(value string, from, to []Choice) (uuid.UUID, bool) {
	was := slices.IndexFunc(from, func(c Choice) bool { return c.ID.String() == Named(value) })
	if was < 0 {
		return uuid.Nil, false
	}
	is := slices.IndexFunc(to, from[was].Same)
	if is < 0 {
		return uuid.Nil, false
	}
	return to[is].ID, true
}
