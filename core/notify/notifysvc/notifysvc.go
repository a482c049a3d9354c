// Package notifysvc decides who hears of what, by mail and in the app, and keeps
// the ledger of what was sent.
package notifysvc

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/identity/identitysvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/page"
	"zabuni.org/core/notify/internal/notifydb"
	"zabuni.org/core/platform/calendar"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/mail"
	"zabuni.org/core/platform/pg"
)

var q = notifydb.New()

// Service runs the use cases.
type Service struct {
	db       pg.DB
	identity *identitysvc.Service
	key      []byte // derives mailed secrets
	origin   string // of the links
	handlers map[string][]Handler
	rounds   map[string]Round
}

// A Handler reacts to one kind of event.
type Handler func(ctx context.Context, tx pg.Tx, e journal.Event) error

// New returns a Service. origin is the address that links point to.
func New(db pg.DB, identity *identitysvc.Service, key []byte, origin string) *Service {
	s := &Service{
		db:       db,
		identity: identity,
		key:      key,
		origin:   origin,
		handlers: map[string][]Handler{},
		rounds:   map[string]Round{},
	}
	s.On("identity.account.registered", s.link("activation", mail.Activation))
	s.On(identitysvc.ActivationAsked, identity.Grant)
	s.On(identitysvc.ResetAsked, identity.Grant)
	s.On("identity.activation.requested", s.link("activation", mail.Activation))
	s.On("identity.reset.requested", s.link("reset", mail.Reset))
	s.On("identity.account.invited", s.link("invitation", mail.InvitedUser))
	s.On("identity.login.awaits_code", s.code)
	s.On("identity.login.blocked", s.link("reset", mail.LoginBlocked))
	s.On("identity.session.reused", s.reused)
	s.On("support.view.began", s.supportBegan)
	s.On("party.profile.updated", s.moved)
	s.On("party.buyer.updated", s.moved)
	s.On(batchAsked, s.asked)
	return s
}

// On has a handler react to an event, after those that react to it already.
func (s *Service) On(event string, h Handler) { s.handlers[event] = append(s.handlers[event], h) }

// Events names what somebody reacts to, in the order of the alphabet.
func (s *Service) Events() []string { return slices.Sorted(maps.Keys(s.handlers)) }

// Handle is the consumer of every event of the platform. All that react to one
// have their effect together, or none has.
func (s *Service) Handle(ctx context.Context, tx pg.Tx, payload []byte) error {
	var e journal.Event
	if err := json.Unmarshal(payload, &e); err != nil {
		return err
	}
	for _, h := range s.handlers[e.Action] {
		if err := h(ctx, tx, e); err != nil {
			return fmt.Errorf("%s: %w", e.Action, err)
		}
	}
	return nil
}

// A Mail is one message to one person.
type Mail struct {
	To       identitysvc.Recipient
	Kind     mail.Kind
	Data     mail.Data
	Path     string     // of the link
	Document *uuid.UUID // attached
	purpose  string
	session  *uuid.UUID
	under    *uuid.UUID // see News
}

// Queue notes a message; the sender takes it from there. Whether it goes out to
// the unsubscribed as well is its kind's to say.
func (s *Service) Queue(ctx context.Context, tx pg.Tx, m Mail) (uuid.UUID, error) {
	return s.queue(ctx, tx, tx, m)
}

func (s *Service) queue(ctx context.Context, db notifydb.DBTX, tx pg.Tx, m Mail) (uuid.UUID, error) {
	id := uuid.Must(uuid.NewV7())
	if m.Path != "" {
		m.Data.Link = s.origin + m.Path
	}
	m.Data.Name = m.To.FirstName
	data, err := json.Marshal(m.Data)
	if err != nil {
		return id, err
	}
	var account, company *uuid.UUID // of an address there are none
	if m.To.Account != uuid.Nil {
		account, company = &m.To.Account, &m.To.Company
	}
	return id, q.QueueMail(ctx, db, notifydb.QueueMailParams{
		ID:            id,
		AccountID:     account,
		CompanyID:     company,
		Recipient:     m.To.Email,
		Name:          m.To.FirstName,
		Kind:          string(m.Kind),
		Language:      m.To.Language,
		Data:          data,
		Purpose:       m.purpose,
		SessionID:     m.session,
		DocumentID:    m.Document,
		Statutory:     m.Kind.Statutory(),
		AtOnce:        m.Kind.AtOnce(),
		Area:          string(m.Kind.Area()),
		UnderCategory: m.under,
		Privilege:     string(m.To.As.Privilege),
		OfCategory:    m.To.As.Category,
		Now:           tx.Now,
	})
}

