package core_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// block is how many lines there are of what begins so, with what lies below it.
func block(t *testing.T, begins *regexp.Regexp, files ...string) (lines int) {
	t.Helper()
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		found, indent, inside := 0, 0, false
		for line := range strings.Lines(string(data)) {
			at := len(line) - len(strings.TrimLeft(line, "\t "))
			switch {
			case inside:
				found++
				inside = at > indent
			case begins.MatchString(line):
				found++
				end := strings.TrimSpace(line)
				indent, inside = at, strings.HasSuffix(end, "{") || strings.HasSuffix(end, "(")
			}
		}
		if found == 0 {
			t.Errorf("%s has nothing that begins with %s", file, begins)
		}
		lines += found
	}
	return lines
}

// What the README says that one more activity takes is counted on one that is there, expression
// of interest: all that is written by hand for it, and beside it the addresses of its screens,
// which are as many as the specification spells.
func TestReadmeSaysHowManyLinesAnActivityTakes(t *testing.T) {
	files := func(pattern string) []string {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) != 5 {
			t.Fatal(pattern, found, err)
		}
		return found
	}
	const web = "../packages/"
	count := map[string]int{
		"Go": block(t, regexp.MustCompile(`ExpressionOfInterest +Activity =`), "sourcing/activity.go") +
			row(t, "sourcing/activity.go", "Activity:  ExpressionOfInterest,") +
			block(t, regexp.MustCompile(`\{"expression_of_interest"`), "party/module.go"),
		"words": block(t, regexp.MustCompile(`"expression_of_interest":`), files(web+"i18n/src/locales/*/activities.json")...) +
			block(t, regexp.MustCompile(`"expression_of_interest":`), files("report/locales/*.json")...),
		"story": block(t, regexp.MustCompile(`sourcing\.ExpressionOfInterest: \{`), "app/ought_test.go"),
		"demonstration": block(t, regexp.MustCompile(`activity: sourcing\.ExpressionOfInterest,`), "../apps/zabuni/internal/demo/tenders.go") +
			block(t, regexp.MustCompile(`expression_of_interest: HandIcon`), web+"boot/src/navigation.ts"),
	}
	count["journeys"] = row(t, web+"e2e/tests/policy.spec.mjs", "name: 'an expression of interest',") +
		row(t, web+"e2e/tests/policy.spec.mjs", "name: 'expressions of interest',") +
		row(t, web+"e2e/tests/stories.journey.spec.mjs", "activity: 'expression_of_interest',")
	total := 0
	for _, n := range count {
		total += n
	}
	addresses := 0
	for _, file := range []string{"bidding/src/paths.ts", "evaluation/src/paths.ts", "figures/src/report-paths.ts", "letters/src/paths.ts",
		"sourcing/src/paths/buyer.ts", "sourcing/src/paths/operator.ts", "tasks/src/paths.ts"} {
		addresses += block(t, regexp.MustCompile(`^ +expression_of_interest: `), web+file)
	}
	said := "takes " + strconv.Itoa(total) + " lines"
	beside := strconv.Itoa(addresses) + " lines of addresses"
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), said) || !strings.Contains(string(text), beside) {
		t.Errorf("the README does not say %q and %q: %v", said, beside, count)
	}
	if total >= 150 {
		t.Errorf("one more activity takes %d lines: %v", total, count)
	}
}

// row is how many lines a row of a table has, by its first line.
func row(t *testing.T, file, first string) int {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(data), first)
	body, _, ok := strings.Cut(strings.ReplaceAll(rest, "\n  },", "\n\t},"), "\n\t},")
	if !ok {
		t.Fatalf("%s has no row that begins with %s", file, first)
	}
	return strings.Count(body, "\n") + 3 // with its first line and its braces
}
