//go:build demo

package demo

import (
	"context"

	"github.com/google/uuid"

	"zabuni.org/core/app"
	"zabuni.org/core/party"
)

// needs is for whose needs some jobs are, by their codes.
var needs = map[string]string{
	"MRH/T/027":     "Ambulances",
	"MRH/T/031":     "Intensive care",
	"MRH/T/039":     "Wards",
	"ARC/T/2026/09": "Railway clinics",
	"ARC/T/2026/12": "Permanent way",
	"ARC/R/2025/07": "Permanent way",
	"ARC/R/2025/09": "Permanent way",
	"ARC/A/2025/03": "Permanent way",
	"ARC/A/2026/02": "Rolling stock",
	"ARC/E/2026/01": "Stations",
}

// department is for whose needs a job is; made where it is not there yet.
func (t tender) department(ctx context.Context, a *app.App) (*uuid.UUID, error) {
	name, actor := needs[t.code], t.by.actor
	if name == "" {
		return nil, nil
	}
	there, err := a.Sourcing.Departments(ctx, actor, actor.Org)
	if err != nil {
		return nil, err
	}
	for _, d := range there {
		if d.Name == name {
			return &d.ID, nil
		}
	}
	branches, err := a.Party.Branches(ctx, actor, "")
	if err != nil {
		return nil, err
	}
	var office uuid.UUID
	for _, b := range branches {
		if b.Code == headOffice.Code {
			office = b.ID
		}
	}
	if office == uuid.Nil {
		if office, err = a.Party.SaveBranch(ctx, actor, uuid.Nil, headOffice); err != nil {
			return nil, err
		}
	}
	id, err := a.Party.SaveDepartment(ctx, actor, uuid.Nil, office, party.Named{Name: name, Active: true})
	return &id, err
}

var headOffice = party.Branch{Name: "Head office", Code: "HO", Active: true}
