package reportsvc_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/xuri/excelize/v2"

	"zabuni.org/core/app/story"
	"zabuni.org/core/kernel/locale"
	"zabuni.org/core/report"
	"zabuni.org/core/report/reportsvc"
	"zabuni.org/core/sourcing"
)

// Answers that are stored as words of ours are told in the reader's language; the same word written by a bidder stays.
func TestReportsSayYesAndNoInTheLanguageOfTheReader(t *testing.T) {
	t.Parallel()
	p, _ := sourcing.PolicyOf(sourcing.Tender)
	c := story.New(t, 1).Publish(p, story.Terms{
		Technical: 50,
		Financial: 50,
		Sections: []story.Section{{Section: sourcing.Section{Name: "Papers"}, Questions: []sourcing.Question{
			{Prompt: "Insured?", Response: sourcing.Boolean},
			{Prompt: "Bonded?", Response: sourcing.YesNo},
			{Prompt: "It is so", Response: sourcing.TrueFalse},
			{Prompt: "In words", Response: sourcing.Text},
			{Prompt: "Years", Response: sourcing.Selection, MustAnswer: true, Scored: true, MaxScore: story.Points(10), Options: []sourcing.Option{{Label: "Ten", Score: story.Points(10)}, {Label: "Five", Score: story.Points(5)}}},
		}}},
		Items: []sourcing.Item{{Number: "1", Description: "Lorry", Unit: "each", Quantity: *story.Points(1)}},
	})
	a := c.Bidders[0]
	c.Pay(a)
	c.Bid(a, map[string]string{"Insured?": "true", "Bonded?": "no", "It is so": "false", "In words": "true", "Years": "Ten"}, map[string]string{"1": "100"})
	c.Submit(a)
	c.Close()
	c.Open()
	c.Judge()
	c.Open()
	c.Judge()
	c.Award()
	var questions []uuid.UUID
	for _, prompt := range []string{"Insured?", "Bonded?", "It is so", "In words"} {
		questions = append(questions, c.Questions[prompt].ID)
	}
	for language, want := range map[locale.Language]string{
		"en": "yes | no | false | true",
		"fr": "oui | non | faux | true",
		"sw": "ndiyo | hapana | si kweli | true",
	} {
		in, err := ask(c, c.Officer, reportsvc.Asked{Name: report.Responses, Questions: questions})
		c.Must(err)
		in.Language = language
		data, err := c.Reports.Report(c.Context(), c.Officer, in)
		c.Must(err)
		f, err := excelize.OpenReader(bytes.NewReader(data))
		c.Must(err)
		rows, err := f.GetRows(f.GetSheetList()[0])
		c.Must(err)
		if got := strings.Join(rows[len(rows)-1][1:], " | "); got != want {
			t.Errorf("%s: %s, want %s", language, got, want)
		}
	}
}