// secret derives the secret of a delivery: nobody can read it in the database,
// and a message that is sent again holds the same.
func (s *Service) secret(delivery uuid.UUID, purpose string) string {
	mac := hmac.New(sha256.New, s.key)
	mac.Write([]byte(purpose))
	mac.Write(delivery[:])
	sum := mac.Sum(nil)
	if purpose == "tfa" {
		return fmt.Sprintf("%06d", binary.BigEndian.Uint64(sum)%1_000_000)
	}
	return base64.RawURLEncoding.EncodeToString(sum)
}

func (s *Service) link(purpose string, kind mail.Kind) Handler {
	return func(ctx context.Context, tx pg.Tx, e journal.Event) error {
		to, err := s.identity.Recipient(ctx, tx, e.ObjectID)
		if err != nil {
			return err
		}
		id, err := s.Queue(ctx, tx, Mail{To: to, Kind: kind, purpose: purpose,
			Data: mail.Data{Company: to.CompanyName, Valid: identitysvc.Lifetime(purpose)}})
		if err != nil {
			return err
		}
		return s.identity.ExpectLink(ctx, tx, to.Account, purpose, s.secret(id, purpose))
	}
}

func (s *Service) code(ctx context.Context, tx pg.Tx, e journal.Event) error {
	var detail struct {
		Session uuid.UUID `json:"session_id"`
	}
	if err := json.Unmarshal(e.Detail, &detail); err != nil {
		return err
	}
	to, err := s.identity.Recipient(ctx, tx, e.ObjectID)
	if err != nil {
		return err
	}
	id, err := s.Queue(ctx, tx, Mail{To: to, Kind: mail.TFACode, purpose: "tfa", session: &detail.Session,
		Data: mail.Data{Valid: identitysvc.Lifetime("tfa")}})
	if err != nil {
		return err
	}
	return s.identity.ExpectCode(ctx, tx, to.Account, detail.Session, s.secret(id, "tfa"))
}

// reused tells the owner of a session that somebody had a copy of it.
func (s *Service) reused(ctx context.Context, tx pg.Tx, e journal.Event) error {
	to, err := s.identity.Recipient(ctx, tx, e.ObjectID)
	if err != nil {
		return err
	}
	_, err = s.Queue(ctx, tx, Mail{To: to, Kind: mail.SessionReused, Path: "/profile"})
	return err
}

// supportBegan tells a customer's people, by mail and in the app, who looks at
// their console and why.
func (s *Service) supportBegan(ctx context.Context, tx pg.Tx, e journal.Event) error {
	var d struct {
		Company string    `json:"company"`
		Reason  string    `json:"reason"`
		EndsAt  time.Time `json:"ends_at"`
	}
	if err := json.Unmarshal(e.Detail, &d); err != nil {
		return err
	}
	by, err := s.identity.Recipient(ctx, tx, e.Actor)
	if err != nil {
		return err
	}
	people, err := s.identity.CompanyRecipients(ctx, tx, e.Owner)
	if err != nil {
		return err
	}
	name := by.FirstName + " " + by.LastName
	for _, p := range people {
		_, err := s.Queue(ctx, tx, Mail{To: p, Kind: mail.SupportBegan, Path: "/",
			Data: mail.Data{Company: d.Company, Supplier: name, Title: d.Reason, At: d.EndsAt}})
		if err != nil {
			return err
		}
		params := map[string]string{"company": by.CompanyName, "name": name, "reason": d.Reason}
		if err := s.Tell(ctx, tx, p.Account, News{Kind: "support.view", Params: params}); err != nil {
			return err
		}
	}
	return nil
}

// maxAttempts is how often a message is tried before it counts as failed.
const maxAttempts = 8

// sentAtOnce is how many messages are taken together.
const sentAtOnce = 20

// SendDue hands a handful of due messages to the mail system and returns how many.
func (s *Service) SendDue(ctx context.Context, to mail.Sender, attach func(context.Context, uuid.UUID) (mail.Attachment, error)) (int, error) {
	rows, err := q.DueMails(ctx, s.db, sentAtOnce)
	if err != nil {
		return 0, err
	}
	for _, r := range rows {
		if withheld, err := s.withhold(ctx, r); err != nil {
			return 0, err
		} else if withheld {
			continue
		}
		if err := s.note(ctx, r, s.send(ctx, to, attach, r)); err != nil {
			return 0, err
		}
	}
	return len(rows), nil
}

