package contractsvc

import (
	"context"

	"github.com/google/uuid"

	"zabuni.org/core/contract"
	"zabuni.org/core/contract/internal/contractdb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/locale"
	"zabuni.org/core/kernel/rich"
	"zabuni.org/core/platform/pg"
)

// A block is a chosen clause with the id of the heading above it.
type block struct {
	contract.Chosen
	id string
}

// begin writes the first text of a contract: that of a template, or what answers choose.
func (s *Service) begin(ctx context.Context, tx pg.Tx, f *fault.Fields, owner uuid.UUID, in Beginning, d *made) ([]block, error) {
	if in.Answers != nil {
		before := len(*f)
		in.Answers.Check(f, "/answers")
		if len(*f) > before {
			return nil, nil
		}
		chosen, err := proposed(ctx, tx, owner, in.Language, *in.Answers, in.Category)
		if err != nil {
			return nil, err
		}
		text, ids := contract.Text(chosen, blockID)
		d.body = text
		out := make([]block, len(chosen))
		for i, c := range chosen {
			out[i] = block{c, ids[i]}
		}
		return out, nil
	}
	if in.Template == uuid.Nil {
		return nil, nil
	}
	row, from, err := templateOf(ctx, tx, owner, in.Template)
	if pg.NoRows(err) {
		f.Add("/template_id", fault.Unknown)
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if row.ArchivedAt != nil {
		f.Add("/template_id", contract.OutOfUse.Code)
	}
	parts, err := q.TemplateParts(ctx, tx, in.Template, row.Number, from)
	if err != nil {
		return nil, err
	}
	all := make([]contract.Part, len(parts))
	for i, p := range parts {
		all[i].Title = p.Title
		if all[i].Body, err = rich.Stored(p.Body); err != nil {
			return nil, err
		}
	}
	d.body = contract.Compose(all).Named(blockID)
	return nil, nil
}

// templateOf is the newest version of a template that a buyer may take, and whose it is.
func templateOf(ctx context.Context, db pg.DB, owner, id uuid.UUID) (contractdb.TemplateRow, *uuid.UUID, error) {
	row, err := q.Template(ctx, db, nil, id, &owner)
	if pg.NoRows(err) {
		row, err = q.Template(ctx, db, nil, id, nil)
	}
	return row, row.BuyerID, err
}

// proposed are the clauses that answers choose of what a buyer has in use in a language.
func proposed(ctx context.Context, db pg.DB, owner uuid.UUID, language locale.Language, answers contract.Answers, category *uuid.UUID) ([]contract.Chosen, error) {
	rows, err := q.ClausesInUse(ctx, db, owner, string(language))
	if err != nil {
		return nil, err
	}
	offers := make([]contract.Offer, len(rows))
	for i, r := range rows {
		body, err := rich.Stored(r.Body)
		if err != nil {
			return nil, err
		}
		offers[i] = contract.Offer{
			Section:   r.ID,
			Version:   int(r.Number),
			Code:      r.Code,
			Title:     r.Title,
			Topic:     contract.Topic(r.Topic),
			Mandatory: r.Mandatory,
			Risk:      contract.Risk(r.Risk),
			Body:      body,
			Ours:      r.BuyerID != nil,
		}
	}
	var template []uuid.UUID
	if category != nil && *category != uuid.Nil {
		kind, err := q.Category(ctx, db, *category, owner)
		if err != nil && !pg.NoRows(err) {
			return nil, err
		}
		if kind.TemplateID != nil {
			row, from, err := templateOf(ctx, db, owner, *kind.TemplateID)
			if err != nil {
				return nil, err
			}
			parts, err := q.TemplateParts(ctx, db, *kind.TemplateID, row.Number, from)
			if err != nil {
				return nil, err
			}
			for _, p := range parts {
				if p.SectionID != nil {
					template = append(template, *p.SectionID)
				}
			}
		}
	}
	return contract.Propose(answers, offers, template), nil
}

// Proposal is what answers choose, and what they ask for in vain.
type Proposal struct {
	Clauses    []contract.Chosen
	Unanswered []contract.Topic
	Fields     []string // that the text names
}

// Propose tells what a contract would be made of. It writes nothing.
func (s *Service) Propose(ctx context.Context, a access.Actor, buyer uuid.UUID, language locale.Language, answers contract.Answers, category *uuid.UUID) (Proposal, error) {
	owner, err := s.maker(ctx, a, buyer)
	if err != nil {
		return Proposal{}, err
	}
	var f fault.Fields
	f.OneOf("/language", string(language), locale.Language("").Values()...)
	answers.Check(&f, "/answers")
	if err := f.InOrder().Err(); err != nil {
		return Proposal{}, err
	}
	chosen, err := proposed(ctx, s.db, owner, language, answers, category)
	if err != nil {
		return Proposal{}, err
	}
	text, _ := contract.Text(chosen, blockID)
	return Proposal{chosen, contract.Unanswered(answers, chosen), text.Places()}, nil
}

// Rows of what contracts begin with.
type (
	// AwardRow is what a winner gets and no contract says yet.
	AwardRow = contractdb.OpenAwardsRow
	// CounterpartyRow is a company that a contract may be made with.
	CounterpartyRow = contractdb.CounterpartiesRow
)

// Choices is what a contract of a buyer may begin with.
type Choices struct {
	Categories []CategoryRow
	Awards     []AwardRow
}

// Choices returns what a contract of a buyer may begin with.
func (s *Service) Choices(ctx context.Context, a access.Actor, buyer uuid.UUID) (Choices, error) {
	var out Choices
	owner, err := s.maker(ctx, a, buyer)
	if err != nil {
		return out, err
	}
	if out.Categories, err = q.Categories(ctx, s.db, owner, false, nil); err != nil {
		return out, err
	}
	out.Awards, err = q.OpenAwards(ctx, s.db, owner, nil, nil)
	return out, err
}

// Counterparties finds whom a contract may be made with, by their names.
func (s *Service) Counterparties(ctx context.Context, a access.Actor, search string) ([]CounterpartyRow, error) {
	var err error
	if a.Type == access.Operator {
		err = a.Need(access.ManageContract)
	} else {
		_, err = s.owner(ctx, a, access.ManageContract)
	}
	if err != nil {
		return nil, err
	}
	return q.Counterparties(ctx, s.db, pg.Sought(search))
}
