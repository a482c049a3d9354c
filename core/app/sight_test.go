package app_test

import (
	"errors"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/award/awardsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/sourcing/sourcingsvc"
)

// Behind the guards of the operations the use cases ask once more: whose work has
// nothing to do with buyers, suppliers or letters reads none of them.
func TestUseCasesAskWhatIsSeen(t *testing.T) {
	t.Parallel()
	w := story.New(t, 1)
	ctx, id := t.Context(), uuid.New()
	staff := access.Actor{User: uuid.New(), Org: uuid.New(), Type: access.Operator, Privileges: []access.Privilege{access.ManageUser}}
	clerk := w.Officer
	clerk.Privileges = []access.Privilege{access.ManageUser}
	letters := func(a access.Actor) map[string]error {
		return map[string]error{
			"letters of a category": only(w.Awards.Letters(ctx, a, w.Officer.Org, id)),
			"a letter":              only(w.Awards.Letter(ctx, a, w.Officer.Org, id)),
			"categories decided":    only(w.Awards.Decided(ctx, a, w.Officer.Org, awardsvc.DecidedFilter{}, "", 10)),
		}
	}
	both := map[string]map[string]error{
		"a clerk": letters(clerk),
		"staff":   letters(staff),
	}
	for name, err := range map[string]error{
		"a job":                only(w.Sourcing.Job(ctx, staff, w.Officer.Org, id)),
		"lists":                only(w.Sourcing.Lists(ctx, staff, w.Officer.Org, sourcingsvc.ListFilter{}, "", 10)),
		"the directory":        only(w.Party.Suppliers(ctx, staff, partysvc.SupplierFilter{}, "", 10)),
		"kinds of supply":      only(w.Party.CategoryCounts(ctx, staff, "")),
		"applications":         only(w.Party.Applications(ctx, staff, partysvc.ApplicationFilter{}, "", 10)),
		"an application":       only(w.Party.Application(ctx, staff, id)),
		"a supplier's company": only(w.Party.Profile(ctx, staff, w.Bidders[0].Org)),
	} {
		both["staff"][name] = err
	}
	for who, reads := range both {
		for what, err := range reads {
			if !errors.Is(err, fault.Forbidden) {
				t.Errorf("%s reads %s: %v", who, what, err)
			}
		}
	}
}