func (s *Service) send(ctx context.Context, to mail.Sender, attach func(context.Context, uuid.UUID) (mail.Attachment, error), r notifydb.DueMailsRow) error {
	var d mail.Data
	if err := json.Unmarshal(r.Data, &d); err != nil {
		return err
	}
	if r.Purpose != "" && r.AccountID != nil {
		secret := s.secret(r.ID, r.Purpose)
		switch r.Purpose {
		case "tfa":
			d.Code = secret
		case "activation":
			d.Link = s.origin + "/activate-account?token=" + secret
		default:
			d.Link = s.origin + "/set-password/" + identitysvc.UID(*r.AccountID) + "/" + secret
		}
	}
	if !mail.Kind(r.Kind).Statutory() { // nobody is offered to stop what cannot be stopped
		d.Unsubscribe = s.origin + "/unsubscribe?token=" + s.UnsubscribeToken(r.Recipient)
	}
	own, err := wording(ctx, s.db, r.Kind, r.Language)
	if err != nil {
		return err
	}
	m, err := mail.Render(mail.Kind(r.Kind), r.Language, d, own)
	if err != nil {
		return err
	}
	m.ID, m.To = r.ID.String(), mail.Address{Name: r.Name, Email: r.Recipient}
	if d.Invite != nil {
		m.Attachments = append(m.Attachments, s.invitation(*d.Invite, r))
	}
	if r.DocumentID != nil {
		a, err := attach(ctx, *r.DocumentID)
		if err != nil {
			return err
		}
		m.Attachments = append(m.Attachments, a)
	}
	return to.Send(ctx, m)
}

// invitation is what a calendar takes of a message, for its one reader. Answers go by the
// desk, so that the address it comes from takes none.
func (s *Service) invitation(e calendar.Event, r notifydb.DueMailsRow) mail.Attachment {
	host := "localhost"
	if u, err := url.Parse(s.origin); err == nil && u.Hostname() != "" {
		host = u.Hostname()
	}
	return mail.Attachment{
		Name:  "invitation.ics",
		Type:  "text/calendar; charset=utf-8; method=" + string(e.Method),
		Bytes: calendar.Invitation(e, "no-reply@"+host, calendar.Reader{Name: r.Name, Email: r.Recipient}),
	}
}

// A Notification is one line of the inbox.
type Notification struct {
	ID        uuid.UUID
	Kind      Kind
	Params    map[string]string
	Href      string
	CreatedAt time.Time
	ReadAt    *time.Time
}

// Inbox is one page of the caller's notifications, newest first, and how many are unread.
func (s *Service) Inbox(ctx context.Context, a access.Actor, unreadOnly bool, after string, limit int) (page.Of[Notification], int64, error) {
	c, err := page.Parse(after)
	if err != nil {
		return page.Of[Notification]{}, 0, err
	}
	rows, err := q.Notifications(ctx, s.db, notifydb.NotificationsParams{AccountID: a.User, Unread: unreadOnly, AfterAt: c.At, AfterID: c.ID, MaxRows: int32(limit + 1)})
	if err != nil {
		return page.Of[Notification]{}, 0, err
	}
	out := make([]Notification, len(rows))
	for i, r := range rows {
		out[i] = Notification{ID: r.ID, Kind: Kind(r.Kind), Href: r.Href, CreatedAt: r.CreatedAt, ReadAt: r.ReadAt}
		if err := json.Unmarshal(r.Params, &out[i].Params); err != nil {
			return page.Of[Notification]{}, 0, err
		}
	}
	unread, err := q.CountUnread(ctx, s.db, a.User)
	return page.Cut(out, limit, func(n Notification) page.Cursor { return page.Cursor{At: n.CreatedAt, ID: n.ID} }), unread, err
}

// MarkRead marks one of the caller's notifications, or all of them, as read.
func (s *Service) MarkRead(ctx context.Context, a access.Actor, id *uuid.UUID) error {
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		n, err := q.MarkRead(ctx, tx, &tx.Now, a.User, id)
		if err != nil || n == 0 {
			return err
		}
		_, err = journal.Record(ctx, tx, a, journal.Entry{Action: "notify.inbox.read", Object: "account", ObjectID: a.User, Owner: a.Org,
			Detail: map[string]any{"count": n}})
		return err
	})
}
