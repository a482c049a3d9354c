package sourcing

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"zabuni.org/core/kernel/money"
)

// lines are findings as an author reads them: each with what it names.
func lines(found []Finding) []string {
	var out []string
	for _, f := range found {
		line := strings.TrimPrefix(f.Code, "lint.") + " " + f.Pointer
		if len(f.Params) > 0 {
			line += " " + strings.TrimPrefix(fmt.Sprint(f.Params), "map")
		}
		if !f.Blocking {
			line += ", no hindrance"
		}
		out = append(out, line)
	}
	slices.Sort(out)
	return out
}

// All that is found of a spoilt tender, and nothing else, with the figures that its
// author is told.
func TestAllThatTheLinterSays(t *testing.T) {
	q := func(c *Content, n byte) *Question {
		return &c.Questions[slices.IndexFunc(c.Questions, func(q Question) bool { return q.ID == id(n) })]
	}
	unscored := func(c *Content) {
		for i := range c.Questions {
			c.Questions[i].Scored = false
		}
	}
	weights := func(c *Content, of ...int64) {
		for i, n := range of {
			c.Sections[i].Weight = ptr(n)
		}
	}
	below := func(c *Content) {
		s := section(3)
		parent := id(2)
		s.Parent = &parent
		c.Sections = append(c.Sections, s)
		q(c, 15).Section = id(3)
	}
	question, sec := func(n byte) string { return "/questions/" + at(n) }, func(n byte) string { return "/sections/" + at(n) }
	for name, x := range map[string]struct {
		spoil func(*Content)
		want  []string
	}{
		"closes as it is looked at": {func(c *Content) { c.Category.ClosesAt = noon }, []string{"closes_past /closes_at"}},
		"in its shortest time": {func(c *Content) {
			c.Job.Regime, c.Category.OpensAt, c.Category.ClosesAt = "ke-ppada", noon.AddDate(0, 0, -9), noon.AddDate(0, 0, 21)
		}, nil},
		"in less": {func(c *Content) {
			c.Job.Regime, c.Category.OpensAt, c.Category.ClosesAt = "ke-ppada", noon.AddDate(0, 0, -9), noon.AddDate(0, 0, 21).Add(-1)
		}, []string{"short_period /closes_at [days:21]"}},
		"in less, from its opening": {func(c *Content) {
			c.Job.Regime, c.Category.OpensAt, c.Category.ClosesAt = "ke-ppada", noon.AddDate(0, 0, 1), noon.AddDate(0, 0, 22).Add(-1)
		}, []string{"short_period /closes_at [days:21]"}},
		"openers":                  {func(c *Content) { c.Category.Openers = 1 }, []string{"openers /openers [min:2]"}},
		"fee in another currency":  {func(c *Content) { c.Category.Currency = "UGX" }, []string{"no_payment_mode /bid_fee [currency:UGX]"}},
		"fee of cents":             {func(c *Content) { c.Category.BidFee = money.New(105, -1) }, []string{"fee /bid_fee [currency:KES]"}},
		"fee beyond anybody":       {func(c *Content) { c.Category.BidFee = money.New(250_001, 0) }, []string{"fee /bid_fee [currency:KES]"}},
		"fee as large as can be":   {func(c *Content) { c.Category.BidFee = money.New(250_000, 0) }, nil},
		"nobody is invited":        {func(c *Content) { c.Category.InvitedOnly = true }, []string{"nobody_invited /invited_only, no hindrance"}},
		"somebody is":              {func(c *Content) { c.Category.InvitedOnly, c.Invited = true, 1 }, nil},
		"weights":                  {func(c *Content) { c.Category.TechnicalWeight = qty(71) }, []string{"weights /technical_weight [sum:101]"}},
		"a question of no section": {func(c *Content) { q(c, 16).Section = id(9) }, []string{"section_unknown " + question(16)}},
		"a section of no section": {func(c *Content) {
			s, parent := section(3), id(9)
			s.Parent = &parent
			c.Sections = append(c.Sections, s)
		}, []string{"no_questions " + sec(3) + " [name:Section]", "section_unknown " + sec(3)}},
		"sections in a circle": {func(c *Content) {
			a, b, one, two := section(3), section(4), id(4), id(3)
			a.Parent, b.Parent = &one, &two
			c.Sections = append(c.Sections, a, b)
		}, []string{"no_questions " + sec(3) + " [name:Section]", "no_questions " + sec(4) + " [name:Section]", "section_unknown " + sec(3), "section_unknown " + sec(4)}},
		"a subsection counts to its section": {below, nil},
		"a subsection without questions": {func(c *Content) { below(c); q(c, 15).Section = id(2) },
			[]string{"no_questions " + sec(3) + " [name:Section]"}},
		"a subsection with a weight": {func(c *Content) { below(c); c.Sections[2].Weight = ptr(1) }, []string{"idle_weight " + sec(3) + "/weight [name:Section]"}},
		"a subsection with none":     {func(c *Content) { below(c); c.Sections[2].Weight = ptr(0) }, nil},
		"sections weigh all":         {func(c *Content) { weights(c, 60, 40) }, nil},
		"sections weigh less":        {func(c *Content) { weights(c, 60, 30) }, []string{"section_weights /sections [sum:90]"}},
		"a section weighs nothing": {func(c *Content) { weights(c, 100, 0) },
			[]string{"weightless " + sec(2) + "/weight [name:Section]"}},
		"a section weighs and asks for nothing": {func(c *Content) {
			c.Sections = append(c.Sections, section(3))
			weights(c, 50, 50, 0)
			q(c, 16).Section = id(3)
		}, nil},
		"nothing is scored":                      {unscored, []string{"nothing_scored /technical_weight"}},
		"nothing is scored, though it counts":    {func(c *Content) { unscored(c); c.Category.PassMark = qty(0) }, []string{"nothing_scored /technical_weight"}},
		"scored at no most":                      {func(c *Content) { q(c, 14).MaxScore = nil }, nil},
		"no choices":                             {func(c *Content) { q(c, 11).Options = nil; c.Category.PassMark = qty(0) }, []string{"options_missing " + question(11) + "/options"}},
		"a band without beginning in the middle": {func(c *Content) { q(c, 13).Bands[1].Lower = nil }, []string{"bands_ends " + question(13) + "/bands/1 [band:2]"}},
		"nothing is scored and a mark asked": {func(c *Content) {
			unscored(c)
			c.Category.TechnicalWeight, c.Category.FinancialWeight = qty(0), qty(100)
		}, []string{"nothing_scored /technical_weight"}},
		"nothing is scored nor counted": {func(c *Content) {
			unscored(c)
			c.Category.TechnicalWeight, c.Category.FinancialWeight, c.Category.PassMark = qty(0), qty(100), qty(0)
		}, nil},
		"scored and not counted": {func(c *Content) {
			c.Category.TechnicalWeight, c.Category.FinancialWeight, c.Category.PassMark = qty(0), qty(100), qty(0)
		}, []string{"scored_uncounted /technical_weight, no hindrance"}},
		"scored for the mark alone":       {func(c *Content) { c.Category.TechnicalWeight, c.Category.FinancialWeight = qty(0), qty(100) }, nil},
		"the mark is all that can be had": {func(c *Content) { c.Category.PassMark = qty(100) }, nil},
		"the mark is more": {func(c *Content) {
			c.Category.PassMark = qty(100)
			q(c, 12).MaxScore = ptr(9)
		}, []string{"best_below_max " + question(12) + "/max_score [best:8 max:9]", "pass_mark /pass_mark [best:96.97]"}},
		"the mark is more, by weights": {func(c *Content) {
			c.Category.PassMark = qty(97)
			weights(c, 90, 10)
			q(c, 12).MaxScore = ptr(9)
		}, []string{"best_below_max " + question(12) + "/max_score [best:8 max:9]", "pass_mark /pass_mark [best:95.26]"}},
		"nothing is priced": {func(c *Content) { c.Items = nil }, []string{"no_items /items"}},
		"nothing is priced nor counted": {func(c *Content) {
			c.Items, c.Category.TechnicalWeight, c.Category.FinancialWeight = nil, qty(100), qty(0)
		}, nil},
		"an item twice and of no amount": {func(c *Content) { c.Items[1] = Item{ID: id(22), Number: " 1", Quantity: qty(0)} },
			[]string{"duplicate_item /items/" + at(22) + "/number [number: 1]", "no_quantity /items/" + at(22) + "/quantity [number: 1]", "no_unit /items/" + at(22) + "/unit [number: 1]"}},
		"a least above the most":   {func(c *Content) { q(c, 14).MinScore = ptr(6) }, []string{"min_above_max " + question(14) + "/min_score [max:5 min:6]"}},
		"a least that is the most": {func(c *Content) { q(c, 14).MinScore = ptr(5) }, nil},
		"a choice below nothing":   {func(c *Content) { q(c, 11).Options[2].Score = ptr(-1) }, []string{"option_score " + question(11) + "/options/2/score [label:None max:10]"}},
		"a choice without score":   {func(c *Content) { q(c, 11).Options[2].Score = nil }, []string{"option_unscored " + question(11) + "/options/2/score [label:None]"}},
		"a band below nothing":     {func(c *Content) { q(c, 13).Bands[0].Score = qty(-1) }, []string{"band_score " + question(13) + "/bands/0/score [band:1 max:8]"}},
		"a band above the most": {func(c *Content) { q(c, 13).Bands[2].Score = qty(9) },
			[]string{"band_score " + question(13) + "/bands/2/score [band:3 max:8]"}},
		"bands with a hole":     {func(c *Content) { q(c, 13).Bands[1].Lower = ptr(4) }, []string{"bands_gap " + question(13) + "/bands/1/lower [from:3 to:4]"}},
		"bands over each other": {func(c *Content) { q(c, 13).Bands[1].Lower = ptr(2) }, []string{"bands_overlap " + question(13) + "/bands/1 [band:2]"}},
		"a band of nothing": {func(c *Content) { q(c, 13).Bands[1].Upper, q(c, 13).Bands[2].Lower = ptr(3), ptr(3) },
			[]string{"bands_overlap " + question(13) + "/bands/1 [band:2]"}},
		"a band without end in the middle": {func(c *Content) { q(c, 13).Bands[1].Upper = nil }, []string{"bands_ends " + question(13) + "/bands/1 [band:2]"}},
		"bands that end":                   {func(c *Content) { q(c, 13).Bands[2].Upper = ptr(99) }, []string{"bands_ends " + question(13) + "/bands/2 [band:3]"}},
	} {
		c := goodTender()
		x.spoil(&c)
		if got := lines(Lint(c, circumstances)); !slices.Equal(got, x.want) {
			t.Errorf("%s:\n%s\nwant\n%s", name, strings.Join(got, "\n"), strings.Join(x.want, "\n"))
		}
	}
}

