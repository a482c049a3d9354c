// Package archivehttp is the operations of the archive: a buyer looks into its own, the
// operator's people keep all of them, a supplier finds its own bids.
package archivehttp

import (
	"context"
	"net/http"

	"github.com/google/uuid"

	"zabuni.org/core/archive"
	"zabuni.org/core/archive/archivesvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/platform/task/taskhttp"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcinghttp"
)

type (
	// AsActivity is the activity of which a thing is thought to be: of another one it is not found.
	AsActivity struct {
		Activity sourcing.Activity `query:"activity" required:"false"`
	}
	// JobPath names a job.
	JobPath struct {
		JobID uuid.UUID `path:"job_id" format:"uuid"`
	}
	// CategoryPath names a category.
	CategoryPath struct {
		CategoryID uuid.UUID `path:"category_id" format:"uuid"`
	}
	// BidderPath names a bidder of a category.
	BidderPath struct {
		CategoryPath
		CompanyID uuid.UUID `path:"company_id" format:"uuid"`
	}
	paperPath struct {
		BidderPath
		FileID uuid.UUID `path:"file_id" format:"uuid"`
	}
	jobInput struct {
		JobPath
		AsActivity
	}
	categoryInput struct {
		CategoryPath
		AsActivity
	}
	bidderInput struct {
		BidderPath
		AsActivity
	}
	// SearchInput is a page of a list and what is sought in it.
	SearchInput struct {
		sourcinghttp.PageQuery
		Search string `query:"search" maxLength:"100"`
	}
	// JobsInput is a page of a list of jobs.
	JobsInput struct {
		SearchInput
		Activities []sourcing.Activity `query:"activity,explode" maxItems:"20"`
	}
	buyerJobsInput struct {
		JobsInput
		CompanyID uuid.UUID `path:"company_id" format:"uuid"`
	}
	companyInput struct {
		SearchInput
		CompanyID uuid.UUID `path:"company_id" format:"uuid"`
	}
	managedInput struct {
		JobsInput
		States []archive.State `query:"state,explode" maxItems:"6"`
	}
	reasonInput struct {
		JobPath
		Body struct {
			Reason string `json:"reason" maxLength:"2000"`
		}
	}
)

func op(method, path, id, summary string) httpkit.Operation {
	return httpkit.Operation{ID: id, Method: method, Path: path, Tag: "archive", Summary: summary}
}

// is tells who asks for a thing under another activity that there is none.
func (in AsActivity) is(activity string, err error) error {
	if err == nil && in.Activity != "" && string(in.Activity) != activity {
		err = archive.NotFound.New("of activity %s", activity)
	}
	return err
}

// filter is what a list of jobs is narrowed by.
func (in JobsInput) filter() archivesvc.Filter {
	return archivesvc.Filter{Activities: in.Activities, Search: in.Search}
}

// desk are the operations on one archived job, for those who may look into it.
func desk(b *httpkit.BFF, s *archivesvc.Service, reads, takes access.Guard) {
	httpkit.Route(b, reads, op(http.MethodGet, "/archive/jobs/{job_id}", "archivedJob", "An archived job with its categories"),
		func(ctx context.Context, in *jobInput) (*httpkit.Body[ArchivedJob], error) {
			a := httpkit.Actor(ctx)
			owner, err := s.OwnerOfJob(ctx, a, in.JobID)
			if err != nil {
				return nil, err
			}
			c, err := s.Contents(ctx, a, owner, in.JobID)
			return httpkit.JSON(contentsOf(c), in.is(c.Activity, err))
		})
	httpkit.Route(b, reads.ToSupport(false), op(http.MethodGet, "/archive/categories/{category_id}", "archivedCategory", "Who had submitted for a category of an archived job"),
		func(ctx context.Context, in *categoryInput) (*httpkit.Body[ArchivedCategory], error) {
			a := httpkit.Actor(ctx)
			owner, err := s.OwnerOfCategory(ctx, a, in.CategoryID)
			if err != nil {
				return nil, err
			}
			c, err := s.Bidders(ctx, a, owner, in.CategoryID)
			return httpkit.JSON(biddersOf(c), in.is(c.Job.Activity, err))
		})
	httpkit.Route(b, reads.ToSupport(false), op(http.MethodGet, "/archive/categories/{category_id}/suppliers/{company_id}", "archivedBid",
		"What the archive keeps of one bidder"),
		func(ctx context.Context, in *bidderInput) (*httpkit.Body[ArchivedBid], error) {
			a := httpkit.Actor(ctx)
			owner, err := s.OwnerOfCategory(ctx, a, in.CategoryID)
			if err != nil {
				return nil, err
			}
			p, err := s.Papers(ctx, a, owner, in.CategoryID, in.CompanyID)
			return httpkit.JSON(papersOf(p), in.is(p.Job.Activity, err))
		})
	httpkit.Route(b, takes.ToSupport(false), op(http.MethodGet, "/archive/categories/{category_id}/suppliers/{company_id}/files/{file_id}", "archivedFile",
		"A document out of the archive"),
		func(ctx context.Context, in *paperPath) (*httpkit.Download, error) {
			a := httpkit.Actor(ctx)
			owner, err := s.OwnerOfCategory(ctx, a, in.CategoryID)
			if err != nil {
				return nil, err
			}
			name, media, data, err := s.Paper(ctx, a, owner, in.CategoryID, in.CompanyID, in.FileID)
			if err != nil {
				return nil, err
			}
			return httpkit.Attach(name, media, data), nil
		})
}

