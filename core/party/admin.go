package party

import (
	"slices"
	"time"

	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/geo"
	"zabuni.org/core/kernel/money"
)

// Faults of a company's own lists.
var (
	BranchNotFound     = fault.Declare(fault.KindNotFound, "party.branch_not_found", "That branch could not be found")
	DepartmentNotFound = fault.Declare(fault.KindNotFound, "party.department_not_found", "That department could not be found")
	GroupNotFound      = fault.Declare(fault.KindNotFound, "party.group_not_found", "That special group could not be found")
)

// A Branch is a place where a company works.
type Branch struct {
	Name, Code     string
	LocationID     *int32
	Address, Phone string
	Active         bool
}

// Check normalises a branch of a company in country and tells all that is wrong with it.
func (b Branch) Check(country string) (Branch, error) {
	var f fault.Fields
	b.Name = f.Line("/name", b.Name, 120)
	b.Code = f.Line("/code", b.Code, 20)
	b.Address = f.MayLine("/address", b.Address, 300)
	if b.Phone = f.MayLine("/phone", b.Phone, 40); b.Phone != "" {
		c, _ := geo.Find(country)
		if n, ok := c.Phone(b.Phone); ok {
			b.Phone = n
		} else {
			f.Add("/phone", fault.BadFormat, "expected", c.PhoneExample)
		}
	}
	return b, f.Err()
}

// A Named is a department or a special group: a name with a few words.
type Named struct {
	Name, Description string
	Active            bool
}

// Check normalises it and tells all that is wrong with it.
func (n Named) Check() (Named, error) {
	var f fault.Fields
	n.Name = f.Line("/name", n.Name, 120)
	n.Description = f.May("/description", n.Description, 1000)
	return n, f.Err()
}

// A GroupForm is a special group as it is written. A group of the platform can ask
// that a segment owns so much of its members.
type GroupForm struct {
	Named
	Segment  string // empty: proof alone is asked
	MinShare money.Quantity
}

// GroupSegments are whose shares a special group can ask for.
var GroupSegments = []string{string(Women), string(Youth), string(Disability)}

// Check normalises it and tells all that is wrong with it. Only the platform's
// groups are applied to, so that a buyer's own ask for no share.
func (g GroupForm) Check(platform bool) (GroupForm, error) {
	n, err := g.Named.Check()
	g.Named = n
	var f fault.Fields
	if err != nil {
		f = fault.As(err).Fields
	}
	switch {
	case g.Segment == "" && g.MinShare.Sign() != 0:
		f.Add("/segment", fault.Required)
	case g.Segment == "":
	case !platform:
		f.Add("/segment", fault.NotAllowed)
	default:
		f.OneOf("/segment", g.Segment, GroupSegments...)
		if g.MinShare.Sign() <= 0 || hundred.Less(g.MinShare) {
			f.Add("/min_share", fault.OutOfRange, "min", "0.000001", "max", 100)
		}
	}
	return g, f.Err()
}

// A Purchase is a service of the platform that a buyer bought. Days have no time.
type Purchase struct {
	Service string
	Starts  time.Time
	Ends    *time.Time
	Note    string
}

// Check normalises a purchase and tells all that is wrong with it, below prefix.
func (p Purchase) Check(f *fault.Fields, prefix string) Purchase {
	if !slices.Contains(Services, ServiceName(p.Service)) {
		f.Add(prefix+"/service", fault.NotAllowed)
	}
	if p.Starts.IsZero() {
		f.Add(prefix+"/starts_on", fault.Required)
	}
	if p.Ends != nil && p.Ends.Before(p.Starts) {
		f.Add(prefix+"/ends_on", EndsBefore)
	}
	p.Note = f.May(prefix+"/note", p.Note, 500)
	return p
}

// EndsBefore is the field error of what would end before it begins.
const EndsBefore = "party.ends_before_start"
