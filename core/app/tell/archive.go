package tell

import (
	"context"

	"github.com/google/uuid"

	"zabuni.org/core/archive/archivesvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/notify/notifysvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
)

// archiveTold is what is told of the archive.
func (t *Teller) archiveTold() []telling {
	return []telling{{archivesvc.DisposalEnded, t.tellDisposed}}
}

// tellDisposed tells those who take documents of the buyer's suppliers, and everybody whose
// company had bid, that what was kept of a job is destroyed; in the app, for there is nothing
// that they have to do.
func (t *Teller) tellDisposed(ctx context.Context, tx pg.Tx, e journal.Event) error {
	job, suppliers, err := t.Archive.Concerned(ctx, tx, e.Owner, e.ObjectID)
	if err != nil {
		return err
	}
	n := notifysvc.News{
		Kind:   "job.disposed",
		Params: map[string]string{"title": job.Title, "reference": job.Reference, "buyer": job.BuyerName},
		Path:   archiveAt(job.ID, job.Activity),
	}
	people, err := t.Identity.Holders(ctx, tx, e.Owner, access.AccessSupplierFiles, nil)
	if err == nil {
		err = t.Notify.Spread(ctx, tx, people, n)
	}
	if err != nil || len(suppliers) == 0 {
		return err
	}
	bidders, err := t.Identity.PeopleOf(ctx, tx, suppliers)
	if err != nil {
		return err
	}
	n.Path = ownArchiveAt(e.Owner)
	return t.Notify.Spread(ctx, tx, bidders, n)
}

// archiveAt is an archived job for its buyer.
func archiveAt(job uuid.UUID, activity string) string {
	return "/company/archive/jobs/" + job.String() + "/" + activity + "/categories"
}

// ownArchiveAt is where a supplier finds its archived bids with a buyer.
func ownArchiveAt(buyer uuid.UUID) string {
	return "/supplier/archive/companies/" + buyer.String() + "/categories"
}
