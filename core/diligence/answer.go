package diligence

import (
	"bytes"
	"image"
	_ "image/jpeg" // a photograph is one of these two
	_ "image/png"
	"slices"
	"strconv"
	"strings"
	"time"

	"zabuni.org/core/kernel/fault"
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
	_, format, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, "", photo(NoPhoto)
	}
	strip := plainJPEG
	if format == "png" {
		strip = plainPNG
	}
	clean, ok := strip(data)
	if !ok {
		return nil, "", photo(NoPhoto)
	}
	return clean, "image/" + format, nil
}

func photo(code string, params ...any) error {
	var f fault.Fields
	f.Add("/photo", code, params...)
	return f.Err()
}

// plainJPEG leaves out the segments of applications, where EXIF and XMP stand, and
// comments; that of Adobe says how colours are to be read and stays.
func plainJPEG(data []byte) ([]byte, bool) {
	out := slices.Clone(data[:2])
	for at := 2; at+4 <= len(data); {
		if data[at] != 0xff {
			return nil, false
		}
		kind := data[at+1]
		if kind == 0xff { // filling before a segment
			at++
			continue
		}
		end := at + 2 + int(data[at+2])<<8 + int(data[at+3])
		switch {
		case end > len(data) || end < at+4:
			return nil, false
		case kind == 0xda: // the picture itself, to the end
			return append(out, data[at:]...), true
		case kind > 0xe0 && kind <= 0xef && kind != 0xee, kind == 0xfe:
		default:
			out = append(out, data[at:end]...)
		}
		at = end
	}
	return nil, false
}

// pixels are the chunks of a PNG that make the picture.
var pixels = []string{"IHDR", "PLTE", "tRNS", "IDAT", "IEND", "gAMA", "cHRM", "sRGB", "sBIT"}

// plainPNG leaves out every chunk that makes nothing of the picture, and what follows it.
func plainPNG(data []byte) ([]byte, bool) {
	out := slices.Clone(data[:8])
	for at := 8; at+12 <= len(data); {
		size := int(data[at])<<24 | int(data[at+1])<<16 | int(data[at+2])<<8 | int(data[at+3])
		end := at + 12 + size
		if end > len(data) || end < at {
			return nil, false
		}
		kind := string(data[at+4 : at+8])
		if slices.Contains(pixels, kind) {
			out = append(out, data[at:end]...)
		}
		if kind == "IEND" {
			return out, true
		}
		at = end
	}
	return nil, false
}
