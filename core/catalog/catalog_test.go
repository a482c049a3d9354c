package catalog_test

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"zabuni.org/core/catalog"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/platform/sheet"
	"zabuni.org/core/sourcing"
)

var update = flag.Bool("update", false, "write the golden files")

func long(n int) string { return strings.Repeat("é", n) }

func points(s string) *money.Quantity {
	q, err := money.ParseQuantity(s)
	if err != nil {
		panic(err)
	}
	return &q
}

// Each form tells all that is wrong with it, and where; at its bounds it is taken.
func TestFormsTellAllThatIsWrong(t *testing.T) {
	t.Parallel()
	a := pgtest.NewAccount(t, nil)
	kind := func(what string, x catalog.Type) {
		got, err := x.Check()
		a.Tell(what, fmt.Sprintf("%.20s, %.20s, %.20s, %v", got.Code, got.Name, got.Description, got.Active), err)
	}
	template := func(what string, x catalog.Template) {
		got, err := x.Check()
		a.Tell(what, fmt.Sprintf("%.20s, %s, %.20s", got.Name, got.Category, got.Description), err)
	}
	criterion := func(what string, x catalog.Criterion) {
		_, err := x.Check()
		a.Refused(what, err)
	}
	kind("an empty type", catalog.Type{})
	kind("a type over", catalog.Type{Code: long(21), Name: long(121), Description: long(1001)})
	kind("a full type", catalog.Type{Code: long(20), Name: long(120), Description: long(1000), Active: true})
	kind("a type", catalog.Type{Code: " solar ", Name: " Solar ", Description: " Panels "})
	template("an empty template", catalog.Template{})
	template("a template over", catalog.Template{Name: long(121), Category: "song", Description: long(1001)})
	template("a full template", catalog.Template{Name: long(120), Category: "other", Description: long(1000)})
	for _, c := range catalog.TemplateCategories {
		template("a template", catalog.Template{Name: " Terms ", Category: string(c), Description: " Our own "})
	}
	question := sourcing.Question{Prompt: "How long", Response: sourcing.Text}
	asks := func(n int) (out []sourcing.Question) {
		for range n {
			out = append(out, question)
		}
		return out
	}
	criterion("an empty criterion", catalog.Criterion{})
	criterion("a criterion over", catalog.Criterion{Name: long(1000), Weight: points("101"), Questions: asks(catalog.MaxQuestions + 1)})
	criterion("a full criterion", catalog.Criterion{Name: "N", Weight: points("100"), Questions: asks(catalog.MaxQuestions)})
	criterion("bad questions", catalog.Criterion{Name: "N", Questions: []sourcing.Question{question, {}, question, {Prompt: "P", Response: sourcing.Text, Scored: true}}})
	whole := catalog.Criterion{Name: " N ", Description: " D ", Weight: points("10"), Version: 3, Questions: []sourcing.Question{{Prompt: " How long ", Response: sourcing.Text, MaxScore: points("3")}}}
	got, err := whole.Check()
	a.Tell("a criterion as it is kept", got, err)
	a.Golden("testdata/forms.golden", *update)
}

// Rows of an upload of category types: what they say together, what is wrong with each,
// and that one bad row holds back its type and no other.
func TestTheRowsOfAnUpload(t *testing.T) {
	t.Parallel()
	a := pgtest.NewAccount(t, nil)
	row := func(cells string) map[string]string {
		out := map[string]string{}
		for _, c := range strings.Split(cells, "|") {
			if key, value, ok := strings.Cut(c, ":"); ok {
				out[key] = value
			}
		}
		return out
	}
	for _, table := range []struct {
		name string
		rows []string
	}{
		{"a type alone", []string{"code:solar|name:Solar|description:Panels"}},
		{"a type with two sections", []string{
			"code:solar|name:Solar|section:Experience|weight:40%|question:Years|response:SELECTION|must_answer:Yes|max_score:10|min_score:2,5|options:Ten = 10\n\n Five=5 \n",
			"code:SOLAR|section:Experience|weight:40|question:Describe|must_answer:no",
			"code:Solar|name:Solar|section:Plant|question:Where|response:text|max_score:3 %",
			"code:solar|section:Experience|question:Last",
		}},
		{"options of both kinds", []string{"code:a|name:A|section:S|question:Q|response:selection|options:a=b=3\nplain"}},
		{"no numbers", []string{"code:a|name:A|section:S|question:Q|response:selection|weight:x|max_score:y|min_score:z|options:a = q"}},
		{"halves of a question", []string{"code:a|name:A|section:S", "code:b|name:B|question:Q"}},
		{"not yes and not no", []string{"code:a|name:A|section:S|question:Q|must_answer:perhaps"}},
		{"an answer that there is not", []string{"code:a|name:A|section:S|question:Q|response:guess"}},
		{"an empty type", []string{"section:S|question:Q"}},
		{"names that differ", []string{"code:a|name:A|description:D", "code:b|name:B", "code:A|name:Other", "code:a|description:Other", "code:a|name:A|description:D"}},
		{"weights that differ", []string{"code:a|name:A|section:S|weight:10|question:1", "code:a|section:T|question:2", "code:a|section:S|weight:20|question:3", "code:a|section:T|weight:5|question:4", "code:a|section:S|question:5"}},
		{"a description once", []string{"code:a|name:A|description:D", "code:a"}},
		{"an option without a label", []string{"code:a|name:A|section:S|question:Q|response:selection|max_score:5|options:Ten = 5\n  \n=5"}},
		{"what is wrong with a whole", []string{"code:a|name:A|section:S|weight:150|question:1", "code:a|section:S|question:2", "code:b|name:B"}},
		{"a name too long", []string{"code:a|name:A|section:" + long(201) + "|question:1"}},
	} {
		lines := make([]sheet.Line, len(table.rows))
		for i, r := range table.rows {
			lines[i].Row = sheet.Row{Number: i + 3, Cells: row(r)}
		}
		types := catalog.ReadTypes(lines)
		a.Head("%s", table.name)
		for _, l := range lines {
			a.Tell(fmt.Sprintf("row %d of %.20s", l.Number, l.Name), l.Faults, nil)
		}
		a.Tell("types", types, nil)
	}
	a.Golden("testdata/rows.golden", *update)
}

