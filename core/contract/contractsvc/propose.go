package contractsvc

import (
	"context"
	"encoding/json"

	"github.com/google/uuid"

	"zabuni.org/core/contract"
	"zabuni.org/core/contract/internal/contractdb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/locale"
	"zabuni.org/core/kernel/rich"
	"zabuni.org/core/platform/pg"
)

// A block is a chosen clause with the id of the heading above it, or something that a model wrote.
type block struct {
	contract.Chosen
	id    string
	words string // that a model wrote
}

// A Writer writes clauses of contracts that a person has to accept.
type Writer interface {
	// Model is what writes, as its provenance names it.
	Model() string
	// Write answers a prompt with its data.
	Write(ctx context.Context, prompt, data string) (string, error)
}

// Model is what writes clauses here; empty where none is configured.
func (s *Service) Model() string {
	if s.Writer == nil {
		return ""
	}
	return s.Writer.Model()
}

// assisted asks a model for what answers want and the libraries have no clause on. It is told what kind
// of contract it is and what its author asks for, and nothing else; what it answers is read as data.
func (s *Service) assisted(ctx context.Context, a access.Actor, owner uuid.UUID, in Beginning) ([]contract.Written, error) {
	if in.Answers == nil || !in.Answers.Assisted {
		return nil, nil
	}
	if s.Writer == nil {
		return nil, contract.NoModel.New("")
	}
	var f fault.Fields
	f.OneOf("/language", string(in.Language), locale.Language("").Values()...)
	in.Answers.Check(&f, "/answers")
	if err := f.InOrder().Err(); err != nil {
		return nil, err
	}
	chosen, err := proposed(ctx, s.db, owner, in.Language, *in.Answers, in.Category)
	if err != nil {
		return nil, err
	}
	data, err := json.Marshal(contract.Brief{
		Language:      string(in.Language),
		Subject:       in.Answers.Subject,
		Circumstances: in.Answers.Circumstances,
		Topics:        contract.Unanswered(*in.Answers, chosen),
		Fields:        contract.Field("").Values(),
		Wish:          in.Answers.Wish,
	})
	if err != nil {
		return nil, err
	}
	answer, err := s.Writer.Write(ctx, contract.Prompt(), string(data))
	if err != nil {
		return nil, contract.ModelFails.Wrap(err, "")
	}
	return contract.ReadWritten(answer)
}

// begin writes the first text of a contract: that of a template, or what answers choose and a model
// wrote beside it.
func (s *Service) begin(ctx context.Context, tx pg.Tx, f *fault.Fields, owner uuid.UUID, in Beginning, written []contract.Written, d *made) ([]block, error) {
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
		out := make([]block, len(chosen))
		for i, c := range chosen {
			out[i] = block{Chosen: c, id: ids[i]}
		}
		var marks []contract.Marked
		d.body, marks = contract.ComposeWritten(text, written, blockID)
		for _, m := range marks {
			out = append(out, block{Chosen: contract.Chosen{Because: contract.BecauseModel}, id: m.ID, words: m.Words})
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
