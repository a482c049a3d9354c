package journal

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"time"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/pg"
)

// TicketSpent is raised for a ticket that is unknown, used, too old, or whose session has ended.
var TicketSpent = fault.Declare(fault.KindNotFound, "ticket.spent", "This download link has been used or is too old")

// IssueTicket makes a ticket for one use of a target by the caller's session.
// Only its hash is stored.
func IssueTicket(ctx context.Context, tx pg.Tx, a access.Actor, target string, valid time.Duration) (string, error) {
	ticket := rand.Text()
	hash := sha256.Sum256([]byte(ticket))
	if _, err := tx.Exec(ctx, `DELETE FROM ticket WHERE expires_at < $1`, tx.Now.Add(-time.Hour)); err != nil {
		return "", err
	}
	_, err := tx.Exec(ctx, `INSERT INTO ticket (hash, session_id, actor_id, target, expires_at) VALUES ($1, $2, $3, $4, $5)`,
		hash[:], a.Session, a.User, target, tx.Now.Add(valid))
	return ticket, err
}

// UseTicket answers the ticket's target, once, to the browser that holds the HttpOnly
// half of the session it was made in: a link that somebody else comes by is worth nothing.
// What signs in without being a browser has no such half.
func UseTicket(ctx context.Context, tx pg.Tx, ticket, half string) (string, error) {
	hash, holder := sha256.Sum256([]byte(ticket)), sha256.Sum256([]byte(half))
	var target string
	err := tx.QueryRow(ctx, `UPDATE ticket t SET used_at = $2 FROM session s
		WHERE t.hash = $1 AND t.used_at IS NULL AND t.expires_at > $2 AND s.id = t.session_id AND s.ended_at IS NULL AND s.expires_at > $2
			AND (NOT s.browser OR $3 IN (s.secret_hash, s.previous_hash))
		RETURNING t.target`, hash[:], tx.Now, holder[:]).Scan(&target)
	if pg.NoRows(err) {
		return "", TicketSpent.New("")
	}
	return target, err
}