// What is wrong with a criterion and stands in no column is told of the row.
func TestAFaultOfNoColumn(t *testing.T) {
	t.Parallel()
	lines := make([]sheet.Line, catalog.MaxQuestions+1)
	for i := range lines {
		lines[i].Row = sheet.Row{Number: i + 3, Cells: map[string]string{"code": "a", "name": "A", "section": "S", "question": fmt.Sprint(i)}}
	}
	catalog.ReadTypes(lines)
	if f := lines[0].Faults; len(f) != 1 || f[0].Column != "" || f[0].Code != fault.TooLong {
		t.Errorf("%+v", f)
	}
}

// Criteria are the same when all that they say is; what a table does not ask for stays.
func TestCriteriaAreTheSameInEverything(t *testing.T) {
	t.Parallel()
	whole := func() catalog.Criterion {
		return catalog.Criterion{Name: "N", Description: "D", Weight: points("10"), Questions: []sourcing.Question{
			{Prompt: "How long", Help: "H", Response: sourcing.Number, MustAnswer: true, QA: true, Scored: true, MaxScore: points("5"), MinScore: points("1"),
				Bands: []sourcing.Band{{Score: *points("5")}}},
			{Prompt: "Which", Response: sourcing.Selection, Scored: true, MaxScore: points("5"), Options: []sourcing.Option{{Label: "a", Score: points("5")}, {Label: "b", Score: points("0")}}},
		}}
	}
	for name, change := range map[string]func(*catalog.Criterion){
		"":             func(c *catalog.Criterion) { c.ID[0]++; c.Version++; c.Weight = points("10.0") },
		"name":         func(c *catalog.Criterion) { c.Name = "M" },
		"description":  func(c *catalog.Criterion) { c.Description = "E" },
		"weight":       func(c *catalog.Criterion) { c.Weight = points("11") },
		"no weight":    func(c *catalog.Criterion) { c.Weight = nil },
		"fewer":        func(c *catalog.Criterion) { c.Questions = c.Questions[:1] },
		"prompt":       func(c *catalog.Criterion) { c.Questions[0].Prompt = "How" },
		"help":         func(c *catalog.Criterion) { c.Questions[0].Help = "" },
		"response":     func(c *catalog.Criterion) { c.Questions[0].Response = sourcing.Text },
		"must answer":  func(c *catalog.Criterion) { c.Questions[0].MustAnswer = false },
		"qa":           func(c *catalog.Criterion) { c.Questions[0].QA = false },
		"dd":           func(c *catalog.Criterion) { c.Questions[0].DD = true },
		"scored":       func(c *catalog.Criterion) { c.Questions[0].Scored = false },
		"max":          func(c *catalog.Criterion) { c.Questions[0].MaxScore = points("6") },
		"min":          func(c *catalog.Criterion) { c.Questions[0].MinScore = nil },
		"bands":        func(c *catalog.Criterion) { c.Questions[0].Bands = nil },
		"options":      func(c *catalog.Criterion) { c.Questions[1].Options = c.Questions[1].Options[:1] },
		"an option":    func(c *catalog.Criterion) { c.Questions[1].Options[1].Label = "c" },
		"its score":    func(c *catalog.Criterion) { c.Questions[1].Options[1].Score = points("1") },
		"without that": func(c *catalog.Criterion) { c.Questions[1].Options[1].Score = nil },
	} {
		one, other := whole(), whole()
		change(&other)
		if one.Same(other) != (name == "") || other.Same(one) != (name == "") {
			t.Errorf("%q: %v %v", name, one.Same(other), other.Same(one))
		}
	}
	old := whole()
	old.ID[0], old.Version, old.Questions[0].DD = 1, 4, true
	for name, x := range map[int]sourcing.Question{
		0: {Prompt: "How long", Response: sourcing.Number, Scored: true},
		1: {Prompt: "How long", Response: sourcing.Number},
		2: {Prompt: "How long", Response: sourcing.Text, Scored: true},
		3: {Prompt: "How", Response: sourcing.Number, Scored: true},
	} {
		kept := catalog.Criterion{Name: "M", Questions: []sourcing.Question{x}}.Keeping(old)
		q := kept.Questions[0]
		want := []string{"HH 1 true true", "HH 0 true true", "HH 0 true true", "0 false false"}[name]
		if got := strings.TrimSpace(fmt.Sprintln(strings.Repeat(q.Help, 2), len(q.Bands), q.QA, q.DD)); got != want || kept.ID != old.ID || kept.Version != 4 || kept.Description != "D" || kept.Name != "M" {
			t.Errorf("%d: %s %+v", name, got, kept)
		}
	}
}
