package referencesvc

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"

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

// against is what the file would do to a list. It raises [reference.TooMany] where that would have more than a file can say again.
func (f file) against(there []entry, data []byte) (Outcome, error) {
	out := Outcome{Faulty: f.faulty}
	parts, says, said := map[string]bool{}, map[string]string{}, map[string]bool{}
	for _, e := range there {
		says[e.key] = e.says
	}
	for _, part := range f.off {
		parts[part] = true
	}
	for _, e := range f.entries {
		parts[e.part], said[e.key] = true, true
		switch was, known := says[e.key]; {
		case !known:
			out.New++
		case was != e.says:
			out.Changed++
		default:
			out.Same++
		}
	}
	sum := sha256.New()
	sum.Write(data)
	left := 0
	for _, e := range there {
		if !parts[e.part] {
			left++
			continue
		}
		fmt.Fprintf(sum, "%s\x00%s\x00", e.key, e.says)
		if !said[e.key] {
			out.Gone++
		}
	}
	if n := left + len(f.entries); n > reference.MaxLines {
		return out, reference.TooMany.New("").With("count", n).With("max", reference.MaxLines)
	}
	out.Parts = slices.Sorted(maps.Keys(parts))
	out.Stamp = hex.EncodeToString(sum.Sum(nil))
	return out, nil
}

// Check tells what a file would do to a list; nothing changes. For who keeps it.
func (s *Service) Check(ctx context.Context, a access.Actor, list reference.List, data []byte) (Outcome, error) {
	if err := mayTake(a); err != nil {
		return Outcome{}, err
	}
	f, err := shelves[list].read(data)
	if err != nil {
		return Outcome{}, err
	}
	there, err := shelves[list].there(ctx, s.db)
	if err != nil {
		return Outcome{}, err
	}
	return f.against(there, data)
}

// Take lets a file take the place of what a list said of the same divisions, or of the same years of the same countries; stamp is of
// what was shown. It raises [reference.Changed] where it would do something else by now. For who keeps it.
func (s *Service) Take(ctx context.Context, a access.Actor, list reference.List, name string, data []byte, stamp string) error {
	if err := mayTake(a); err != nil {
		return err
	}
	f, err := shelves[list].read(data)
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
		there, err := shelves[list].there(ctx, tx)
		if err != nil {
			return err
		}
		out, err := f.against(there, data)
		if err != nil {
			return err
		}
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

// Workbook is a list as it stands, to be filled further; of an empty one it is the form. For who keeps it.
func (s *Service) Workbook(ctx context.Context, a access.Actor, list reference.List) ([]byte, error) {
	if err := mayTake(a); err != nil {
		return nil, err
	}
	return shelves[list].book(ctx, s.db)
}
