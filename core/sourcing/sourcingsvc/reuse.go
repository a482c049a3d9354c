package sourcingsvc

import (
	"context"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
)

// InsertContent adds sections with their questions at the end of a category whose
// criteria may still change. They get ids of their own; names and questions are
// stored as they were checked where they come from.
func (s *Service) InsertContent(ctx context.Context, a access.Actor, owner, category uuid.UUID, c sourcing.Content) error {
	return s.change(ctx, a, owner, category, sourcing.ToAsk, sourcing.Criteria, "criteria.inserted",
		func(tx pg.Tx, into sourcing.Category) (uuid.UUID, any, error) {
			there, err := loadSections(ctx, tx, into)
			if err != nil {
				return category, nil, err
			}
			after := 0
			for _, section := range there {
				if section.Parent == nil {
					after = max(after, section.Position)
				}
			}
			if c, err = fresh(c); err != nil {
				return category, nil, err
			}
			names := make([]string, len(c.Sections))
			for i := range c.Sections {
				c.Sections[i].Position = after + i + 1
				names[i] = c.Sections[i].Name
			}
			return category, names, insertContent(ctx, tx, a, category, owner, c)
		})
}
