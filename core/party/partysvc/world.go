package partysvc

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/geo"
	"zabuni.org/core/kernel/page"
	"zabuni.org/core/party"
	"zabuni.org/core/party/internal/partydb"
	"zabuni.org/core/platform/pg"
)

// WorldFilter narrows what a buyer looks for among all suppliers; the zero value narrows nothing.
type WorldFilter struct {
	Search                   string
	Countries                []geo.Code
	CompanyTypes             []party.CompanyType
	Location                 *int32 // where it is, or that it supplies
	CategoryType             *uuid.UUID
	Group                    *uuid.UUID // of which it is a validated member
	ValidOn                  *time.Time // all papers are good on the day
	Women, Youth, Disability int        // per cent that each holds at least
	Blacklisted              *bool      // by the buyer or by the platform
}

// narrows reports whether more is asked than what was typed.
func (f WorldFilter) narrows() bool {
	return len(f.Countries) > 0 || len(f.CompanyTypes) > 0 || f.Location != nil || f.CategoryType != nil || f.Group != nil || f.ValidOn != nil ||
		f.Women > 0 || f.Youth > 0 || f.Disability > 0 || f.Blacklisted != nil
}

const (
	// MaxFound is how many of the closest a search gives: who sees more types more.
	MaxFound = 200
	// near is the score from which on what was typed is a name, a word of one or a number,
	// and no misspelt one.
	near = 790
)

// terms folds what was typed as the rows were folded when they were written.
func terms(ctx context.Context, db pg.DB, typed string) (t party.Terms, now time.Time, err error) {
	typed = strings.TrimSpace(strings.ReplaceAll(strings.ToValidUTF8(typed, ""), "\x00", ""))
	if utf8.RuneCountInString(typed) > party.MaxSought {
		typed = "" // no name is as long
	}
	row, err := q.Folded(ctx, db, typed)
	return party.TermsOf(row.Folded, row.Signs, int(row.Threes)), row.Now, err
}

// Find is one page of active suppliers: the closest to what was typed, or the newest
// where nothing was. It tells nothing that a company does not say of itself.
func Find(ctx context.Context, db pg.DB, buyer uuid.UUID, f WorldFilter, after string, limit int) (page.Of[uuid.UUID], error) {
	var out page.Of[uuid.UUID]
	c, err := page.Parse(after)
	if err != nil {
		return out, err
	}
	t, now, err := terms(ctx, db, f.Search)
	if err != nil {
		return out, err
	}
	if strings.TrimSpace(f.Search) == "" {
		return newest(ctx, db, buyer, f, now, c, limit)
	}
	if !t.Some() {
		return out, nil
	}
	wanted := partydb.WorldHitsParams{
		Countries:    closed.Values(f.Countries...),
		CompanyTypes: closed.Values(f.CompanyTypes...),
		LocationID:   f.Location,
		CategoryType: f.CategoryType,
		SpecialGroup: f.Group,
		Today:        party.Day(now),
		ValidOn:      f.ValidOn,
		Papers:       int32(len(party.DocumentKinds)),
		Women:        int32(f.Women),
		Youth:        int32(f.Youth),
		Disability:   int32(f.Disability),
		Blacklisted:  f.Blacklisted,
		BuyerID:      buyer,
		Now:          now,
		Typed:        t.Text,
		MaxRows:      MaxFound,
		Signs:        t.Signs,
		Letters:      t.Letters,
		Longest:      t.Longest,
		Patterns:     t.Patterns,
		PieceA:       t.Pieces[0],
		PieceB:       t.Pieces[1],
		PieceC:       t.Pieces[2],
		Second:       t.Second,
		Two:          t.Two,
		Close:        t.Close,
		Narrowed:     f.narrows(),
	}
	// What is only typed is looked for in one way, which is planned once; how what is narrowed as well, or misspelt, is
	// best looked for hangs on what is asked. A transaction would keep the way for what comes after.
	by := db
	if _, within := db.(pg.Tx); !within && !wanted.Narrowed {
		by = pg.Planned{DB: db}
	}
	found, err := q.WorldHits(ctx, by, wanted)
	if err == nil && found.Score < near && t.May() {
		wanted.Misspelt = true
		var more partydb.WorldHitsRow
		more, err = q.WorldHits(ctx, db, wanted)
		for _, id := range more.Ids {
			if len(found.Ids) < MaxFound && !slices.Contains(found.Ids, id) {
				found.Ids = append(found.Ids, id)
			}
		}
	}
	return cut(found.Ids, c, limit, func(id uuid.UUID) uuid.UUID { return id }), err
}

