package reportsvc

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/locale"
	"zabuni.org/core/kernel/page"
	"zabuni.org/core/opening"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/document/documentsvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/sheet"
	"zabuni.org/core/report"
	"zabuni.org/core/report/internal/reportdb"
)

// Rows of what a supplier has to do with a buyer.
type (
	// Standing is how a supplier stands with a buyer.
	Standing = reportdb.WorldStandingRow
	// DealtBid is a bid that is open.
	DealtBid = reportdb.WorldBidsRow
	// DealtContract is a contract between the two.
	DealtContract = reportdb.WorldContractsRow
	// DealtCard is how a contract was served in a period.
	DealtCard = reportdb.WorldCardsRow
	// DealtVisit is what came of a visit.
	DealtVisit = reportdb.WorldVisitsRow
)

// A WorldRow is a supplier as a buyer finds it.
type WorldRow struct {
	partysvc.Found
	Standing
}

// searches are how often one account may look for something: by hand nobody comes near.
var searches = journal.Limit{Burst: 200, Per: 500 * time.Millisecond}

// looks counts what is typed into the world of suppliers against the account that types it.
func (s *Service) looks(ctx context.Context, a access.Actor) error {
	if err := buyerDesk.Admit(a); err != nil {
		return err
	}
	return journal.Take(ctx, s.db, "world:"+a.User.String(), searches)
}

// World is one page of all suppliers: the closest to what was typed, or the newest. Every
// buyer sees what they say of themselves, and what each has to do with its own company.
func (s *Service) World(ctx context.Context, a access.Actor, f partysvc.WorldFilter, after string, limit int) (page.Of[WorldRow], error) {
	if err := s.looks(ctx, a); err != nil {
		return page.Of[WorldRow]{}, err
	}
	return s.world(ctx, s.db, a, f, after, limit)
}

func (s *Service) world(ctx context.Context, db pg.DB, a access.Actor, f partysvc.WorldFilter, after string, limit int) (page.Of[WorldRow], error) {
	var out page.Of[WorldRow]
	found, err := partysvc.Find(ctx, db, a.Org, f, after, limit)
	if err != nil {
		return out, err
	}
	out.Next = found.Next
	rows, err := partysvc.FoundBy(ctx, db, a.Org, found.Items)
	if err != nil {
		return out, err
	}
	stands, err := s.stands(ctx, db, a, found.Items)
	out.Items = make([]WorldRow, len(rows))
	for i, r := range rows {
		out.Items[i] = WorldRow{Found: r, Standing: stands[r.ID]}
	}
	return out, err
}

// stands is how suppliers stand with the actor's company, as far as the actor may know.
func (s *Service) stands(ctx context.Context, db pg.DB, a access.Actor, ids []uuid.UUID) (map[uuid.UUID]Standing, error) {
	off, err := partysvc.ActivitiesOff(ctx, db, a.Org)
	if err != nil {
		return nil, err
	}
	rows, err := q.WorldStanding(ctx, db, reportdb.WorldStandingParams{
		BuyerID:   a.Org,
		Off:       off,
		AccountID: a.User,
		Named:     statusesShowing(opening.FieldIdentity),
		Ids:       ids,
	})
	out := map[uuid.UUID]Standing{}
	for _, r := range rows {
		out[r.ID] = r
	}
	return out, err
}

// ExportWorld is the list as a workbook; that it was taken is written down.
func (s *Service) ExportWorld(ctx context.Context, a access.Actor, f partysvc.WorldFilter, language locale.Language) ([]byte, error) {
	if err := a.Need(access.ViewReport); err != nil {
		return nil, err
	}
	if err := s.looks(ctx, a); err != nil {
		return nil, err
	}
	var rows []WorldRow
	var name string
	var at time.Time
	err := pg.InTx(ctx, s.db, func(tx pg.Tx) (err error) {
		at = tx.Now
		if name, err = q.SavingBuyer(ctx, tx, a.Org); err != nil {
			return err
		}
		all, err := s.world(ctx, tx, a, f, "", sheet.MostRows)
		if err == nil {
			err = sheet.Whole(all.Next != "")
		}
		if err != nil {
			return err
		}
		rows = all.Items
		// What was typed may be somebody's number: that something was is enough.
		_, err = journal.Record(ctx, tx, a, journal.Entry{Action: "report.suppliers.exported", Object: "company", ObjectID: a.Org, Owner: a.Org,
			Detail: map[string]any{"rows": len(rows), "searched": f.Search != "", "countries": f.Countries}})
		return err
	})
	if err != nil {
		return nil, err
	}
	book := worldBook(rows, string(language))
	zone, err := time.LoadLocation(a.Zone)
	if err != nil {
		zone = time.UTC
	}
	book.Buyer, book.At = name, at.In(zone)
	return book.Workbook()
}