// Starts queues the bundle of an archived job.
type Starts func(ctx context.Context, a access.Actor, in archivesvc.AskedBundle) (uuid.UUID, error)

// certificates is the operation that gives the word of what was destroyed.
func certificates(b *httpkit.BFF, s *archivesvc.Service, reads access.Guard) {
	httpkit.Route(b, reads, op(http.MethodGet, "/archive/jobs/{job_id}/certificate", "disposalCertificate", "The signed word that what was kept of a job was destroyed"),
		func(ctx context.Context, in *JobPath) (*httpkit.Download, error) {
			a := httpkit.Actor(ctx)
			owner, err := s.OwnerOfJob(ctx, a, in.JobID)
			if err != nil {
				return nil, err
			}
			name, data, err := s.Certificate(ctx, a, owner, in.JobID)
			if err != nil {
				return nil, err
			}
			return httpkit.Attach(name, "application/json", data), nil
		})
}

func bundles(b *httpkit.BFF, s *archivesvc.Service, takes access.Guard, start Starts) {
	httpkit.Route(b, takes.ToSupport(false), op(http.MethodPost, "/archive/jobs/{job_id}/bundle", "startBundle",
		"Write all that is kept of an archived job as one file, with what checks it"),
		func(ctx context.Context, in *JobPath) (*httpkit.Body[taskhttp.TaskStarted], error) {
			a := httpkit.Actor(ctx)
			owner, err := s.OwnerOfJob(ctx, a, in.JobID)
			if err != nil {
				return nil, err
			}
			id, err := start(ctx, a, archivesvc.AskedBundle{Owner: owner, Job: in.JobID})
			return httpkit.JSON(taskhttp.TaskStarted{TaskID: id}, err)
		})
}

// MountBuyer registers a buyer's own archive.
func MountBuyer(b *httpkit.BFF, s *archivesvc.Service, start Starts) {
	reads := access.Only(access.Buyer)
	httpkit.Route(b, reads, op(http.MethodGet, "/archive/jobs", "archivedJobs", "The archived jobs, the last first"),
		func(ctx context.Context, in *JobsInput) (*httpkit.Body[ArchivedJobs], error) {
			a := httpkit.Actor(ctx)
			page, err := s.Jobs(ctx, a, a.Org, in.filter(), in.After, in.Limit)
			return httpkit.JSON(ArchivedJobs{Items: httpkit.Each(page.Items, jobOf), Next: page.Next}, err)
		})
	takes := access.Only(access.Buyer, access.AccessSupplierFiles)
	desk(b, s, reads, takes)
	bundles(b, s, takes, start)
	certificates(b, s, reads)
}

