package sourcing

import (
	"maps"
	"slices"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
)

// An Act is what people do in the life of a job, each by a right of its own.
type Act string

// Acts.
const (
	ToConduct   Act = "conduct"   // a job, and the words of its letters
	ToAuthor    Act = "author"    // a category: its terms and items, its publication, its list
	ToAsk       Act = "ask"       // sections and questions
	ToInvite    Act = "invite"    // suppliers
	ToOpen      Act = "open"      // envelopes
	ToJudge     Act = "judge"     // bids: scores, checks, the ranking, what is proposed
	ToNegotiate Act = "negotiate" // with ranked bidders
	ToAward     Act = "award"     // as was proposed, and other letters
	ToReport    Act = "report"    // what a job has come to, as files
	ToHost      Act = "host"      // an auction: its rules, and its room
	ToTell      Act = "tell"      // who took part, to those who did
)

// Rights say, desk by desk, by which privilege its people do what. What a desk has
// no row of, its people never do.
type Rights map[access.UserType]map[Act]access.Privilege

// Usual are the rights of activities that do not differ in them. Staff of the
// operator never open, negotiate or award (ruling 55).
var Usual = Rights{
	access.Buyer: {
		ToConduct:   access.ManageJob,
		ToAuthor:    access.ManageCategory,
		ToAsk:       access.ManageCriteria,
		ToInvite:    access.InviteSuppliers,
		ToOpen:      access.OpenBids,
		ToJudge:     access.EvaluateBids,
		ToNegotiate: access.ManageCategory,
		ToAward:     access.AwardJob,
		ToReport:    access.ViewReport,
		ToHost:      access.ManageAuction,
		ToTell:      access.SendParticipantList,
	},
	access.Operator: {
		ToConduct: access.ManageJob,
		ToAuthor:  access.ManageCategory,
		ToAsk:     access.ManageCriteria,
		ToInvite:  access.InviteSuppliers,
		ToJudge:   access.EvaluateBids,
		ToReport:  access.ViewReport,
		ToHost:    access.ManageAuction,
		ToTell:    access.ViewReport,
	},
}

// operatorsOwn are the usual rights with other ones for some acts of the operator's
// staff, whom the specification asks by privileges of its own in some activities.
func operatorsOwn(own map[Act]access.Privilege) Rights {
	out := maps.Clone(Usual)
	out[access.Operator] = maps.Clone(Usual[access.Operator])
	maps.Copy(out[access.Operator], own)
	return out
}

// Right is the privilege by which people of a desk do something; empty where they
// never do.
func (p Policy) Right(desk access.UserType, act Act) access.Privilege { return p.Rights[desk][act] }

// May returns nil when the actor may do one of the acts in a category or job of the
// policy; whose it is, is asked apart.
func (p Policy) May(a access.Actor, acts ...Act) error {
	err := fault.Forbidden.New("%v is not for %q", acts, a.Type)
	for _, act := range slices.Backward(acts) {
		right := p.Right(a.Type, act)
		if a.Has(right) {
			return nil
		}
		if right != "" {
			err = err.With("privilege", string(right))
		}
	}
	return err
}

// Guard admits to an operation of a desk whoever may do one of the acts in some
// activity; the use case, which knows the activity, asks its row.
func Guard(desk access.UserType, acts ...Act) access.Guard {
	return access.Only(desk, anyRight(desk, acts...)...)
}

// GuardAny is Guard for what several acts lead to.
func GuardAny(desk access.UserType, acts ...Act) access.Guard {
	var all []access.Privilege
	for _, act := range acts {
		all = append(all, anyRight(desk, act)...)
	}
	slices.Sort(all)
	return access.Only(desk, slices.Compact(all)...)
}

// anyRight lists the privileges by which people of a desk do something, activity by
// activity.
func anyRight(desk access.UserType, acts ...Act) []access.Privilege {
	var out []access.Privilege
	for _, p := range Policies {
		for _, act := range acts {
			if right := p.Right(desk, act); right != "" {
				out = append(out, right)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// MayAny reports whether the actor may do something in some activity.
func MayAny(a access.Actor, act Act) bool { return slices.ContainsFunc(anyRight(a.Type, act), a.Has) }
