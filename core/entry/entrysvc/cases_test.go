package entrysvc_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
)

// Every statement that asks whether a supplier is kept out says of a case what its
// rule says: of each status, to the last instant and no longer.
func TestStatementsAndTheRuleAgreeWhichCaseKeepsOut(t *testing.T) {
	t.Parallel()
	c := sold(t, 1)
	a, sql := c.Bidders[0], as(c)
	expires := story.Noon.Add(24 * time.Hour)
	sql(`INSERT INTO blacklist_case (id, supplier_id, buyer_id, ground, reason, status,
		noticed_by, noticed_at, reply_by, decided_at, expires_at)
		VALUES ($1, $1, $2, 'fraud', 'Forged papers', 'notified', $3, $4, $4, $4, $5)`, a.Org, c.Officer.Org, c.Officer.User, story.Noon, expires)
	for _, status := range party.CaseStatuses {
		sql(`UPDATE blacklist_case SET status = $1`, string(status))
		for _, now := range []time.Time{story.Noon, expires.Add(-time.Microsecond), expires} {
			c.SetClock(now)
			out := party.Case{Status: status, Expires: &expires}.InForce(now)
			told, err := c.Entry.Refused(c.Context(), a, c.ID)
			c.Must(err)
			if got := told[c.ID] == "entry.blacklisted"; got != out {
				t.Errorf("%s at %s: taking part is refused by %q, kept out is %v", status, now, told[c.ID], out)
			}
			clean, err := partysvc.WithoutBlacklisted(c.Context(), c.DB, c.Officer.Org, []uuid.UUID{a.Org})
			c.Must(err)
			if got := len(clean) == 0; got != out {
				t.Errorf("%s at %s: passed over is %v, kept out is %v", status, now, got, out)
			}
		}
	}
}