// Dealings are what a supplier has to do with one buyer: what is open, decided and agreed.
type Dealings struct {
	Standing  Standing
	Agreed    bool // there is a contract that both have signed
	Bids      []DealtBid
	Contracts []DealtContract
	Cards     []DealtCard
	Visits    []DealtVisit
}

// dealt reports whether the two have had to do with one another: who was only invited has not.
func (d Dealings) dealt() bool { return d.Standing.Bids > 0 || d.Standing.Won > 0 || d.Agreed }

// A Supplier is all that a buyer sees of one.
type Supplier struct {
	partysvc.Seen
	Dealings
	Files bool // the person may open all of its papers
	reads bool // and those that it shows to every buyer
}

// Opens reports whether the person may open a paper of a kind.
func (s Supplier) Opens(kind party.DocumentKind) bool {
	return s.reads && opens(s.Seen, s.Dealings, kind)
}

// opens reports whether a buyer may open a paper of a supplier as it stands: after a dealing, or as the supplier lets every buyer.
func opens(s partysvc.Seen, d Dealings, kind party.DocumentKind) bool {
	return d.dealt() || slices.Contains(s.Shown, kind)
}

// Supplier returns a supplier with its owners on a day; nil is today. Each look is written
// down: there are people in it.
func (s *Service) Supplier(ctx context.Context, a access.Actor, id uuid.UUID, on *time.Time) (Supplier, error) {
	var out Supplier
	if err := buyerDesk.Admit(a); err != nil {
		return out, err
	}
	return out, pg.InTx(ctx, s.db, func(tx pg.Tx) (err error) {
		if out.Seen, err = partysvc.See(ctx, tx, a.Org, id, on); err != nil {
			return err
		}
		if out.Dealings, err = s.dealings(ctx, tx, a, id); err != nil {
			return err
		}
		out.reads = a.Has(access.AccessSupplierFiles)
		out.Files = out.reads && out.dealt()
		return looked(ctx, tx, a, id, map[string]any{"supplier": out.Name})
	})
}

func looked(ctx context.Context, tx pg.Tx, a access.Actor, id uuid.UUID, detail map[string]any) error {
	_, err := journal.Record(ctx, tx, a, journal.Entry{Action: "report.supplier.looked", Object: "company", ObjectID: id, Owner: a.Org, Detail: detail})
	return err
}

func (s *Service) dealings(ctx context.Context, db pg.DB, a access.Actor, id uuid.UUID) (Dealings, error) {
	var out Dealings
	stands, err := s.stands(ctx, db, a, []uuid.UUID{id})
	if err != nil {
		return out, err
	}
	out.Standing = stands[id]
	off, err := partysvc.ActivitiesOff(ctx, db, a.Org)
	if err != nil {
		return out, err
	}
	scored := statusesShowing(opening.FieldScores)
	out.Bids, err = q.WorldBids(ctx, db, reportdb.WorldBidsParams{
		Scored:     scored,
		SupplierID: id,
		BuyerID:    a.Org,
		Named:      statusesShowing(opening.FieldIdentity),
		Off:        off,
		AccountID:  a.User,
	})
	if err != nil {
		return out, err
	}
	out.Visits, err = q.WorldVisits(ctx, db, reportdb.WorldVisitsParams{
		BuyerID:    a.Org,
		SupplierID: id,
		Scored:     scored,
		Off:        off,
		AccountID:  a.User,
	})
	if err != nil {
		return out, err
	}
	if err := partysvc.NeedModule(ctx, db, a.Org, party.Contracts); errors.Is(err, party.ModuleOff) {
		return out, nil
	} else if err != nil {
		return out, err
	}
	if out.Agreed, err = q.Agreed(ctx, db, a.Org, id, a.User); err != nil {
		return out, err
	}
	if out.Contracts, err = q.WorldContracts(ctx, db, a.Org, id, a.User); err != nil {
		return out, err
	}
	out.Cards, err = q.WorldCards(ctx, db, a.Org, id, a.User)
	return out, err
}

