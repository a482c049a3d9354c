package reference

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/xuri/excelize/v2"

	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/geo"
	"zabuni.org/core/kernel/locale"
	"zabuni.org/core/platform/sheet"
)

// Faults of a file as a whole.
var (
	Unreadable = fault.Declare(fault.KindInvalid, "reference.unreadable", "This is no table that can be read")
	TooLarge   = fault.Declare(fault.KindTooLarge, "reference.too_large", "The list is too large")
	Empty      = fault.Declare(fault.KindInvalid, "reference.empty", "The file lists nothing")
	NoHead     = fault.Declare(fault.KindInvalid, "reference.no_head", "The file has no row with the names of its columns") // params: columns
	Faulty     = fault.Declare(fault.KindInvalid, "reference.faulty", "Something in the file is to be corrected first")     // params: rows
	Changed    = fault.Declare(fault.KindConflict, "reference.changed", "The list has changed since it was shown")
)

// Codes of what is wrong with a row.
const (
	BadCode    = "reference.bad_code"    // no eight digits and one behind a hyphen
	BadCountry = "reference.bad_country" // params: value
	BadDay     = "reference.bad_day"
	Computed   = sheet.IsFormula
)

// MaxBytes is how long a file may be.
const MaxBytes = 8 << 20

// MaxLines is how many entries a list, and a file, may have.
const MaxLines = 20_000

const maxName = 400

var bounds = sheet.Bounds{Bytes: MaxBytes, Lines: MaxLines, Columns: 60, Cell: 2_000, Unreadable: Unreadable, Large: TooLarge, Empty: Empty}

// A Day is one on which a country rests.
type Day struct {
	Country geo.Code
	Day     time.Time // at midnight UTC
	Name    string
}

// heads are how the columns of a list may be called, by what they are; the publisher's table of codes has a column a language.
var heads = map[List]map[string][]string{
	Codes:    {"code": {"code", "cpv"}, "en": {"en", "name", "description"}, "am": {"am"}, "fr": {"fr"}, "pt": {"pt"}, "sw": {"sw"}},
	Holidays: {"country": {"country"}, "day": {"day", "date"}, "name": {"name", "holiday", "description"}},
}

// needed are the columns without which a list says nothing.
var needed = map[List][]string{Codes: {"code"}, Holidays: {"country", "day", "name"}}

// headed finds the row with the names of the columns among the first ones: which column is what, and where the lines begin.
func headed(list List, rows [][]string) (map[string]int, int, error) {
	for n, cells := range rows[:min(len(rows), 20)] {
		at := map[string]int{}
		for i, text := range cells {
			for what, names := range heads[list] {
				if _, twice := at[what]; !twice && slices.Contains(names, strings.ToLower(text)) {
					at[what] = i
				}
			}
		}
		if !slices.ContainsFunc(needed[list], func(what string) bool { _, ok := at[what]; return !ok }) {
			return at, n + 1, nil
		}
	}
	return nil, 0, NoHead.New("").With("columns", strings.ToUpper(strings.Join(needed[list], ", ")))
}

// lines are the rows below the head that say anything, by column.
func lines(list List, data []byte) ([]sheet.Row, error) {
	rows, err := sheet.Table(data, bounds)
	if err != nil {
		return nil, err
	}
	at, first, err := headed(list, rows)
	if err != nil {
		return nil, err
	}
	var out []sheet.Row
	for n, cells := range rows[first:] {
		row := sheet.Row{Number: first + n + 1, Cells: map[string]string{}}
		for what, i := range at {
			if i >= len(cells) || cells[i] == "" {
				continue
			}
			row.Cells[what] = cells[i]
			switch {
			case strings.HasPrefix(cells[i], "="):
				row.Add(what, Computed, nil)
			case strings.ContainsAny(cells[i], "\r\n\t"): // a quotation mark that nobody has closed swallows the rows below it
				row.Add(what, fault.BadText, nil)
			case len([]rune(cells[i])) > maxName:
				row.Add(what, fault.TooLong, map[string]any{"max": maxName})
			}
		}
		if len(row.Cells) > 0 {
			out = append(out, row)
		}
	}
	if len(out) == 0 {
		return nil, Empty.New("")
	}
	if len(out) > MaxLines {
		return nil, TooLarge.New("%d lines", len(out)).With("max", MaxLines)
	}
	return out, nil
}

// published is a code as the publisher writes it.
var published = regexp.MustCompile(`^([0-9]{8})-([0-9])$`)

