package access_test

import (
	"slices"
	"testing"

	"zabuni.org/core/kernel/access"
)

func TestADenialWins(t *testing.T) {
	type titles = []access.Privilege
	for name, c := range map[string]struct {
		t                access.UserType
		assigned, denied titles
		want             titles
	}{
		"nothing":                      {access.Buyer, nil, nil, titles{}},
		"assigned":                     {access.Buyer, titles{access.ManageJob}, nil, titles{access.ManageJob}},
		"twice assigned":               {access.Buyer, titles{access.ManageJob, access.ManageJob}, nil, titles{access.ManageJob}},
		"denied alone":                 {access.Buyer, nil, titles{access.ManageJob}, titles{}},
		"one role gives, one takes":    {access.Buyer, titles{access.ManageJob, access.OpenBids}, titles{access.ManageJob}, titles{access.OpenBids}},
		"two roles give, one takes":    {access.Buyer, titles{access.AwardJob, access.AwardJob}, titles{access.AwardJob}, titles{}},
		"a title of another type":      {access.Supplier, titles{access.OpenBids, access.ManageUser}, nil, titles{access.ManageUser}},
		"a title that does not exist":  {access.Temp, titles{"ROOT"}, nil, titles{}},
		"a denial of what is not held": {access.Temp, titles{access.ViewReport}, titles{access.ManageContract}, titles{access.ViewReport}},
	} {
		if got := access.Effective(c.t, c.assigned, c.denied); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

func TestNobodyGrantsWhatTheyLack(t *testing.T) {
	have := []access.Privilege{access.ManageUser, access.ViewReport}
	if got := access.Beyond(have, []access.Privilege{access.ViewReport}); len(got) != 0 {
		t.Errorf("beyond: %v", got)
	}
	if got := access.Beyond(have, []access.Privilege{access.ViewReport, access.OpenBids}); !slices.Equal(got, []access.Privilege{access.OpenBids}) {
		t.Errorf("beyond: %v", got)
	}
}

func TestEveryTitleHasItsGroup(t *testing.T) {
	for kind, titles := range access.Titles {
		for _, p := range titles {
			if access.GroupOf[p] == "" {
				t.Errorf("%s %s is shown nowhere", kind, p)
			}
		}
	}
	if !slices.Equal(access.KeptApart(access.AwardJob), []access.Privilege{access.EvaluateBids}) {
		t.Error("who evaluates may award")
	}
}
