package sourcing

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
)

// Every row says by which privilege people do what; each can be given to people of that
// desk, and suffices for looking at what it is done to.
func TestEveryRowSaysWhoMay(t *testing.T) {
	all := []Act{ToConduct, ToAuthor, ToAsk, ToInvite, ToOpen, ToJudge, ToNegotiate, ToAward, ToReport, ToHost, ToTell}
	for _, p := range Policies {
		for _, act := range all {
			if p.Right(access.Buyer, act) == "" {
				t.Errorf("%s: nobody of the buyer may %s", p.Activity, act)
			}
		}
		for desk, rights := range p.Rights {
			for act, right := range rights {
				if err := (access.Actor{User: uuid.New(), Org: uuid.New(), Type: desk, Privileges: []access.Privilege{right}}).See(access.Work); err != nil {
					t.Errorf("%s: who may %s by %q at the desk of %s sees no work to do it on", p.Activity, act, right, desk)
				}
				if !slices.Contains(all, act) || !slices.Contains(access.Titles[desk], right) {
					t.Errorf("%s: nobody of %s can hold %q to %s", p.Activity, desk, right, act)
				}
			}
		}
		for _, never := range []Act{ToOpen, ToNegotiate, ToAward} {
			if p.Right(access.Operator, never) != "" {
				t.Errorf("%s: the operator may %s", p.Activity, never)
			}
		}
		for _, desk := range []access.UserType{access.Supplier, access.Temp} {
			if len(p.Rights[desk]) > 0 {
				t.Errorf("%s: %s has rights of a buyer", p.Activity, desk)
			}
		}
	}
}

// A row that differs is asked by its own privilege, while the operation admits whoever
// may do it anywhere.
func TestARowMayDiffer(t *testing.T) {
	before := Policies
	t.Cleanup(func() { Policies = before })
	own := Policy{Activity: "raffle", Rights: Rights{access.Operator: {ToAsk: access.ManageJob}}}
	Policies = append(slices.Clone(Policies), own)
	author := access.Actor{Type: access.Operator, Privileges: []access.Privilege{access.ManageCriteria}}
	conductor := access.Actor{Type: access.Operator, Privileges: []access.Privilege{access.ManageJob}}
	usual, _ := PolicyOf(Tender)
	for _, x := range []struct {
		p    Policy
		who  access.Actor
		acts []Act
		want bool
	}{
		{own, conductor, []Act{ToAsk}, true},
		{own, author, []Act{ToAsk}, false},
		{usual, author, []Act{ToAsk}, true},
		{usual, conductor, []Act{ToAsk}, false},
		{usual, conductor, []Act{ToAsk, ToConduct}, true},
		{own, conductor, []Act{ToInvite}, false},
		{own, conductor, nil, false},
	} {
		if err := x.p.May(x.who, x.acts...); (err == nil) != x.want || !x.want && !errors.Is(err, fault.Forbidden) {
			t.Errorf("%s, %v by %v: %v", x.p.Activity, x.acts, x.who.Privileges, err)
		}
	}
	g := Guard(access.Operator, ToConduct)
	if g.Privilege != access.ManageJob || g.OneOf != nil {
		t.Errorf("what all rows ask alike: %+v", g)
	}
	g = Guard(access.Operator, ToAsk)
	if !slices.Equal(g.OneOf, []access.Privilege{access.ManageCategory, access.ManageCriteria, access.ManageJob}) || g.Privilege != "" {
		t.Errorf("%+v", g)
	}
	if !MayAny(conductor, ToAsk) || !MayAny(author, ToAsk) || MayAny(author, ToInvite) || !MayAny(conductor, ToInvite) {
		t.Error("what somebody may do anywhere is not read of the rows")
	}
}

// Whoever may not is told by which right they might: of several the first.
func TestARefusalNamesTheRight(t *testing.T) {
	a := access.Actor{Type: access.Buyer}
	p := mustPolicy(Tender)
	for _, x := range []struct {
		acts []Act
		want any
	}{{[]Act{ToOpen}, "OPEN_BIDS"}, {[]Act{ToAward, ToOpen}, string(access.AwardJob)}, {[]Act{"sing"}, nil}, {[]Act{"sing", ToOpen}, "OPEN_BIDS"}} {
		err := fault.As(p.May(a, x.acts...))
		if err == nil || err.Params["privilege"] != x.want {
			t.Errorf("%v: %v", x.acts, err)
		}
	}
}

// The specification asks the operator's people by privileges of its own in some
// activities; what it does not name is as everywhere.
func TestWhatTheOperatorIsAskedByInEachActivity(t *testing.T) {
	own := map[Activity]map[Act]access.Privilege{
		AssetDisposal:        {ToAsk: access.ManageCategory, ToInvite: access.ManageCategory},
		SupplierRegistration: {ToAuthor: access.ManageJob, ToAsk: access.ManageJob, ToInvite: access.ManageJob, ToJudge: access.ManageJob},
	}
	usual := map[Act]access.Privilege{
		ToConduct: access.ManageJob,
		ToAuthor:  access.ManageCategory,
		ToAsk:     access.ManageCriteria,
		ToInvite:  access.InviteSuppliers,
		ToJudge:   access.EvaluateBids,
	}
	for _, p := range Policies {
		for act, want := range usual {
			if mine, ok := own[p.Activity][act]; ok {
				want = mine
			}
			if got := p.Right(access.Operator, act); got != want {
				t.Errorf("%s, %s: %s, not %s", p.Activity, act, got, want)
			}
			if got, wants := p.Right(access.Buyer, act), Usual[access.Buyer][act]; got != wants {
				t.Errorf("a buyer in %s, %s: %s, not %s", p.Activity, act, got, wants)
			}
		}
	}
}
