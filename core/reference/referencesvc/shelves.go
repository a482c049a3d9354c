package referencesvc

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/sheet"
	"zabuni.org/core/reference"
)

// An entry is one of a list as it is compared: what it is known by, of which part, and what is said of it.
type entry struct{ key, part, says string }

// A file is one that was read.
type file struct {
	entries []entry
	off     []string // parts that are taken off the list
	faulty  []sheet.Row
	put     func(ctx context.Context, tx pg.Tx, parts []string) error // all of it, for the parts that it has
}

// A shelf is where a list stands.
type shelf struct {
	read  func(data []byte) (file, error)
	there func(ctx context.Context, db pg.DB) ([]entry, error)
	book  func(ctx context.Context, db pg.DB) ([]byte, error)
}

// shelves has one for each list.
var shelves = map[reference.List]shelf{
	reference.Codes: {
		read: func(data []byte) (file, error) {
			codes, off, faulty, err := reference.ReadCodes(data)
			return file{codeEntries(codes), off, faulty, func(ctx context.Context, tx pg.Tx, parts []string) error { return putCodes(ctx, tx, parts, codes) }}, err
		},
		there: func(ctx context.Context, db pg.DB) ([]entry, error) {
			codes, err := allCodes(ctx, db)
			return codeEntries(codes), err
		},
		book: func(ctx context.Context, db pg.DB) ([]byte, error) {
			codes, err := allCodes(ctx, db)
			if err != nil {
				return nil, err
			}
			return reference.WriteCodes(codes)
		},
	},
	reference.Holidays: {
		read: func(data []byte) (file, error) {
			days, off, faulty, err := reference.ReadHolidays(data)
			return file{dayEntries(days), off, faulty, func(ctx context.Context, tx pg.Tx, parts []string) error { return putDays(ctx, tx, parts, days) }}, err
		},
		there: func(ctx context.Context, db pg.DB) ([]entry, error) {
			days, err := allDays(ctx, db)
			return dayEntries(days), err
		},
		book: func(ctx context.Context, db pg.DB) ([]byte, error) {
			days, err := allDays(ctx, db)
			if err != nil {
				return nil, err
			}
			return reference.WriteHolidays(days)
		},
	},
}

func codeEntries(codes []reference.Code) []entry {
	out := make([]entry, len(codes))
	for i, c := range codes {
		names, _ := json.Marshal(c.Names)
		out[i] = entry{c.Code, reference.Division(c.Code), c.Digit + string(names)}
	}
	return out
}

func dayEntries(days []reference.Day) []entry {
	out := make([]entry, len(days))
	for i, d := range days {
		country := string(d.Country)
		out[i] = entry{country + d.Day.Format(time.DateOnly), fmt.Sprintf("%s %d", country, d.Day.Year()), d.Name}
	}
	return out
}

func allCodes(ctx context.Context, db pg.DB) ([]reference.Code, error) {
	rows, err := q.AllCodes(ctx, db)
	if err != nil {
		return nil, err
	}
	return codesOf(rows)
}

func allDays(ctx context.Context, db pg.DB) ([]reference.Day, error) {
	rows, err := q.Days(ctx, db, "", 0, reference.MaxLines+1)
	return daysOf(rows), err
}

func putCodes(ctx context.Context, tx pg.Tx, divisions []string, all []reference.Code) error {
	codes, digits, names := make([]string, len(all)), make([]string, len(all)), make([]string, len(all))
	for i, c := range all {
		raw, err := json.Marshal(c.Names)
		if err != nil {
			return err
		}
		codes[i], digits[i], names[i] = c.Code, c.Digit, string(raw)
	}
	if _, err := q.DropCodes(ctx, tx, divisions, codes); err != nil {
		return err
	}
	_, err := q.PutCodes(ctx, tx, codes, digits, names)
	return err
}

func putDays(ctx context.Context, tx pg.Tx, years []string, all []reference.Day) error {
	countries, days, names := make([]string, len(all)), make([]time.Time, len(all)), make([]string, len(all))
	for i, d := range all {
		countries[i], days[i], names[i] = string(d.Country), d.Day, d.Name
	}
	of, in := make([]string, len(years)), make([]int32, len(years))
	for i, part := range years {
		country, year, _ := strings.Cut(part, " ")
		of[i] = country
		if _, err := fmt.Sscan(year, &in[i]); err != nil {
			return err
		}
	}
	if _, err := q.DropDays(ctx, tx, of, in, countries, days); err != nil {
		return err
	}
	_, err := q.PutDays(ctx, tx, countries, days, names)
	return err
}
