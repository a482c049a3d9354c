// Package party is companies and what they say of themselves.
package party

import (
	"net/url"
	"slices"
	"strings"

	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/geo"
	"zabuni.org/core/kernel/letters"
)

// TaxIDTaken is the field error of a tax number that another company has registered.
const TaxIDTaken = "party.tax_id_taken"

// NotFound is raised for a company that does not exist or is not the caller's to see.
var NotFound = fault.Declare(fault.KindNotFound, "party.not_found", "That company could not be found")

// LogoRefused is raised for a logo that is no image or too large.
var LogoRefused = fault.Declare(fault.KindUnsupported, "party.logo", "The logo must be an image (png, jpg, jpeg), preferably under 2 MB.")

// Types of company, as the form offers them.
var Types = []CompanyType{"limited", "sole", "partnership", "public", "ngo", "other"}

// A CompanyType is a form that a company can have.
type CompanyType string

// Values lists Types.
func (CompanyType) Values() []string { return closed.Values(Types...) }

// A Standing says whether a company takes part in what the platform does.
type Standing string

// Standings.
const (
	Active      Standing = "active"
	Deactivated Standing = "deactivated"
)

// Values lists them.
func (Standing) Values() []string { return closed.Values(Active, Deactivated) }

// Profile is what a company says of itself.
type Profile struct {
	CompanyType     string
	Name            string
	Country         string // ISO 3166-1 alpha-2
	LocationID      *int32
	PhysicalAddress string
	POBox           string
	Phone           string
	TaxID           string
	Website         string
	ContactName     string
}

// website is the address of a site as people type it, with its scheme; another
// scheme than the web's is no address of a site.
func website(f *fault.Fields, pointer, typed string) string {
	s := strings.TrimSpace(typed)
	if s == "" {
		return ""
	}
	if !strings.Contains(s, "://") {
		s = "https://" + s
	}
	before := len(*f)
	if s = f.MayLine(pointer, s, 200); len(*f) > before {
		return typed
	}
	u, err := url.Parse(s)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.User != nil || !strings.Contains(strings.Trim(u.Hostname(), "."), ".") || strings.ContainsAny(s, " <>\"'") {
		f.Add(pointer, fault.BadFormat, "expected", "https://example.org")
		return typed
	}
	return s
}

// Check normalises a profile as it was typed and adds what is wrong with it,
// with pointers below prefix.
func (p Profile) Check(f *fault.Fields, prefix string) Profile {
	p.Name = f.Person(prefix+"/name", p.Name, 200)
	p.PhysicalAddress = f.Line(prefix+"/physical_address", p.PhysicalAddress, 300)
	p.POBox = f.MayLine(prefix+"/po_box", p.POBox, 120)
	letters.Check(f, prefix+"/name", p.Name) // as letters head themselves
	letters.Check(f, prefix+"/physical_address", p.PhysicalAddress)
	letters.Check(f, prefix+"/po_box", p.POBox)
	p.Website = website(f, prefix+"/website", p.Website)
	p.ContactName = f.MayLine(prefix+"/contact_name", p.ContactName, 120)
	if !slices.Contains(Types, CompanyType(p.CompanyType)) {
		f.Add(prefix+"/company_type", fault.NotAllowed)
	}
	c, ok := geo.Find(p.Country)
	if !ok {
		f.Add(prefix+"/country", fault.NotAllowed)
		return p
	}
	if n, ok := c.Phone(p.Phone); ok {
		p.Phone = n
	} else {
		f.Add(prefix+"/phone", fault.BadFormat, "expected", c.PhoneExample)
	}
	if id, ok := c.TaxID(p.TaxID); ok {
		p.TaxID = id
	} else {
		f.Add(prefix+"/tax_id", fault.BadFormat, "expected", c.TaxLabel)
	}
	return p
}

// Same reports whether two profiles say the same.
func (p Profile) Same(q Profile) bool {
	if (p.LocationID == nil) != (q.LocationID == nil) || p.LocationID != nil && *p.LocationID != *q.LocationID {
		return false
	}
	p.LocationID, q.LocationID = nil, nil
	return p == q
}

// Initials makes the letters that stand where a company has no logo.
func Initials(name string) string {
	var out []rune
	for _, word := range strings.Fields(name) {
		if out = append(out, []rune(strings.ToUpper(word))[0]); len(out) == 2 {
			break
		}
	}
	return string(out)
}