// SupplierPaper is one of a supplier's papers as it stands now, for who may open them and
// has had to do with the supplier, or whom it lets; that it was opened is written down.
func (s *Service) SupplierPaper(ctx context.Context, a access.Actor, supplier, file uuid.UUID) (documentsvc.Document, error) {
	var out documentsvc.Document
	if err := access.Only(access.Buyer, access.AccessSupplierFiles).Admit(a); err != nil {
		return out, err
	}
	err := pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		seen, err := partysvc.See(ctx, tx, a.Org, supplier, nil)
		if err != nil {
			return err
		}
		with, err := s.dealings(ctx, tx, a, supplier)
		if err != nil {
			return err
		}
		kind, is, err := partysvc.PaperOf(ctx, tx, supplier, file)
		if err == nil && (!is || !opens(seen, with, kind)) {
			err = party.NotFound.New("no paper that the buyer may open")
		}
		if err != nil {
			return err
		}
		if out, err = s.Documents.ReadIn(ctx, tx, supplier, file); err != nil {
			return err
		}
		_, err = journal.Record(ctx, tx, a, journal.Entry{Action: "report.supplier.paper_opened", Object: "company", ObjectID: supplier, Owner: a.Org,
			Detail: map[string]any{"supplier": seen.Name, "file": out.Name}})
		return err
	})
	return out, err
}

// SupplierTies is what ties a supplier to others; each look is written down.
func (s *Service) SupplierTies(ctx context.Context, a access.Actor, id uuid.UUID) (here partysvc.Knot, ties []partysvc.Tie, err error) {
	if err = s.looks(ctx, a); err != nil {
		return here, nil, err
	}
	err = pg.InTx(ctx, s.db, func(tx pg.Tx) (err error) {
		if here, ties, err = partysvc.Ties(ctx, tx, id); err != nil {
			return err
		}
		return looked(ctx, tx, a, id, map[string]any{"supplier": here.Name, "ties": len(ties)})
	})
	return here, ties, err
}

// Owners is one page of directors and shareholders. That somebody was looked for by a
// number is written down, the number is not.
func (s *Service) Owners(ctx context.Context, a access.Actor, f partysvc.OwnerFilter, after string, limit int) (page.Of[partysvc.OwnerFound], error) {
	var out page.Of[partysvc.OwnerFound]
	if err := s.looks(ctx, a); err != nil {
		return out, err
	}
	return out, pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		found, byNumber, err := partysvc.FindOwners(ctx, tx, f, after, limit)
		out = found
		if err != nil || !byNumber {
			return err
		}
		_, err = journal.Record(ctx, tx, a, journal.Entry{Action: "report.owners.sought", Object: "company", ObjectID: a.Org, Owner: a.Org,
			Detail: map[string]any{"found": len(found.Items)}})
		return err
	})
}

// worldBook puts suppliers into a table with the words of a language.
func worldBook(all []WorldRow, language string) report.Book {
	words := report.WordsOf(language)
	t := report.Table{Title: words.Sheets["world"]}
	for _, k := range []string{"supplier", "country", "categories", "papers", "groups", "times_invited", "open_bids", "awards", "blacklisted"} {
		t.Columns = append(t.Columns, words.Columns[k])
	}
	for _, r := range all {
		kept := ""
		if r.Blacklisted {
			kept = words.Values["yes"]
		}
		t.Rows = append(t.Rows, cells{report.Text(r.Name), report.Text(r.Country), report.Text(strings.Join(r.Categories, ", ")), report.Text(words.Values["papers_"+string(r.Papers)]),
			report.Text(strings.Join(r.Groups, ", ")), report.Count(int(r.Invited)), report.Count(int(r.Bids)), report.Count(int(r.Won)), report.Text(kept)})
	}
	return report.Book{Language: language, Title: words.Sheets["world"], Tables: []report.Table{t}}
}