// What an activity has not is not asked for, and what a job by invitation lacks hinders it.
func TestWhatTheLinterAsksOfOtherActivities(t *testing.T) {
	quoted := func(c *Content) {
		c.Category.Activity, c.Category.Without, c.Category.InvitedOnly, c.Category.Openers = RFQ, Criteria, true, 1
		c.Category.PassMark, c.Category.TechnicalWeight, c.Category.FinancialWeight, c.Category.BidFee = qty(0), qty(0), qty(100), money.Decimal{}
		c.Sections, c.Questions = nil, nil
	}
	for name, x := range map[string]struct {
		make func(*Content)
		want []string
	}{
		"a quotation without questions": {func(c *Content) { quoted(c); c.Invited = 1 }, nil},
		"of nobody":                     {quoted, []string{"nobody_invited /invited_only"}},
		"with a section":                {func(c *Content) { quoted(c); c.Invited, c.Sections = 1, []Section{section(1)} }, []string{"no_such_step /sections [activity:rfq]"}},
		"a sale of nothing": {func(c *Content) {
			c.Category.Activity, c.Category.Without, c.Items = AssetDisposal, Criteria, nil
			c.Sections, c.Questions = nil, nil
			c.Category.FinancialWeight = qty(0)
		}, []string{"no_items /items"}},
		"a registration that checks nothing": {func(c *Content) {
			c.Category.Activity, c.Items = SupplierRegistration, nil
			c.Sections, c.Questions = c.Sections[1:], c.Questions[5:]
		}, []string{"nothing_checked /questions"}},
		"a registration that checks": {func(c *Content) {
			c.Category.Activity, c.Items = SupplierRegistration, nil
			c.Sections, c.Questions = c.Sections[1:], c.Questions[5:]
			c.Questions[0].QA = true
		}, nil},
	} {
		c := goodTender()
		x.make(&c)
		if got := lines(Lint(c, circumstances)); !slices.Equal(got, x.want) {
			t.Errorf("%s:\n%s\nwant\n%s", name, strings.Join(got, "\n"), strings.Join(x.want, "\n"))
		}
	}
}