// MountOperator registers the archives of all buyers and what is done about them.
func MountOperator(b *httpkit.BFF, s *archivesvc.Service, start Starts) {
	keeps := access.Only(access.Operator, access.ManageDocuments)
	httpkit.Route(b, keeps, op(http.MethodGet, "/archive/buyers", "archiveBuyers", "The buyers whose jobs stand in the archive"),
		func(ctx context.Context, in *SearchInput) (*httpkit.Body[ArchiveBuyers], error) {
			page, err := s.Buyers(ctx, httpkit.Actor(ctx), in.Search, in.After, in.Limit)
			return httpkit.JSON(ArchiveBuyers{Items: httpkit.Each(page.Items, buyerOf), Next: page.Next}, err)
		})
	httpkit.Route(b, keeps, op(http.MethodGet, "/archive/buyers/{company_id}/jobs", "archivedJobsOf", "The archived jobs of a buyer, the last first"),
		func(ctx context.Context, in *buyerJobsInput) (*httpkit.Body[ArchivedJobsOf], error) {
			a := httpkit.Actor(ctx)
			name, err := s.BuyerName(ctx, a, in.CompanyID)
			if err != nil {
				return nil, err
			}
			page, err := s.Jobs(ctx, a, in.CompanyID, in.filter(), in.After, in.Limit)
			return httpkit.JSON(ArchivedJobsOf{Buyer: name, ArchivedJobs: ArchivedJobs{Items: httpkit.Each(page.Items, jobOf), Next: page.Next}}, err)
		})
	httpkit.Route(b, keeps, op(http.MethodGet, "/archive/managed", "managedJobs", "Jobs on their way into the archive and in it"),
		func(ctx context.Context, in *managedInput) (*httpkit.Body[ManagedJobs], error) {
			f := in.filter()
			f.States = in.States
			page, err := s.Managed(ctx, httpkit.Actor(ctx), f, in.After, in.Limit)
			return httpkit.JSON(ManagedJobs{Items: httpkit.Each(page.Items, managedOf), Next: page.Next}, err)
		})
	httpkit.Route(b, keeps, op(http.MethodPost, "/archive/jobs/{job_id}", "archiveJob", "Archive a job of which everything is over"),
		func(ctx context.Context, in *JobPath) (*httpkit.Empty, error) {
			return httpkit.Done(s.Enter(ctx, httpkit.Actor(ctx), in.JobID))
		})
	httpkit.Route(b, keeps, op(http.MethodPost, "/archive/jobs/{job_id}/hold", "holdJob", "Keep an archived job beyond its years"),
		func(ctx context.Context, in *reasonInput) (*httpkit.Empty, error) {
			return httpkit.Done(s.Hold(ctx, httpkit.Actor(ctx), in.JobID, in.Body.Reason))
		})
	httpkit.Route(b, keeps, op(http.MethodPost, "/archive/jobs/{job_id}/release", "releaseJob", "End the hold that another person placed"),
		func(ctx context.Context, in *reasonInput) (*httpkit.Empty, error) {
			return httpkit.Done(s.Release(ctx, httpkit.Actor(ctx), in.JobID, in.Body.Reason))
		})
	desk(b, s, keeps, keeps)
	bundles(b, s, keeps, start)
	certificates(b, s, keeps)
	disposals(b, s, keeps)
}

// MountSupplier registers what a supplier finds of its own bids.
func MountSupplier(b *httpkit.BFF, s *archivesvc.Service) {
	reads := access.Only(access.Supplier)
	httpkit.Route(b, reads, op(http.MethodGet, "/archive/companies", "archiveCompanies", "The buyers in whose archive the own company has bids"),
		func(ctx context.Context, in *SearchInput) (*httpkit.Body[ArchiveCompanies], error) {
			page, err := s.Companies(ctx, httpkit.Actor(ctx), in.Search, in.After, in.Limit)
			return httpkit.JSON(ArchiveCompanies{Items: httpkit.Each(page.Items, companyOf), Next: page.Next}, err)
		})
	httpkit.Route(b, reads, op(http.MethodGet, "/archive/companies/{company_id}/categories", "archivedOwnBids", "The own bids with a buyer, of its archived jobs"),
		func(ctx context.Context, in *companyInput) (*httpkit.Body[OwnArchivedBids], error) {
			buyer, page, err := s.OwnBids(ctx, httpkit.Actor(ctx), in.CompanyID, in.Search, in.After, in.Limit)
			return httpkit.JSON(OwnArchivedBids{Buyer: buyer, Items: httpkit.Each(page.Items, ownBidOf), Next: page.Next}, err)
		})
	httpkit.Route(b, reads.ToSupport(false), op(http.MethodGet, "/archive/categories/{category_id}", "archivedOwnBid", "The documents of the own bid for a category of an archived job"),
		func(ctx context.Context, in *categoryInput) (*httpkit.Body[OwnArchivedBid], error) {
			p, err := s.OwnPapers(ctx, httpkit.Actor(ctx), in.CategoryID)
			return httpkit.JSON(ownPapersOf(p), in.is(p.Activity, err))
		})
}
