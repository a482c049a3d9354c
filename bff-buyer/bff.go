// Package bffbuyer is the backend of the buyer app: its screens' shapes, guards and wiring.
package bffbuyer

import (
	"zabuni.org/core/app"
	"zabuni.org/core/archive/archivehttp"
	"zabuni.org/core/assurance/assurancehttp"
	"zabuni.org/core/auction/auctionhttp"
	"zabuni.org/core/award/awardhttp"
	"zabuni.org/core/catalog/cataloghttp"
	"zabuni.org/core/contract/contracthttp"
	"zabuni.org/core/diligence/diligencehttp"
	"zabuni.org/core/evaluation/evaluationhttp"
	"zabuni.org/core/identity/identityhttp"
	"zabuni.org/core/identity/peoplehttp"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/party/partyhttp"
	"zabuni.org/core/payment/paymenthttp"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/procurement/procurementhttp"
	"zabuni.org/core/project/projecthttp"
	"zabuni.org/core/reference/referencehttp"
	"zabuni.org/core/report/reporthttp"
	"zabuni.org/core/sourcing/sourcinghttp"
)

// New returns the BFF with every operation of the buyer app.
func New(a *app.App) *httpkit.BFF {
	b := a.BFF("buyer")
	identityhttp.MountPrivileges(b, access.Buyer, "/buyer/users/my_privileges/")
	peoplehttp.Mount(b, a.People, access.Buyer)
	sourcinghttp.Mount(b, sourcinghttp.Deps{Sourcing: a.Sourcing}, sourcinghttp.BuyerDesk)
	sourcinghttp.MountWorkbooks(b, sourcinghttp.Deps{Sourcing: a.Sourcing}, sourcinghttp.BuyerDesk, a.Workbooks())
	mountOpening(b, a.Openings)
	assurancehttp.Mount(b, a.Assurance, a.Sourcing, access.Buyer)
	diligencehttp.Mount(b, a.Diligence, a.Sourcing, access.Buyer)
	evaluationhttp.Mount(b, a.Evaluation, a.Sourcing, access.Buyer)
	evaluationhttp.MountSigned(b, a.Evaluation, a.Sourcing, access.Buyer)
	evaluationhttp.MountRounds(b, a.Evaluation)
	evaluationhttp.MountRefresh(b, access.Buyer, a.StartScoreRefresh, a.StartJobScoreRefresh)
	evaluationhttp.MountPapers(b, a.Evaluation, a.Sourcing, access.Buyer, a.StartPapers)
	reporthttp.MountLive(b, a.Reports, access.Buyer)
	reporthttp.MountFigures(b, a.Reports)
	reporthttp.MountSavings(b, a.Reports)
	reporthttp.MountQuotas(b, a.Reports)
	reporthttp.MountWorld(b, a.Reports)
	reporthttp.MountReports(b, a.Reports, a.Sourcing, a.StartReport, access.Buyer)
	awardhttp.Mount(b, awardhttp.Deps{Awards: a.Awards, Sourcing: a.Sourcing}, sourcinghttp.BuyerDesk)
	auctionhttp.Mount(b, a.Auctions, a.Sourcing, sourcinghttp.BuyerDesk)
	partyhttp.Mount(b, a.Party, partyhttp.BuyerDesk)
	partyhttp.MountBranches(b, a.Party)
	partyhttp.MountGroups(b, a.Party, access.Buyer)
	partyhttp.MountBlacklist(b, a.Party, access.Buyer)
	cataloghttp.MountCriteria(b, a.Catalog, sourcinghttp.Deps{Sourcing: a.Sourcing}, access.Buyer)
	cataloghttp.MountTemplates(b, a.Catalog)
	contracthttp.MountDashboard(b, a.Contracts, access.Buyer)
	contracthttp.MountMaking(b, a.Contracts, access.Buyer)
	contracthttp.MountSigning(b, a.Contracts, access.Buyer)
	contracthttp.MountApproval(b, a.Contracts, access.Buyer)
	contracthttp.MountTalk(b, a.Contracts, access.Buyer)
	contracthttp.MountLevels(b, a.Contracts)
	contracthttp.MountLibrary(b, a.Contracts, access.Buyer)
	paymenthttp.MountBuyer(b, a.Payments)
	reporthttp.MountFees(b, a.Reports)
	contracthttp.MountEnds(b, a.Contracts, access.Buyer)
	contracthttp.MountDuties(b, a.Contracts, access.Buyer)
	contracthttp.MountAmendments(b, a.Contracts, access.Buyer)
	contracthttp.MountJobs(b, a.Contracts, access.Buyer)
	contracthttp.MountPlaces(b, a.Contracts, access.Buyer)
	projecthttp.Mount(b, a.Project)
	projecthttp.MountPlans(b, a.Project, sourcinghttp.BuyerDesk)
	projecthttp.MountMeetings(b, a.Project, sourcinghttp.BuyerDesk)
	referencehttp.MountCodes(b, a.Reference, access.Buyer)
	procurementhttp.Mount(b, a.Procurement, sourcinghttp.BuyerDesk, a.TakePlan)
	archivehttp.MountBuyer(b, a.Archive, a.StartBundle)
	sourcinghttp.MountFind(b, access.Buyer)
	return b
}
