package referencesvc

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/sheet"
	"zabuni.org/core/reference"
	"zabuni.org/core/reference/internal/referencedb"
)

// An Outcome is what a file would do to a list.
type Outcome struct {
	New, Changed, Same, Gone int
	Parts                    []string    // divisions, or years of countries, that the file takes the place of
	Faulty                   []sheet.Row // in which something is to be corrected; nothing is taken before
	Stamp                    string      // of the file and of what it was held against
}

// entry is one of a list, as it is compared: what it is known by, of which part, and what is said of it.
type entry struct{ key, part, says string }

// A file is one that was read.
type file struct {
	list    reference.List
	codes   []reference.Code
	days    []reference.Day
	faulty  []sheet.Row
	entries []entry
}

func read(list reference.List, data []byte) (file, error) {
	f := file{list: list}
	var err error
	if list == reference.Codes {
		f.codes, f.faulty, err = reference.ReadCodes(data)
		f.entries = codeEntries(f.codes)
	} else {
		f.days, f.faulty, err = reference.ReadHolidays(data)
		f.entries = dayEntries(f.days)
	}
	return f, err
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

// there is the list as it stands.
func (f file) there(ctx context.Context, db pg.DB) ([]entry, error) {
	if f.list == reference.Codes {
		rows, err := q.AllCodes(ctx, db)
		if err != nil {
			return nil, err
		}
		codes, err := codesOf(rows)
		return codeEntries(codes), err
	}
	rows, err := q.Days(ctx, db, "", 0, 100_000)
	return dayEntries(daysOf(rows)), err
}

// against is what the file would do to a list.
func (f file) against(there []entry, data []byte) Outcome {
	out := Outcome{Faulty: f.faulty}
	parts, says := map[string]bool{}, map[string]string{}
	for _, e := range there {
		says[e.key] = e.says
	}
	sum := sha256.New()
	sum.Write(data)
	file := map[string]bool{}
	for _, e := range f.entries {
		parts[e.part], file[e.key] = true, true
		switch was, known := says[e.key]; {
		case !known:
			out.New++
		case was != e.says:
			out.Changed++
		default:
			out.Same++
		}
	}
	for _, e := range there {
		if parts[e.part] {
			fmt.Fprintf(sum, "%s\x00%s\x00", e.key, e.says)
			if !file[e.key] {
				out.Gone++
			}
		}
	}
	out.Parts = slices.Sorted(maps.Keys(parts))
	out.Stamp = hex.EncodeToString(sum.Sum(nil))
	return out
}

// Check tells what a file would do to a list; nothing changes. For who keeps it.
func (s *Service) Check(ctx context.Context, a access.Actor, list reference.List, data []byte) (Outcome, error) {
	if err := mayTake(a); err != nil {
		return Outcome{}, err
	}
	f, err := read(list, data)
	if err != nil {
		return Outcome{}, err
	}
	there, err := f.there(ctx, s.db)
	return f.against(there, data), err
}

// Take lets a file take the place of what a list said of the same divisions, or of the same years of the same countries; stamp is of
// what was shown. It raises [reference.Changed] where it would do something else by now. For who keeps it.
func (s *Service) Take(ctx context.Context, a access.Actor, list reference.List, name string, data []byte, stamp string) error {
	if err := mayTake(a); err != nil {
		return err
	}
	f, err := read(list, data)
	if err != nil {
		return err
	}
	if len(f.faulty) > 0 {
		return reference.Faulty.New("").With("rows", len(f.faulty))
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		if _, err := q.HoldList(ctx, tx, string(list), a.User, tx.Now); err != nil {
			return err
		}
		there, err := f.there(ctx, tx)
		if err != nil {
			return err
		}
		out := f.against(there, data)
		if out.Stamp != stamp {
			return reference.Changed.New("")
		}
		if err := f.put(ctx, tx, out.Parts); err != nil {
			return err
		}
		sum := sha256.Sum256(data)
		if err := q.SaveList(ctx, tx, referencedb.SaveListParams{Name: string(list), File: name, Sha256: sum[:], TakenBy: a.User, Now: tx.Now}); err != nil {
			return err
		}
		_, err = journal.Record(ctx, tx, a, journal.Entry{Action: "reference.taken", Object: "reference_list", ObjectID: idOf(list), Owner: a.Org, Detail: map[string]any{
			"list": list, "file": name, "sha256": hex.EncodeToString(sum[:]), "new": out.New, "changed": out.Changed, "gone": out.Gone, "parts": out.Parts}})
		return err
	})
}

// idOf is by which a list is known in the log, where all things have such an id.
func idOf(list reference.List) uuid.UUID {
	return uuid.NewSHA1(uuid.NameSpaceURL, []byte("reference/"+list))
}

func (f file) put(ctx context.Context, tx pg.Tx, parts []string) error {
	if f.list == reference.Codes {
		codes, digits, names := make([]string, len(f.codes)), make([]string, len(f.codes)), make([]string, len(f.codes))
		for i, c := range f.codes {
			raw, err := json.Marshal(c.Names)
			if err != nil {
				return err
			}
			codes[i], digits[i], names[i] = c.Code, c.Digit, string(raw)
		}
		if _, err := q.DropCodes(ctx, tx, parts, codes); err != nil {
			return err
		}
		_, err := q.PutCodes(ctx, tx, codes, digits, names)
		return err
	}
	countries, days, names := make([]string, len(f.days)), make([]time.Time, len(f.days)), make([]string, len(f.days))
	of, years := make([]string, len(f.days)), make([]int32, len(f.days))
	for i, d := range f.days {
		countries[i], days[i], names[i] = string(d.Country), d.Day, d.Name
		of[i], years[i] = string(d.Country), int32(d.Day.Year())
	}
	if _, err := q.DropDays(ctx, tx, of, years, countries, days); err != nil {
		return err
	}
	_, err := q.PutDays(ctx, tx, countries, days, names)
	return err
}

// Workbook is a list as it stands, to be filled further; of an empty one it is the form. For who keeps it.
func (s *Service) Workbook(ctx context.Context, a access.Actor, list reference.List) ([]byte, error) {
	if err := mayTake(a); err != nil {
		return nil, err
	}
	if list == reference.Codes {
		rows, err := q.AllCodes(ctx, s.db)
		if err != nil {
			return nil, err
		}
		codes, err := codesOf(rows)
		if err != nil {
			return nil, err
		}
		return reference.WriteCodes(codes)
	}
	rows, err := q.Days(ctx, s.db, "", 0, 100_000)
	if err != nil {
		return nil, err
	}
	return reference.WriteHolidays(daysOf(rows))
}
