package reportsvc

import (
	"context"
	"errors"
	"slices"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/report"
	"zabuni.org/core/sourcing"
)

// archivist reads for the archive of a buyer, which has asked already who takes it: a
// bundle is the same whoever of its people wants it.
func archivist(owner uuid.UUID) access.Actor {
	return access.Actor{User: access.System.User, Org: owner, Type: access.Buyer, Name: access.System.Name, Privileges: access.Titles[access.Buyer]}
}

// Kept writes as PDF every report that a job has come to and that asks nothing: the
// minutes of the opening, the evaluation, the ranking and the rest. One that the job
// does not have is left out.
func (s *Service) Kept(ctx context.Context, owner, job uuid.UUID, each func(name string, data []byte) error) error {
	a := archivist(owner)
	for _, r := range report.Reports {
		if r.Questions || r.Supplier {
			continue
		}
		data, err := s.Report(ctx, a, Asked{Owner: owner, Job: job, Name: r.Name, Format: report.PDF})
		if lacks(err) {
			continue
		}
		if err == nil {
			err = each(string(r.Name), data)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// lacking is what a job raises that has no such report, and never will have.
var lacking = []*fault.Def{sourcing.NoSuchStep, report.NotYet, report.NoBids, report.Unsettled}

func lacks(err error) bool {
	return slices.ContainsFunc(lacking, func(d *fault.Def) bool { return errors.Is(err, d) })
}
