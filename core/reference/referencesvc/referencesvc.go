// Package referencesvc is the use cases of what is taken over from those who publish it.
package referencesvc

import (
	"context"
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/geo"
	"zabuni.org/core/kernel/locale"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/reference"
	"zabuni.org/core/reference/internal/referencedb"
)

var q = referencedb.New()

// Most is how many entries are shown at once.
const Most = 200

// Service runs the use cases.
type Service struct{ db pg.DB }

// New returns a Service.
func New(db pg.DB) *Service { return &Service{db} }

// mayLook admits operator staff, mayTake who keeps what the platform classifies by.
func mayLook(a access.Actor) error { return a.Be(access.Operator) }

func mayTake(a access.Actor) error {
	if err := a.Be(access.Operator); err != nil {
		return err
	}
	return a.Need(access.ManageCategory)
}

// ListRow is a list with how much of it there is.
type ListRow = referencedb.ListsRow

// Lists are all lists; for operator staff.
func (s *Service) Lists(ctx context.Context, a access.Actor) ([]ListRow, error) {
	if err := mayLook(a); err != nil {
		return nil, err
	}
	return q.Lists(ctx, s.db, reference.Lists)
}

// numeric is what is typed of a code: its first digits, with blanks between, and the ninth after any hyphen.
var numeric = regexp.MustCompile(`^(?i:cpv\s*:?\s*)?([0-9][0-9 ]*?)\s*([-–]\s*[0-9]?)?$`)

// Digits are the first ones of a code, where what is typed is of one; empty: it is words.
func Digits(typed string) string {
	found := numeric.FindStringSubmatch(strings.TrimSpace(typed))
	if found == nil {
		return ""
	}
	return strings.ReplaceAll(found[1], " ", "")
}

// Codes are those that begin with the digits, or have all the words, of what is searched for, and whether there are more. Whoever
// may say what is bought may look.
func (s *Service) Codes(ctx context.Context, a access.Actor, search string) ([]reference.Code, bool, error) {
	if a.Type != access.Operator && a.Type != access.Buyer {
		return nil, false, a.Be(access.Operator)
	}
	digits, words := Digits(search), strings.TrimSpace(search)
	if digits != "" {
		words = ""
	}
	rows, err := q.Codes(ctx, s.db, pg.Like(digits), pg.Plain(words), Most+1)
	if err != nil {
		return nil, false, err
	}
	more := len(rows) > Most
	out, err := codesOf(rows[:min(len(rows), Most)])
	return out, more, err
}

// codesOf reads rows of any query of codes.
func codesOf[R referencedb.CodesRow | referencedb.AllCodesRow | referencedb.KnownRow](rows []R) ([]reference.Code, error) {
	out := make([]reference.Code, len(rows))
	for i, row := range rows {
		r := referencedb.CodesRow(row)
		out[i] = reference.Code{Code: r.Code, Digit: r.Digit}
		if err := json.Unmarshal(r.Names, &out[i].Names); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Holidays are days of a country (empty: of all) in a year (0: in all), and whether there are more; for operator staff.
func (s *Service) Holidays(ctx context.Context, a access.Actor, country string, year int) ([]reference.Day, bool, error) {
	if err := mayLook(a); err != nil {
		return nil, false, err
	}
	rows, err := q.Days(ctx, s.db, country, int32(year), Most+1)
	return daysOf(rows[:min(len(rows), Most)]), len(rows) > Most, err
}

func daysOf(rows []referencedb.Holiday) []reference.Day {
	out := make([]reference.Day, len(rows))
	for i, r := range rows {
		out[i] = reference.Day{Country: geo.Code(r.Country), Day: r.Day, Name: r.Name}
	}
	return out
}

// Vocabulary is what is known of codes in texts, as far as they can be read.
func Vocabulary(ctx context.Context, db pg.DB, texts ...string) (reference.Vocabulary, error) {
	v := reference.Vocabulary{Digits: map[string]string{}, Brought: map[string]bool{}}
	asked := map[string]bool{}
	for _, text := range texts {
		if code, _, ok := reference.CPV(text); ok {
			asked[code] = true
		}
	}
	if len(asked) == 0 {
		return v, nil
	}
	brought, err := q.Brought(ctx, db)
	if err != nil {
		return v, err
	}
	for _, d := range brought {
		v.Brought[d] = true
	}
	rows, err := q.Known(ctx, db, slices.Sorted(maps.Keys(asked)))
	for _, r := range rows {
		v.Digits[r.Code] = r.Digit
	}
	return v, err
}

// Names are what codes are called in a language, as far as that is known; for outsiders.
func Names(ctx context.Context, db pg.DB, language locale.Language, codes []string) (map[string]string, error) {
	return named(ctx, db, codes, func(c reference.Code) string { return c.Names[string(language)] })
}

// Called is the same for a reader: in another language where theirs has no name.
func Called(ctx context.Context, db pg.DB, language locale.Language, codes []string) (map[string]string, error) {
	return named(ctx, db, codes, func(c reference.Code) string { return c.Name(language) })
}

func named(ctx context.Context, db pg.DB, codes []string, name func(reference.Code) string) (map[string]string, error) {
	rows, err := q.Known(ctx, db, codes)
	if err != nil {
		return nil, err
	}
	known, err := codesOf(rows)
	out := map[string]string{}
	for _, c := range known {
		out[c.Code] = name(c)
	}
	return out, err
}

// DaysOf are the days on which a country rests, of the years of which there is a list.
func DaysOf(ctx context.Context, db pg.DB, country string) ([]time.Time, error) {
	return q.DaysOf(ctx, db, country)
}
