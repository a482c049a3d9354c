package sourcing_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// What an addendum took away stays in its row. Every statement that lists items, questions or files of a category says
// what becomes of it; these say it by where they begin.
var begunElsewhere = map[string]string{
	"addendum.sql/AmendItem":          "names what stays",
	"addendum.sql/AmendQuestion":      "names what stays",
	"addendum.sql/ItemsCame":          "names what comes",
	"addendum.sql/ItemsTaken":         "numbers are used once",
	"addendum.sql/QuestionsCame":      "names what comes",
	"archive.sql/OwnPapers":           "what was submitted",
	"archive.sql/Papers":              "what was opened",
	"auction.sql/Host":                "auctions have no addenda",
	"award.sql/Offers":                "what was ranked",
	"bid.sql/CategoryOptions":         "shows what a draft has of what is gone",
	"bid.sql/LastOffer":               "of a round, which has no addenda",
	"book.sql/ReportedAnswers":        "what was opened",
	"book.sql/ReportedAwards":         "what was awarded",
	"book.sql/ReportedChecks":         "what was checked",
	"book.sql/ReportedMarks":          "what was marked",
	"bundle.sql/BundleFiles":          "an archive has all of it",
	"bundle.sql/BundleRows":           "an archive has all of it",
	"criteria.sql/Attachment":         "what was published stays readable",
	"criteria.sql/Item":               "one, of a reserve, before it is published",
	"criteria.sql/WaitingAttachments": "its authors alone know of it",
	"evaluation.sql/LineResults":      "what was ranked",
	"evaluation.sql/OpenedPapers":     "what was opened",
	"evaluation.sql/OpenedPrices":     "what was opened",
	"letter.sql/ItemsWon":             "what was awarded",
	"pack.sql/PackAnswers":            "what was opened",
	"saving.sql/SavingSources":        "what was awarded",
}

// unpublished are the statements that change what nobody has published: nothing is gone of it.
var unpublished = regexp.MustCompile(`^(Insert|Update|Delete|Place|Put|Copy|Drop)`)

func TestWhatIsGoneIsAskedNowhere(t *testing.T) {
	files, err := filepath.Glob("../*/internal/*db/*.sql")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	lists := regexp.MustCompile(`(?i)\b(FROM|JOIN|UPDATE)\s+(item|question|attachment)\b`)
	byCategory := regexp.MustCompile(`(?i)category_id\s*(=|<>)`)
	n, named := 0, map[string]bool{}
	for _, path := range files {
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, block := range strings.Split(string(raw), "-- name: ")[1:] {
			name, _, _ := strings.Cut(block, " ")
			if !lists.MatchString(block) || !byCategory.MatchString(block) || unpublished.MatchString(name) {
				continue
			}
			n++
			key := filepath.Base(path) + "/" + name
			if _, named[key] = begunElsewhere[key]; !named[key] && !strings.Contains(block, "gone_by") {
				t.Errorf("%s lists what addenda took away, too", key)
			}
		}
	}
	for key := range begunElsewhere {
		if !named[key] {
			t.Errorf("%s is named and lists nothing", key)
		}
	}
	if n < 15 {
		t.Errorf("only %d statements were looked at", n)
	}
}
