package openingsvc

import (
	"context"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/opening"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
)

// Standings are how the actor stands to categories of one owner, by category.
func Standings(ctx context.Context, db pg.DB, a access.Actor, owner uuid.UUID, cases ...sourcing.Case) (map[uuid.UUID]opening.Standing, error) {
	ids := make([]uuid.UUID, len(cases))
	for i, c := range cases {
		ids[i] = c.ID
	}
	rows, err := q.Interests(ctx, db, a.User, ids, owner)
	said := make(map[uuid.UUID]opening.Said, len(rows))
	for _, r := range rows {
		said[r.ID] = opening.Said{Interest: r.Interest, Final: r.Final, Checks: r.Checks}
	}
	out := make(map[uuid.UUID]opening.Standing, len(cases))
	for _, c := range cases {
		out[c.ID] = opening.StandingOf(a, c.Category, said[c.ID])
	}
	return out, err
}

// Standing is how the actor stands to one category.
func Standing(ctx context.Context, db pg.DB, a access.Actor, c sourcing.Case) (opening.Standing, error) {
	by, err := Standings(ctx, db, a, c.Buyer, c)
	return by[c.ID], err
}

// Decides raises Apart where the actor has no hand in a category.
func Decides(ctx context.Context, db pg.DB, a access.Actor, c sourcing.Case) error {
	s, err := Standing(ctx, db, a, c)
	if err != nil {
		return err
	}
	return s.Decides()
}