// ReadCodes reads a list of codes, divisions that are taken off (two digits, without a name), and the rows in which something is to be
// corrected.
func ReadCodes(data []byte) (codes []Code, off []string, bad []sheet.Row, err error) {
	rows, err := lines(Codes, data)
	if err != nil {
		return nil, nil, nil, err
	}
	out, seen := make([]Code, 0, len(rows)), map[string]int{}
	for _, r := range rows {
		found := published.FindStringSubmatch(r.Cells["code"])
		names := map[string]string{}
		for _, l := range locale.Languages {
			if name := r.Cells[string(l)]; name != "" {
				names[string(l)] = name
			}
		}
		if len(r.Cells) == 1 && len(r.Faults) == 0 && slices.Contains(divisions, r.Cells["code"]) {
			off = append(off, r.Cells["code"])
			continue
		}
		switch {
		case strings.HasPrefix(r.Cells["code"], "="): // told already
		case r.Cells["code"] == "":
			r.Add("code", fault.Required, nil)
		case found == nil || !slices.Contains(divisions, Division(found[1])):
			r.Add("code", BadCode, nil)
		case seen[found[1]] > 0:
			r.Add("code", sheet.RowTwice, map[string]any{"row": seen[found[1]]})
		}
		if len(names) == 0 {
			r.Add("name", fault.Required, nil)
		}
		if len(r.Faults) > 0 {
			bad = append(bad, r)
			continue
		}
		seen[found[1]] = r.Number
		out = append(out, Code{Code: found[1], Digit: found[2], Names: names})
	}
	return out, off, bad, nil
}

// year is one alone, where a day is asked for.
var year = regexp.MustCompile(`^2[01][0-9]{2}$`)

// ReadHolidays reads a list of days, years of countries that are taken off (a year for the day, without a name; as "KE 2026"), and the
// rows in which something is to be corrected.
func ReadHolidays(data []byte) (days []Day, off []string, bad []sheet.Row, err error) {
	rows, err := lines(Holidays, data)
	if err != nil {
		return nil, nil, nil, err
	}
	type key struct {
		country geo.Code
		day     time.Time
	}
	out, seen := make([]Day, 0, len(rows)), map[key]int{}
	for _, r := range rows {
		country, known := countryOf(r.Cells["country"])
		if known && r.Cells["name"] == "" && year.MatchString(r.Cells["day"]) && len(r.Faults) == 0 {
			off = append(off, string(country)+" "+r.Cells["day"])
			continue
		}
		at, dated := dayOf(r.Cells["day"])
		for _, column := range needed[Holidays] {
			if r.Cells[column] == "" {
				r.Add(column, fault.Required, nil)
			}
		}
		if !known && r.Cells["country"] != "" && !strings.HasPrefix(r.Cells["country"], "=") {
			r.Add("country", BadCountry, map[string]any{"value": r.Cells["country"]})
		}
		if !dated && r.Cells["day"] != "" && !strings.HasPrefix(r.Cells["day"], "=") {
			r.Add("day", BadDay, nil)
		}
		if row := seen[key{country, at}]; known && dated && row > 0 {
			r.Add("day", sheet.RowTwice, map[string]any{"row": row})
		}
		if len(r.Faults) > 0 {
			bad = append(bad, r)
			continue
		}
		seen[key{country, at}] = r.Number
		out = append(out, Day{Country: country, Day: at, Name: r.Cells["name"]})
	}
	return out, off, bad, nil
}

// countryOf knows a country by its two letters or its English name.
func countryOf(text string) (geo.Code, bool) {
	for _, c := range geo.Countries {
		if strings.EqualFold(text, c.ISO2) || strings.EqualFold(text, c.Name) {
			return geo.Code(c.ISO2), true
		}
	}
	return "", false
}

// counted is a day as a worksheet has it.
var counted = regexp.MustCompile(`^[0-9]{5}(\.[0-9]+)?$`)

// dayOf reads a day: as it is written in ISO 8601, or as a worksheet counts it.
func dayOf(text string) (time.Time, bool) {
	at, err := time.Parse(time.DateOnly, text)
	if serial, wrong := strconv.ParseFloat(text, 64); err != nil && wrong == nil && counted.MatchString(text) {
		if at, err = excelize.ExcelDateToTime(serial, false); err == nil {
			at = at.Truncate(24 * time.Hour)
		}
	}
	return at, err == nil && at.Year() >= 2000 && at.Year() <= 2100
}
