package verify

import (
	"context"

	"zabuni.org/core/platform/pg"
)

// Rows looks at kept rows alone, of the tables that are named or of all.
func Rows(ctx context.Context, db pg.DB, tables ...string) (Report, error) {
	c := &checker{db: db}
	err := c.rows(ctx, tables...)
	return c.Report, err
}
