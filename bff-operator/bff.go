// Package bffoperator is the backend of the operator app: its screens' shapes, guards and wiring.
package bffoperator

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
	"zabuni.org/core/platform/watch/watchhttp"
	"zabuni.org/core/procurement/procurementhttp"
	"zabuni.org/core/project/projecthttp"
	"zabuni.org/core/reference/referencehttp"
	"zabuni.org/core/report/reporthttp"
	"zabuni.org/core/sourcing/sourcinghttp"
)

// New returns the BFF with every operation of the operator app.
func New(a *app.App) *httpkit.BFF {
	b := a.BFF("operator")
	identityhttp.MountPrivileges(b, access.Operator, "/qed/users/my_privileges/")
	identityhttp.MountSupport(b, a.IdentityDeps())
	peoplehttp.Mount(b, a.People, access.Operator)
	paymenthttp.MountOperator(b, a.Payments)
	mountStatements(b, a)
	mountBuyers(b, a.Party)
	mountLive(b, a)
	mountMail(b, a)
	watchhttp.Mount(b, a.Watch, a.Tasks)
	mountUploads(b, a)
	awardhttp.Mount(b, awardhttp.Deps{Awards: a.Awards, Sourcing: a.Sourcing}, sourcinghttp.OperatorDesk)
	sourcinghttp.Mount(b, sourcinghttp.Deps{Sourcing: a.Sourcing}, sourcinghttp.OperatorDesk)
	sourcinghttp.MountWorkbooks(b, sourcinghttp.Deps{Sourcing: a.Sourcing}, sourcinghttp.OperatorDesk, a.Workbooks())
	assurancehttp.Mount(b, a.Assurance, a.Sourcing, access.Operator)
	diligencehttp.Mount(b, a.Diligence, a.Sourcing, access.Operator)
	evaluationhttp.Mount(b, a.Evaluation, a.Sourcing, access.Operator)
	evaluationhttp.MountSigned(b, a.Evaluation, a.Sourcing, access.Operator)
	reporthttp.MountReports(b, a.Reports, a.Sourcing, a.StartReport, access.Operator)
	reporthttp.MountSavingsOfBuyers(b, a.Reports)
	evaluationhttp.MountRefresh(b, access.Operator, a.StartScoreRefresh, a.StartJobScoreRefresh)
	evaluationhttp.MountPapers(b, a.Evaluation, a.Sourcing, access.Operator, a.StartPapers)
	auctionhttp.Mount(b, a.Auctions, a.Sourcing, sourcinghttp.OperatorDesk)
	partyhttp.Mount(b, a.Party, partyhttp.OperatorDesk)
	mountSuppliers(b, a.Party)
	mountWithdrawals(b, a.Bidding)
	partyhttp.MountBuyers(b, a.Party)
	partyhttp.MountGroups(b, a.Party, access.Operator)
	partyhttp.MountBlacklist(b, a.Party, access.Operator)
	cataloghttp.MountTypes(b, a.Catalog)
	cataloghttp.MountCriteria(b, a.Catalog, sourcinghttp.Deps{Sourcing: a.Sourcing}, access.Operator)
	contracthttp.MountMaking(b, a.Contracts, access.Operator)
	contracthttp.MountApproval(b, a.Contracts, access.Operator)
	contracthttp.MountLibrary(b, a.Contracts, access.Operator)
	contracthttp.MountJobs(b, a.Contracts, access.Operator)
	contracthttp.MountHelped(b, a.Contracts)
	projecthttp.MountOverview(b, a.Project)
	projecthttp.MountPlans(b, a.Project, sourcinghttp.OperatorDesk)
	projecthttp.MountMeetings(b, a.Project, sourcinghttp.OperatorDesk)
	referencehttp.MountCodes(b, a.Reference, access.Operator)
	referencehttp.Mount(b, a.Reference)
	procurementhttp.Mount(b, a.Procurement, sourcinghttp.OperatorDesk, a.TakePlan)
	archivehttp.MountOperator(b, a.Archive, a.StartBundle)
	sourcinghttp.MountFind(b, access.Operator)
	return b
}