// newest is one page of all that a filter lets through, the newest first.
func newest(ctx context.Context, db pg.DB, buyer uuid.UUID, f WorldFilter, now time.Time, c page.Cursor, limit int) (page.Of[uuid.UUID], error) {
	rows, err := q.WorldNewest(ctx, db, partydb.WorldNewestParams{
		AfterAt:      c.At,
		AfterID:      c.ID,
		Countries:    closed.Values(f.Countries...),
		CompanyTypes: closed.Values(f.CompanyTypes...),
		LocationID:   f.Location,
		CategoryType: f.CategoryType,
		SpecialGroup: f.Group,
		Today:        party.Day(now),
		ValidOn:      f.ValidOn,
		Papers:       int32(len(party.DocumentKinds)),
		Women:        int32(f.Women),
		Youth:        int32(f.Youth),
		Disability:   int32(f.Disability),
		Blacklisted:  f.Blacklisted,
		BuyerID:      buyer,
		Now:          now,
		MaxRows:      int32(limit + 1),
	})
	cutting := page.Cut(rows, limit, func(r partydb.WorldNewestRow) page.Cursor { return page.Cursor{At: r.CreatedAt, ID: r.ID} })
	ids := make([]uuid.UUID, len(cutting.Items))
	for i, r := range cutting.Items {
		ids[i] = r.ID
	}
	return page.Of[uuid.UUID]{Items: ids, Next: cutting.Next}, err
}

// cut is the page of a search that comes after a row of it. The closest are few, and are
// looked for anew with every page; Rank is how many came before, should the row be gone.
func cut[T any](found []T, c page.Cursor, limit int, id func(T) uuid.UUID) page.Of[T] {
	begin := 0
	if c.ID != page.First.ID {
		if at := slices.IndexFunc(found, func(x T) bool { return id(x) == c.ID }); at >= 0 {
			begin = at + 1
		} else {
			begin = min(max(int(c.Rank)-1, 0), len(found)) // itself counts no more
		}
	}
	rest := found[begin:]
	if len(rest) <= limit {
		return page.Of[T]{Items: rest}
	}
	last := page.Cursor{Rank: int32(begin + limit), ID: id(rest[limit-1])}
	return page.Of[T]{Items: rest[:limit], Next: last.String()}
}

// A Found is a supplier as a search shows it.
type Found struct {
	ID                         uuid.UUID
	Name, Country, CompanyType string
	CreatedAt                  time.Time
	Categories, Groups         []string // groups of the platform, validated and in force
	Papers                     party.PapersState
	Blacklisted                bool // by the buyer or by the platform
}

