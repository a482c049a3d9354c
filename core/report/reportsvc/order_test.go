package reportsvc_test

import (
	"slices"
	"strings"
	"testing"

	"zabuni.org/core/app/story"
	"zabuni.org/core/report"
	"zabuni.org/core/report/reportsvc"
	"zabuni.org/core/sourcing"
)

// Who is not ranked stands below who passed, both by name, in whatever order they bid.
func TestWhoIsNotRankedStandsByOutcomeAndName(t *testing.T) {
	t.Parallel()
	p, _ := sourcing.PolicyOf(sourcing.Prequalification)
	c := story.New(t, 4).Publish(p, story.Terms{PassMark: 50, Sections: []story.Section{{
		Section: sourcing.Section{Name: "Company"},
		Questions: []sourcing.Question{{
			Prompt:   "Years in trade",
			Response: sourcing.Selection,
			Scored:   true,
			MaxScore: story.Points(10),
			Options:  []sourcing.Option{{Label: "Ten", Score: story.Points(10)}, {Label: "None", Score: story.Points(0)}},
		}},
	}}})
	for _, i := range []int{2, 3, 0, 1} {
		a := c.Bidders[i]
		c.Pay(a)
		c.Bid(a, map[string]string{"Years in trade": []string{"None", "Ten"}[i%2]}, nil)
		c.Submit(a)
	}
	c.Close()
	c.Open()
	c.Judge()
	names := make([]string, 4)
	for i, a := range c.Bidders {
		c.Must(c.DB.QueryRow(t.Context(), "SELECT name FROM company WHERE id = $1", a.Org).Scan(&names[i]))
	}
	want := []string{names[1], names[3], names[0], names[2]}
	for name, column := range map[report.Name]int{report.Technical: 2, report.Ranking: 3} {
		var got []string
		for line := range strings.Lines(write(c, reader(c), reportsvc.Asked{Name: name})) {
			cells := strings.Split(line, " | ")
			if len(cells) > column && slices.Contains(names, strings.TrimSpace(cells[column])) {
				got = append(got, strings.TrimSpace(cells[column]))
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
