package diligence

import (
	"errors"
	"strconv"
	"strings"
	"time"

	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/picture"
)

// An Answer is what was found of one question.
type Answer struct {
	Value, Note string
	At          time.Time // by the clock of the device
}

// Normal returns the answer as it is kept, or what is wrong with it at a pointer.
func (a Answer) Normal(f *fault.Fields, at string, k Kind) Answer {
	a.Value = f.May(at+"/value", a.Value, 2000)
	a.Note = f.May(at+"/note", a.Note, 2000)
	switch {
	case a.Value == "":
	case k == YesNo:
		f.OneOf(at+"/value", a.Value, "yes", "no")
	case k == Number:
		if _, err := strconv.ParseFloat(a.Value, 64); err != nil || strings.ContainsAny(a.Value, "eExXnNiIpP_") {
			f.Add(at+"/value", fault.BadFormat, "expected", "0.00")
		}
	}
	return a
}

// Same reports whether the answer says what another does: sent again it counts once.
func (a Answer) Same(value, note string) bool { return a.Value == value && a.Note == note }

// Complete raises Unanswered with each gap unless every question has an answer.
func Complete[ID interface {
	comparable
	String() string
}](questions []ID, answered func(ID) bool) error {
	var gaps fault.Fields
	for _, q := range questions {
		if !answered(q) {
			gaps.Add("/"+q.String(), fault.Required)
		}
	}
	if len(gaps) == 0 {
		return nil
	}
	err := Unanswered.New("%d gaps", len(gaps)).With("count", len(gaps))
	err.Fields = gaps
	return err
}

// Photo returns a photograph without what the camera wrote beside it: the place is
// kept with consent only, and a file must not say it all the same. It also tells the
// media type.
func Photo(data []byte) (clean []byte, media string, err error) {
	if len(data) > MaxPhoto {
		return nil, "", photo(PhotoTooBig, "max_mb", MaxPhoto>>20)
	}
	clean, media, err = picture.Plain(data)
	switch {
	case errors.Is(err, picture.ErrLarge):
		return nil, "", photo(PhotoTooFine, "max_points", picture.MaxPixels/1_000_000)
	case err != nil:
		return nil, "", photo(NoPhoto)
	}
	return clean, media, nil
}

func photo(code string, params ...any) error {
	var f fault.Fields
	f.Add("/photo", code, params...)
	return f.Err()
}
