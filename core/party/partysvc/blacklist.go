package partysvc

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/geo"
	"zabuni.org/core/kernel/page"
	"zabuni.org/core/party"
	"zabuni.org/core/party/internal/partydb"
	"zabuni.org/core/platform/pg"
)

// Events of a case that its supplier is told of.
const (
	CaseNoticed = "party.case.noticed"
	CaseDecided = "party.case.decided"
	CaseLifted  = "party.case.lifted"
)

// Rows of cases.
type (
	// CaseRow is a case as the desk that keeps it sees it.
	CaseRow = partydb.CasesRow
	// MyCaseRow is a case as its supplier sees it.
	MyCaseRow = partydb.MyCasesRow
)

// NotBlacklisted returns Blacklisted when one of suppliers may not take part with
// a buyer now, whether that buyer or the platform decided so. Invitations and awards
// ask it, who takes part is asked by entry; what has been decided before stays.
func NotBlacklisted(ctx context.Context, db pg.DB, buyer uuid.UUID, suppliers ...uuid.UUID) error {
	now, err := pg.ClockOf(ctx, db)
	if err != nil {
		return err
	}
	rows, err := q.KeptOut(ctx, db, suppliers, &buyer, &now)
	if err != nil || len(rows) == 0 {
		return err
	}
	names := make([]string, len(rows))
	for i, r := range rows {
		names[i] = r.Name
	}
	return party.Blacklisted.New("%d suppliers", len(rows)).With("suppliers", strings.Join(names, ", "))
}

// A KeptOut supplier may not take part with a buyer now, or with any.
type KeptOut = partydb.KeptOutRow

// Blacklisted are those of suppliers that may not take part with a buyer now.
func Blacklisted(ctx context.Context, db pg.DB, buyer uuid.UUID, suppliers []uuid.UUID) ([]KeptOut, error) {
	now, err := pg.ClockOf(ctx, db)
	if err != nil {
		return nil, err
	}
	return q.KeptOut(ctx, db, suppliers, &buyer, &now)
}

// WithoutBlacklisted are those of suppliers that may take part with a buyer now.
func WithoutBlacklisted(ctx context.Context, db pg.DB, buyer uuid.UUID, suppliers []uuid.UUID) ([]uuid.UUID, error) {
	now, err := pg.ClockOf(ctx, db)
	if err != nil {
		return nil, err
	}
	out, err := q.KeptOut(ctx, db, suppliers, &buyer, &now)
	return slices.DeleteFunc(slices.Clone(suppliers), func(id uuid.UUID) bool {
		return slices.ContainsFunc(out, func(r partydb.KeptOutRow) bool { return r.ID == id })
	}), err
}

// keeper returns whose cases the actor keeps: the own company's, or the platform's (nil).
func keeper(a access.Actor) (*uuid.UUID, error) {
	return groups(a, access.BlacklistSuppliers, access.ManageSupplier)
}

// CaseFilter narrows the list of cases; the zero value narrows nothing.
type CaseFilter struct {
	Statuses         []party.CaseStatus
	Grounds          []party.Ground
	Noticed, Expires day.Span
	Search           string
}

// Cases is one page of the cases that the actor's desk keeps, newest first; a
// buyer also sees who is blacklisted on the whole platform.
func (s *Service) Cases(ctx context.Context, a access.Actor, f CaseFilter, after string, limit int) (page.Of[CaseRow], error) {
	var out page.Of[CaseRow]
	owner, err := keeper(a)
	if err != nil {
		return out, err
	}
	c, err := page.Parse(after)
	if err != nil {
		return out, err
	}
	rows, err := q.Cases(ctx, s.db, partydb.CasesParams{
		BuyerID:     owner,
		AfterAt:     c.At,
		AfterID:     c.ID,
		Platform:    owner == nil,
		Statuses:    closed.Values(f.Statuses...),
		Grounds:     closed.Values(f.Grounds...),
		NoticedFrom: f.Noticed.First,
		NoticedTo:   f.Noticed.Last,
		Zone:        f.Noticed.Zone,
		ExpiresFrom: f.Expires.First,
		ExpiresTo:   f.Expires.Last,
		Search:      pg.Sought(f.Search),
		MaxRows:     int32(limit + 1),
	})
	return page.Cut(rows, limit, func(r CaseRow) page.Cursor { return page.Cursor{At: r.NoticedAt, ID: r.ID} }), err
}

// GiveNotice begins a case against a supplier and gives it a period for its reply.
func (s *Service) GiveNotice(ctx context.Context, a access.Actor, supplier uuid.UUID, n party.Notice) (uuid.UUID, error) {
	owner, err := keeper(a)
	if err != nil {
		return uuid.Nil, err
	}
	if n, err = n.Check(); err != nil {
		return uuid.Nil, err
	}
	id := uuid.Must(uuid.NewV7())
	return id, pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		who, err := q.ActiveSupplier(ctx, tx, supplier)
		if pg.NoRows(err) {
			return fault.Invalid.New("not an active supplier").At("/supplier_id", fault.Unknown)
		}
		if err != nil {
			return err
		}
		if on, err := q.CaseInForce(ctx, tx, supplier, owner, &tx.Now); err != nil || on {
			return or(err, party.CaseOpen.New("in force"))
		}
		until := tx.Now.AddDate(0, 0, n.ReplyDays)
		err = q.InsertCase(ctx, tx, partydb.InsertCaseParams{ID: id, SupplierID: supplier, BuyerID: owner, Ground: n.Ground, Reason: n.Reason,
			NoticedBy: a.User, NoticedAt: tx.Now, ReplyBy: until})
		if pg.Constraint(err) == "blacklist_one_open" {
			return party.CaseOpen.Wrap(err, "")
		}
		if err != nil {
			return err
		}
		return noted(ctx, tx, a, CaseNoticed, "blacklist_case", id, a.Org, map[string]any{"supplier_id": supplier, "supplier": who.Name,
			"ground": n.Ground, "reply_by": until, "platform": owner == nil})
	})
}

