package partysvc

import (
	"context"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/party"
	"zabuni.org/core/platform/pg"
)

// Papers returns what stands of each kind of paper on a company's profile, and the day that it
// is where the company is.
func Papers(ctx context.Context, db pg.DB, company uuid.UUID, now time.Time) ([]DocumentVersion, time.Time, error) {
	c, err := q.Company(ctx, db, company)
	if err != nil {
		return nil, now, err
	}
	all, err := documents(ctx, db, c, now)
	var out []DocumentVersion
	for _, d := range all {
		if len(out) == 0 || out[len(out)-1].Kind != d.Kind { // of each kind the latest is first
			out = append(out, d)
		}
	}
	return out, party.Day(now.In(party.Zone(c.Country))), err
}
