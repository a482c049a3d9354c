package bffsupplier

import (
	"os"
	"slices"
	"strings"
	"testing"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/sourcing"
)

// The making of a workbook is followed on a screen of the bid's own activity and leads
// back to one; neither asks for a right that taking part does not.
func TestAWorkbookIsFollowedWhereItsActivityIs(t *testing.T) {
	t.Parallel()
	routes, err := os.ReadFile("../packages/config/routes.golden")
	if err != nil {
		t.Fatal(err)
	}
	asked := map[string]access.Privilege{} // by the supplier's screens
	for line := range strings.Lines(string(routes)) {
		if f := strings.Split(strings.TrimSuffix(line, "\n"), "\t"); f[0] == "supplier" {
			asked[f[1]] = access.Privilege(f[3])
		}
	}
	street := map[sourcing.Activity]string{sourcing.Tender: "tender", sourcing.RFQ: "rfq", sourcing.AssetDisposal: "asset"}
	for _, p := range sourcing.Policies {
		at, has := templateScreens[p.Activity]
		if want := p.Has(sourcing.Items) && !p.Has(sourcing.Live); has != want {
			t.Errorf("%s has screens of a workbook: %t, want %t", p.Activity, has, want)
		}
		if !has {
			continue
		}
		for _, screen := range []string{at.progress + "{categoryId}/{taskId}", at.back + "{categoryId}"} {
			right, is := asked[screen]
			switch {
			case !is:
				t.Errorf("%s: %s is no screen", p.Activity, screen)
			case right != "" && right != p.Supplier:
				t.Errorf("%s: %s asks for %s", p.Activity, screen, right)
			case !slices.Contains(strings.Split(screen, "/"), street[p.Activity]):
				t.Errorf("%s: %s is a screen of another activity", p.Activity, screen)
			}
		}
	}
}