// FoundBy returns suppliers as a search shows them, in the order of ids.
func FoundBy(ctx context.Context, db pg.DB, buyer uuid.UUID, ids []uuid.UUID) ([]Found, error) {
	now, err := pg.ClockOf(ctx, db)
	if err != nil {
		return nil, err
	}
	rows, err := q.WorldRows(ctx, db, party.Day(now), buyer, now, ids)
	if err != nil {
		return nil, err
	}
	papers, err := q.LatestPapers(ctx, db, ids)
	if err != nil {
		return nil, err
	}
	expires := map[uuid.UUID]map[party.DocumentKind]*time.Time{}
	for _, p := range papers {
		if expires[p.CompanyID] == nil {
			expires[p.CompanyID] = map[party.DocumentKind]*time.Time{}
		}
		expires[p.CompanyID][party.DocumentKind(p.Kind)] = p.ExpiresOn
	}
	out := make([]Found, len(rows))
	for i, r := range rows {
		out[i] = Found{
			ID:          r.ID,
			Name:        r.Name,
			Country:     r.Country,
			CompanyType: r.CompanyType,
			CreatedAt:   r.CreatedAt,
			Categories:  lines(r.Categories),
			Groups:      lines(r.Groups),
			Papers:      party.PapersOf(expires[r.ID], now.In(party.Zone(r.Country))),
			Blacklisted: r.Blacklisted,
		}
	}
	place := make(map[uuid.UUID]int, len(ids))
	for i, id := range ids {
		place[id] = i
	}
	slices.SortFunc(out, func(a, b Found) int { return place[a.ID] - place[b.ID] })
	return out, nil
}

func lines(s string) []string {
	if s == "" {
		return []string{}
	}
	return strings.Split(s, "\n")
}

// A Listing is a decision that keeps a supplier out of what a buyer asks for.
type Listing = partydb.ListingsRow

// A Seen is a supplier as a buyer may see it that never dealt with it: what it says of
// itself and how its papers stand, none of them opened.
type Seen struct {
	Profile
	Day      time.Time        // midnight, in UTC, of the day that the register is read on
	On, Left []party.Register // owners on the day, and who has left before
	Listings []Listing
}

// See returns an active supplier with its owners at the end of a day; nil is today, where
// it is.
func See(ctx context.Context, db pg.DB, buyer, supplier uuid.UUID, on *time.Time) (Seen, error) {
	var out Seen
	c, err := q.Company(ctx, db, supplier)
	if pg.NoRows(err) || err == nil && (c.Kind != string(access.Supplier) || c.Status != string(party.Active)) {
		return out, party.NotFound.New("")
	}
	if err != nil {
		return out, err
	}
	now, err := pg.ClockOf(ctx, db)
	if err != nil {
		return out, err
	}
	if out.Profile, err = (&Service{}).profile(ctx, db, c, now); err != nil {
		return out, err
	}
	zone := party.Zone(c.Country)
	out.Day = party.Day(now.In(zone))
	if on != nil {
		out.Day = *on
	}
	y, m, d := out.Day.Date()
	end := time.Date(y, m, d+1, 0, 0, 0, 0, zone)
	rows, err := q.OwnersEver(ctx, db, supplier)
	if err != nil {
		return out, err
	}
	all := make([]party.Register, len(rows))
	for i, r := range rows {
		all[i] = party.Register{
			Owner: party.Owner{
				ID:          r.ID,
				Name:        r.Name,
				Kind:        r.Kind,
				Identity:    party.Masked(r.Identity),
				Nationality: r.Nationality,
				Director:    r.Director,
				Share:       r.Share,
				Women:       r.Women,
				Youth:       r.Youth,
				Disability:  r.Disability,
			},
			Folded: r.Folded,
			Signs:  r.IdentitySigns,
			From:   r.CreatedAt,
			Until:  r.EndedAt,
		}
	}
	out.Owners = nil // as they stand on the day, below, and with masked numbers
	out.On, out.Left = party.OwnersOn(all, end), party.Former(all, end)
	owners := make([]party.Owner, len(out.On))
	for i, r := range out.On {
		owners[i] = r.Owner
	}
	out.Shares, out.Held = party.Shares(owners), party.Held(owners)
	out.Listings, err = q.Listings(ctx, db, supplier, &buyer, now)
	return out, err
}

// PaperOf is of which of a supplier's papers a file is the version that stands now.
func PaperOf(ctx context.Context, db pg.DB, supplier, file uuid.UUID) (kind party.DocumentKind, is bool, err error) {
	row, err := q.Paper(ctx, db, supplier, file)
	if pg.NoRows(err) {
		return "", false, nil
	}
	return party.DocumentKind(row.Kind), err == nil, err
}
