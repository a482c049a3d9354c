package tell

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
)

// What is told leads to a screen that its reader has.
func TestEveryPlaceIsAScreen(t *testing.T) {
	routes, err := os.ReadFile("../../../packages/config/routes.golden")
	if err != nil {
		t.Fatal(err)
	}
	screens := map[string]*regexp.Regexp{} // by app
	parameter := regexp.MustCompile(`\\\{\w+\\\}`)
	for line := range strings.Lines(string(routes)) {
		row := strings.Split(line, "\t")
		pattern := parameter.ReplaceAllString(regexp.QuoteMeta(row[1]), "[^/]+")
		if was := screens[row[0]]; was != nil {
			pattern = was.String() + "|^" + pattern + "$"
		} else {
			pattern = "^" + pattern + "$"
		}
		screens[row[0]] = regexp.MustCompile(pattern)
	}
	id := uuid.New()
	for app, places := range map[string][]string{
		"supplier":  {openJobs, payments, ongoingBids, cart, withdrawals, documentsPart, groupsPart, notices, letterAt(id), categoryAt(id)},
		"buyer":     {openingAt(id), contractAt(access.Buyer, id), inbox, fees, procurementAt(access.Buyer, id)},
		"contracts": {contractAt(access.Temp, id)},
		"operator":  {bankLine + "ST-7K2M-9QX4-5H3N", refunds, disputes + id.String(), totals, procurementAt(access.Operator, id)},
	} {
		for _, place := range places {
			path, _, _ := strings.Cut(place, "?")
			if !screens[app].MatchString(path) {
				t.Errorf("%s has no screen at %s", app, place)
			}
		}
	}
}
