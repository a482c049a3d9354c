package core_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	part      = regexp.MustCompile(`(?s)^(Trust|At scale|Backup, restore, verify)\n(.*)`)
	notProse  = regexp.MustCompile("(?ms)^```.*?^```$|^\\|.*?$")
	bullet    = regexp.MustCompile(`(?m)^- `)
	sentence  = regexp.MustCompile("[.!?]\\s+[A-Z*`/]")
	testNamed = regexp.MustCompile("`(Test[A-Za-z0-9]+)`")
	testMade  = regexp.MustCompile(`(?m)^func (Test[A-Za-z0-9]+)\(`)
	headword  = regexp.MustCompile(`^\*\*[A-Z][a-z ]+\.\*\* `)
)

// sentences are those of a text, without their marks.
func sentences(text string) (out []string) {
	text = bullet.ReplaceAllString(notProse.ReplaceAllString(text, ""), "")
	text = strings.Join(strings.Fields(text), " ")
	for {
		at := sentence.FindStringIndex(text)
		if at == nil {
			break
		}
		out, text = append(out, text[:at[0]+1]), text[at[1]-1:]
	}
	return append(out, text)
}

// What the README promises is held by tests that are there; a promise that nobody
// tests is not made.
func TestEveryPromiseIsHeld(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	var promises []string
	for text := range strings.SplitSeq(string(readme), "\n## ") {
		p := part.FindStringSubmatch(text)
		if p == nil {
			continue
		}
		for _, s := range sentences(p[2]) {
			if s = strings.ReplaceAll(headword.ReplaceAllString(s, ""), "**", ""); !strings.HasPrefix(s, "**") && s != "" {
				promises = append(promises, s)
			}
		}
	}
	if len(promises) < 30 {
		t.Fatalf("only %d promises were read", len(promises))
	}
	made := map[string]bool{}
	sources(t, func(path, text string) {
		for _, m := range testMade.FindAllStringSubmatch(text, -1) {
			made[m[1]] = true
		}
	})
	claims, err := os.ReadFile("../docs/claims.md")
	if err != nil {
		t.Fatal(err)
	}
	var told []string
	for line := range strings.Lines(string(claims)) {
		cells := strings.Split(strings.TrimSpace(line), " | ")
		if len(cells) != 2 || !strings.HasPrefix(line, "| ") || strings.HasPrefix(line, "| promise") {
			continue
		}
		promise := strings.TrimPrefix(cells[0], "| ")
		told = append(told, promise)
		if !slices.Contains(promises, promise) {
			t.Errorf("docs/claims.md tells what the README does not promise: %s", promise)
		}
		tests := testNamed.FindAllStringSubmatch(cells[1], -1)
		if len(tests) == 0 && !strings.HasPrefix(cells[1], "advice, or a limit") {
			t.Errorf("nothing holds: %s", promise)
		}
		for _, m := range tests {
			if !made[m[1]] {
				t.Errorf("%s is gone, which held: %s", m[1], promise)
			}
		}
	}
	for _, p := range promises {
		if !slices.Contains(told, p) {
			t.Errorf("docs/claims.md does not say what holds: %s", p)
		}
	}
}
