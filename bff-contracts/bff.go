// Package bffcontracts is the backend of the contracts app: its screens' shapes, guards and wiring.
package bffcontracts

import (
	"zabuni.org/core/app"
	"zabuni.org/core/contract/contracthttp"
	"zabuni.org/core/identity/identityhttp"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/report/reporthttp"
	"zabuni.org/core/sourcing/sourcinghttp"
)

// New returns the BFF with every operation of the contracts app.
func New(a *app.App) *httpkit.BFF {
	b := a.BFF("contracts")
	identityhttp.MountPrivileges(b, access.Temp, "/temp/users/my_privileges/")
	contracthttp.Mount(b, a.Contracts, access.Temp)
	contracthttp.MountDashboard(b, a.Contracts, access.Temp)
	contracthttp.MountMaking(b, a.Contracts, access.Temp)
	contracthttp.MountSigning(b, a.Contracts, access.Temp)
	contracthttp.MountScans(b, a.Contracts, access.Temp)
	contracthttp.MountApproval(b, a.Contracts, access.Temp)
	contracthttp.MountTalk(b, a.Contracts, access.Temp)
	contracthttp.MountLibrary(b, a.Contracts, access.Temp)
	contracthttp.MountEnds(b, a.Contracts, access.Temp)
	contracthttp.MountDuties(b, a.Contracts, access.Temp)
	contracthttp.MountAmendments(b, a.Contracts, access.Temp)
	contracthttp.MountPerformance(b, a.Contracts, access.Temp)
	contracthttp.MountArchive(b, a.Contracts, access.Temp)
	reporthttp.MountContractReports(b, a.StartContractReport, access.Temp)
	contracthttp.MountCategories(b, a.Contracts, access.Temp)
	sourcinghttp.MountFind(b, access.Temp)
	return b
}
