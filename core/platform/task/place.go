package task

import (
	"net/url"

	"github.com/google/uuid"
)

// A Place is a screen named by what it shows: the same place has another address on
// each desk and for each activity, which the web knows.
type Place struct {
	Of       string // an activity, or another word of its domain
	Slot     string // the kind of screen
	Job      uuid.UUID
	Category uuid.UUID
	Section  uuid.UUID
}

// String writes it as the web reads it: what it is of, the slot, what it shows. The
// zero place is empty.
func (p Place) String() string {
	if p == (Place{}) {
		return ""
	}
	shown := url.Values{}
	for name, id := range map[string]uuid.UUID{"job": p.Job, "category": p.Category, "section": p.Section} {
		if id != uuid.Nil {
			shown.Set(name, id.String())
		}
	}
	at := p.Of + "/" + p.Slot
	if len(shown) > 0 {
		at += "?" + shown.Encode()
	}
	return at
}
