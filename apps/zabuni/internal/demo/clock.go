//go:build demo

package demo

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"zabuni.org/core/platform/pg"
)

// A Clock moves the platform's clock: while the demonstration's past is written,
// and in journeys that wait for a closing time. A program without the tag demo
// cannot do it.
type Clock struct {
	owner *pgxpool.Pool
	// Since is how far before the true time the demonstration's own present lies; zero except in tests of its hours.
	Since time.Duration
}

// OpenClock connects as the owner of the schema.
func OpenClock(ctx context.Context, owner string) (*Clock, error) {
	pool, err := pg.Open(ctx, owner, 1)
	return &Clock{owner: pool}, err
}

// Close disconnects.
func (c *Clock) Close() { c.owner.Close() }

const install = `
CREATE TABLE IF NOT EXISTS zabuni.clock_offset (one boolean PRIMARY KEY DEFAULT true CHECK (one), by interval NOT NULL);
INSERT INTO zabuni.clock_offset (by) VALUES ('0') ON CONFLICT DO NOTHING;
GRANT SELECT, UPDATE ON zabuni.clock_offset TO zabuni_app;
GRANT SELECT ON zabuni.clock_offset TO zabuni_opener;
CREATE OR REPLACE FUNCTION zabuni.clock() RETURNS timestamptz LANGUAGE sql VOLATILE AS
$$ SELECT clock_timestamp() + by FROM zabuni.clock_offset $$;`

// Install puts the movable clock in place; it keeps the offset it has.
func (c *Clock) Install(ctx context.Context) error {
	_, err := c.owner.Exec(ctx, install)
	return err
}

// Remove puts the true clock back.
func (c *Clock) Remove(ctx context.Context) error {
	_, err := c.owner.Exec(ctx, `CREATE OR REPLACE FUNCTION zabuni.clock() RETURNS timestamptz LANGUAGE sql VOLATILE AS
$$ SELECT clock_timestamp() $$; DROP TABLE IF EXISTS zabuni.clock_offset`)
	return err
}

// set moves the clock to the present plus by; only forward within one seeding.
func (c *Clock) set(ctx context.Context, by time.Duration) error {
	_, err := c.owner.Exec(ctx, "UPDATE zabuni.clock_offset SET by = $1", by-c.Since)
	return err
}

// at moves the clock to a moment, never beyond the present.
func (c *Clock) at(ctx context.Context, moment time.Time) error {
	_, err := c.owner.Exec(ctx, "UPDATE zabuni.clock_offset SET by = least($1 - clock_timestamp(), $2)", moment, -c.Since)
	return err
}

// today is midnight, whatever the clock has been moved to.
func (c *Clock) today(ctx context.Context) (midnight time.Time, err error) {
	err = c.owner.QueryRow(ctx, "SELECT clock_timestamp()").Scan(&midnight)
	return midnight.UTC().Add(-c.Since).Truncate(day), err
}
