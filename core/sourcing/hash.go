package sourcing

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
)

// Hash is the SHA-256 of everything by which a category will be answered and
// judged, as it is published: a later change of one letter shows.
func (c Content) Hash() []byte {
	type option struct {
		Label string
		Score *string
	}
	type band struct {
		Lower, Upper *string
		Score        string
	}
	type question struct {
		ID, Section, Prompt, Help, Response string
		MustAnswer, QA, DD, Scored          bool
		MaxScore, MinScore                  *string
		Options                             []option
		Bands                               []band
	}
	type section struct {
		ID, Parent, Name, Description string
		Weight                        *string
	}
	type asset struct {
		Condition, Notes, Location string
		Photos                     []string
		Reserve                    string // the commitment
	}
	type item struct {
		ID, Number, Code, Description, Unit, Quantity, Classification string

		Asset *asset `json:",omitempty"`
	}
	type attachment struct{ Name, SHA256 string }
	k := c.Category
	out := struct {
		Category, Activity, Regime, Currency, Name, Instructions               string
		PassMark, TechnicalWeight, FinancialWeight, PriceFormula, BidFee, Best string
		Method, Selects, Lines                                                 string
		Envelopes                                                              []string
		Steps                                                                  []StepName
		Ties                                                                   []Tie
		Sections                                                               []section
		Questions                                                              []question
		Items                                                                  []item
		Attachments                                                            []attachment `json:",omitempty"`
	}{Category: k.ID.String(), Activity: string(k.Activity), Regime: c.Job.Regime, Currency: string(k.Currency), Name: k.Name,
		Instructions: k.Instructions, PassMark: k.PassMark.String(), TechnicalWeight: k.TechnicalWeight.String(),
		FinancialWeight: k.FinancialWeight.String(), PriceFormula: k.PriceFormula, BidFee: k.BidFee.String()}
	p := k.Policy()
	out.Best, out.Method, out.Selects, out.Lines = string(p.Best), string(p.Method), string(p.Selects), string(p.Lines)
	out.Envelopes, out.Steps, out.Ties = p.EnvelopeNames(), p.Steps.Names(), p.Ties
	text := func(s interface{ String() string }) *string { t := s.String(); return &t }
	sections := slices.Clone(c.Sections)
	slices.SortFunc(sections, func(a, b Section) int {
		return cmp.Or(a.Position-b.Position, cmp.Compare(a.ID.String(), b.ID.String()))
	})
	for _, s := range sections {
		e := section{ID: s.ID.String(), Name: s.Name, Description: s.Description}
		if s.Parent != nil {
			e.Parent = s.Parent.String()
		}
		if s.Weight != nil {
			e.Weight = text(s.Weight)
		}
		out.Sections = append(out.Sections, e)
	}
	questions := slices.Clone(c.Questions)
	slices.SortFunc(questions, func(a, b Question) int {
		return cmp.Or(a.Position-b.Position, cmp.Compare(a.ID.String(), b.ID.String()))
	})
	for _, q := range questions {
		e := question{ID: q.ID.String(), Section: q.Section.String(), Prompt: q.Prompt, Help: q.Help, Response: string(q.Response),
			MustAnswer: q.MustAnswer, QA: q.QA, DD: q.DD, Scored: q.Scored}
		if q.MaxScore != nil {
			e.MaxScore = text(q.MaxScore)
		}
		if q.MinScore != nil {
			e.MinScore = text(q.MinScore)
		}
		for _, o := range q.Options {
			v := option{Label: o.Label}
			if o.Score != nil {
				v.Score = text(o.Score)
			}
			e.Options = append(e.Options, v)
		}
		for _, b := range q.Bands {
			v := band{Score: b.Score.String()}
			if b.Lower != nil {
				v.Lower = text(b.Lower)
			}
			if b.Upper != nil {
				v.Upper = text(b.Upper)
			}
			e.Bands = append(e.Bands, v)
		}
		out.Questions = append(out.Questions, e)
	}
	items := slices.Clone(c.Items)
	slices.SortFunc(items, func(a, b Item) int { return cmp.Or(a.Position-b.Position, cmp.Compare(a.ID.String(), b.ID.String())) })
	for _, i := range items {
		e := item{
			ID:             i.ID.String(),
			Number:         i.Number,
			Code:           i.Code,
			Description:    i.Description,
			Unit:           i.Unit,
			Quantity:       i.Quantity.String(),
			Classification: i.Classification,
		}
		if a := i.Asset; a != nil {
			e.Asset = &asset{Condition: string(a.Condition), Notes: a.Notes, Location: a.Location}
			for _, photo := range a.Photos {
				e.Asset.Photos = append(e.Asset.Photos, photo.ID.String())
			}
			if a.Reserve != nil {
				e.Asset.Reserve = hex.EncodeToString(a.Reserve.Commitment)
			}
		}
		out.Items = append(out.Items, e)
	}
	for _, p := range c.Attachments {
		out.Attachments = append(out.Attachments, attachment{p.Name, hex.EncodeToString(p.SHA256)})
	}
	raw, err := json.Marshal(out)
	if err != nil {
		panic(err) // strings and bools always marshal
	}
	sum := sha256.Sum256(raw)
	return sum[:]
}
