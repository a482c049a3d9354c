// Package bffsupplier is the backend of the supplier app: its screens' shapes, guards and wiring.
package bffsupplier

import (
	"zabuni.org/core/app"
	"zabuni.org/core/archive/archivehttp"
	"zabuni.org/core/contract/contracthttp"
	"zabuni.org/core/identity/identityhttp"
	"zabuni.org/core/identity/peoplehttp"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/party/partyhttp"
	"zabuni.org/core/payment/paymenthttp"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/project/projecthttp"
	"zabuni.org/core/publication/publicationhttp"
	"zabuni.org/core/report/reporthttp"
	"zabuni.org/core/sourcing/sourcinghttp"
)

// New returns the BFF with every operation of the supplier app.
func New(a *app.App) *httpkit.BFF {
	b := a.BFF("supplier")
	identityhttp.MountPrivileges(b, access.Supplier, "/supplier/company/users/my_privileges/")
	peoplehttp.Mount(b, a.People, access.Supplier)
	identityhttp.MountRegister(b, a.IdentityDeps())
	paymenthttp.MountSupplier(b, a.Payments)
	reporthttp.MountStatement(b, a.Reports)
	mountSourcing(b, a.Sourcing, a.Entry)
	mountBids(b, a.Bidding, a.Entry)
	mountPrice(b, a.Evaluation)
	mountAuctions(b, a.Auctions)
	mountPractice(b, a.Auctions)
	mountLetters(b, a.Awards)
	contracthttp.MountSigning(b, a.Contracts, access.Supplier)
	archivehttp.MountSupplier(b, a.Archive)
	contracthttp.MountSupplier(b, a.Contracts)
	contracthttp.MountDuties(b, a.Contracts, access.Supplier)
	contracthttp.MountAmendments(b, a.Contracts, access.Supplier)
	projecthttp.MountOwnMeetings(b, a.Project)
	partyhttp.Mount(b, a.Party, partyhttp.SupplierDesk)
	partyhttp.MountNotices(b, a.Party)
	mountTasks(b, a)
	sourcinghttp.MountFind(b, access.Supplier)
	publicationhttp.Mount(b, a.Publication)
	return b
}