// DecideCase ends the hearing of a case: the supplier is blacklisted until a day, or the case is dismissed.
func (s *Service) DecideCase(ctx context.Context, a access.Actor, id uuid.UUID, d party.Decision) error {
	move := party.Dismiss
	if d.Blacklist {
		move = party.Blacklist
	}
	return s.keep(ctx, a, id, move, func(tx pg.Tx, row partydb.BlacklistCase, to party.CaseStatus) (string, map[string]any, error) {
		d, err := d.Check(tx.Now)
		if err != nil {
			return "", nil, err
		}
		err = q.DecideCase(ctx, tx, partydb.DecideCaseParams{ID: id, BuyerID: row.BuyerID, Status: string(to), Decision: d.Reason, DecidedBy: &a.User,
			DecidedAt: &tx.Now, ExpiresAt: d.Expires})
		return CaseDecided, map[string]any{"status": to, "reason": d.Reason, "expires_at": d.Expires}, err
	})
}

// Whitelist lifts a decision before it expires, with a reason.
func (s *Service) Whitelist(ctx context.Context, a access.Actor, id uuid.UUID, reason string) error {
	var f fault.Fields
	reason = f.Need("/reason", reason, 4000)
	if err := f.Err(); err != nil {
		return err
	}
	return s.keep(ctx, a, id, party.Whitelist, func(tx pg.Tx, row partydb.BlacklistCase, to party.CaseStatus) (string, map[string]any, error) {
		err := q.LiftCase(ctx, tx, partydb.LiftCaseParams{ID: id, BuyerID: row.BuyerID, Status: string(to), LiftedWhy: reason, LiftedBy: &a.User, LiftedAt: &tx.Now})
		return CaseLifted, map[string]any{"status": to, "reason": reason}, err
	})
}

// keep moves a case of the actor's desk.
func (s *Service) keep(ctx context.Context, a access.Actor, id uuid.UUID, m party.CaseMove,
	save func(pg.Tx, partydb.BlacklistCase, party.CaseStatus) (string, map[string]any, error)) error {
	owner, err := keeper(a)
	if err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		row, err := q.LockCase(ctx, tx, id, owner)
		to, err := moved(ctx, &tx, row, err, m)
		if err != nil {
			return err
		}
		action, detail, err := save(tx, row, to)
		if err != nil {
			return err
		}
		detail["supplier_id"] = row.SupplierID
		return noted(ctx, tx, a, action, "blacklist_case", id, a.Org, detail)
	})
}

// moved asks the rule under the case's lock; tx.Now is read again under it.
func moved(ctx context.Context, tx *pg.Tx, row partydb.BlacklistCase, err error, m party.CaseMove) (party.CaseStatus, error) {
	if pg.NoRows(err) {
		return "", party.CaseNotFound.New("")
	}
	if err != nil {
		return "", err
	}
	if tx.Now, err = pg.ClockOf(ctx, *tx); err != nil {
		return "", err
	}
	return party.Case{Status: party.CaseStatus(row.Status), ReplyBy: row.ReplyBy, Expires: row.ExpiresAt, Appealed: row.AppealedAt != nil}.Do(m, tx.Now)
}

// MyCases lists the cases against the actor's company.
func (s *Service) MyCases(ctx context.Context, a access.Actor) ([]MyCaseRow, error) {
	if err := a.Be(access.Supplier); err != nil {
		return nil, err
	}
	return q.MyCases(ctx, s.db, a.Org)
}

// Answer stores what the supplier says to a notice (Reply) or to a decision (Appeal).
func (s *Service) Answer(ctx context.Context, a access.Actor, id uuid.UUID, m party.CaseMove, text string) error {
	if err := a.Be(access.Supplier); err != nil {
		return err
	}
	if err := a.Need(access.UpdateCompanyInfo); err != nil {
		return err
	}
	var f fault.Fields
	text = f.Need("/text", text, 4000)
	if err := f.Err(); err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		row, err := q.LockMyCase(ctx, tx, id, a.Org)
		to, err := moved(ctx, &tx, row, err, m)
		if err != nil {
			return err
		}
		action := "party.case.replied"
		if m == party.Appeal {
			action = "party.case.appealed"
			err = q.AppealCase(ctx, tx, text, &tx.Now, id, a.Org)
		} else {
			err = q.ReplyToCase(ctx, tx, partydb.ReplyToCaseParams{ID: id, SupplierID: a.Org, Status: string(to), Reply: text, RepliedAt: &tx.Now})
		}
		if err != nil {
			return err
		}
		return noted(ctx, tx, a, action, "blacklist_case", id, a.Org, map[string]any{"buyer_id": row.BuyerID})
	})
}

// An Announcement is what the people of a supplier are told of a case.
type Announcement struct {
	Supplier  uuid.UUID
	BuyerName string    // empty: the platform
	ReplyBy   time.Time // where the supplier is
	Expires   *time.Time
}

// Announcement reads a case for who tells its supplier.
func (s *Service) Announcement(ctx context.Context, db pg.DB, id uuid.UUID) (Announcement, error) {
	r, err := q.CaseAnnounced(ctx, db, id)
	if err != nil {
		return Announcement{}, err
	}
	zone, err := time.LoadLocation(geo.Zone(r.Country))
	return Announcement{r.SupplierID, r.BuyerName, r.ReplyBy.In(zone), r.ExpiresAt}, err
}

func or(err, otherwise error) error {
	if err != nil {
		return err
	}
	return otherwise
}
