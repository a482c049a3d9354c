package party

import (
	"fmt"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/geo"
	"zabuni.org/core/kernel/money"
)

// A Segment is a kind of shareholder whose shares are counted together.
type Segment string

// Segments; General holds what no other does.
const (
	General    Segment = "general"
	Women      Segment = "women"
	Youth      Segment = "youth"
	Disability Segment = "disability"
)

// Segments lists them in the specification's order.
var Segments = []Segment{General, Women, Youth, Disability}

// Values lists them.
func (Segment) Values() []string { return closed.Values(Segments...) }

// An OwnerKind says whether an owner is one person or many.
type OwnerKind string

// Values lists them.
func (OwnerKind) Values() []string { return []string{"person", "organisation"} }

// Faults of owners and groups.
const (
	SharesOver100   = "party.shares_over_100"
	OwnerNeitherNor = "party.owner_role"
	OwnerTwice      = "party.owner_twice"
)

// Faults.
var (
	Changed       = fault.Declare(fault.KindConflict, "party.changed", "Somebody else saved this profile meanwhile")
	GroupPending  = fault.Declare(fault.KindConflict, "party.group_pending", "An application to this group waits already")
	GroupDecided  = fault.Declare(fault.KindConflict, "party.group_decided", "This application is decided already")
	GroupShareLow = fault.Declare(fault.KindPrecondition, "party.group_share_low", "The group does not own enough of the company")
)

// An Owner is a director, a shareholder or both.
type Owner struct {
	ID          uuid.UUID // Nil while new
	Name        string
	Kind        string // person or organisation
	Identity    string
	Nationality string
	Director    bool
	Share       *money.Quantity // per cent
	Women       bool
	Youth       bool
	Disability  bool
}

var hundred = money.NewQuantity(100, 0)

// maxOwners keeps a register readable; larger ones attach a list.
const maxOwners = 200

// CheckOwners normalises the register as it was typed and adds what is wrong
// with it, with pointers below prefix.
func CheckOwners(f *fault.Fields, prefix string, owners []Owner) []Owner {
	f.AtMost(prefix, len(owners), maxOwners)
	var sum money.Quantity
	seen := map[string]bool{}
	for i := range owners {
		o, at := &owners[i], fmt.Sprintf("%s/%d", prefix, i)
		o.Name = f.Line(at+"/name", o.Name, 160)
		o.Identity = f.MayLine(at+"/identity", o.Identity, 60)
		f.OneOf(at+"/kind", o.Kind, OwnerKind("").Values()...)
		if len(o.Nationality) != 2 || o.Nationality != upper(o.Nationality) {
			f.Add(at+"/nationality", fault.NotAllowed)
		}
		if o.Kind == "organisation" {
			o.Women, o.Youth, o.Disability = false, false, false
		}
		if !o.Director && o.Share == nil {
			f.Add(at+"/director", OwnerNeitherNor)
		}
		if o.Share != nil {
			if o.Share.Sign() <= 0 || hundred.Less(*o.Share) {
				f.Add(at+"/share", fault.OutOfRange, "min", "0.000001", "max", 100)
			} else {
				sum = sum.Add(*o.Share)
			}
		}
		if key := o.Name + "\x00" + o.Identity; o.Name != "" && seen[key] {
			f.Add(at+"/name", OwnerTwice)
		} else {
			seen[key] = true
		}
	}
	if hundred.Less(sum) {
		f.Add(prefix, SharesOver100, "sum", sum.Short())
	}
	return owners
}

func upper(s string) string {
	for _, r := range s {
		if r < 'A' || r > 'Z' {
			return ""
		}
	}
	return s
}

// Same reports whether two entries say the same.
func (o Owner) Same(p Owner) bool {
	if (o.Share == nil) != (p.Share == nil) || o.Share != nil && !o.Share.Equal(*p.Share) {
		return false
	}
	o.Share, p.Share, o.ID, p.ID = nil, nil, uuid.Nil, uuid.Nil
	return o == p
}

// Shares adds up the shares by segment. Somebody who belongs to several counts
// in each, so that the segments need not sum to the whole.
func Shares(owners []Owner) map[Segment]money.Quantity {
	out := map[Segment]money.Quantity{General: {}, Women: {}, Youth: {}, Disability: {}}
	for _, o := range owners {
		if o.Share == nil {
			continue
		}
		in := map[Segment]bool{Women: o.Women, Youth: o.Youth, Disability: o.Disability, General: !o.Women && !o.Youth && !o.Disability}
		for s, belongs := range in {
			if belongs {
				out[s] = out[s].Add(*o.Share)
			}
		}
	}
	return out
}

// Held is what all owners hold together.
func Held(owners []Owner) money.Quantity {
	var sum money.Quantity
	for _, o := range owners {
		if o.Share != nil {
			sum = sum.Add(*o.Share)
		}
	}
	return sum
}

// A Group is a special group and what it asks of its members.
type Group struct {
	Segment  *string
	MinShare money.Quantity
}

// Meets tells how much of a company a group holds, and whether that is enough.
// A group that asks for no segment is met by its proof alone.
func (g Group) Meets(shares map[Segment]money.Quantity) (money.Quantity, bool) {
	if g.Segment == nil {
		return money.Quantity{}, true
	}
	held := shares[Segment(*g.Segment)]
	return held, !held.Less(g.MinShare)
}

// Zone is the zone in which a country's days are counted; UTC for one that is not known.
func Zone(country string) *time.Location {
	if z, err := time.LoadLocation(geo.Zone(country)); err == nil {
		return z
	}
	return time.UTC
}
