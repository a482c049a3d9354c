package party

import (
	"slices"

	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
)

// Faults of modules.
var (
	ModuleOff   = fault.Declare(fault.KindForbidden, "party.module_off", "This module is not activated for your company")
	ModuleInUse = fault.Declare(fault.KindConflict, "party.module_in_use", "Categories of this module are open for bids: it can be turned off once they have closed")
)

// A Module is a part of the platform that the operator turns on and off for a
// buyer company. Activities are those of its jobs; what has none is reached by
// the module's own name.
type Module struct {
	Name       string
	Activities []string
}

// Contracts is the module of contract management.
const Contracts = "contracts"

// Modules lists them in the order in which screens offer them.
var Modules = []Module{
	{"prequalification", []string{"prequalification"}},
	{"expression_of_interest", []string{"expression_of_interest"}},
	{"tender", []string{"tender"}},
	{"rfq", []string{"rfq"}},
	{"asset_disposal", []string{"asset_disposal"}},
	{"supplier_registration", []string{"supplier_registration"}},
	{"risk", []string{"risk_management"}},
	{"auctions", []string{"reverse_auction", "forward_auction"}},
	{Contracts, nil},
	{"archive", nil},
}

// A ModuleName is the name of a module on the wire.
type ModuleName string

// Values lists the names of all modules.
func (ModuleName) Values() []string {
	out := make([]string, len(Modules))
	for i, m := range Modules {
		out[i] = m.Name
	}
	return out
}

// ModuleOf finds the module that an activity, or a module's own name, belongs to.
func ModuleOf(name string) (Module, bool) {
	i := slices.IndexFunc(Modules, func(m Module) bool { return m.Name == name || slices.Contains(m.Activities, name) })
	if i < 0 {
		return Module{}, false
	}
	return Modules[i], true
}

// ManagedSourcing is the service by which the operator's people do a buyer's work
// between closing and result.
const ManagedSourcing = "managed_sourcing"

// DueDiligence is the service by which the operator's people visit a buyer's bidders.
const DueDiligence = "due_diligence"

// ServiceOff refuses the operator what a buyer has not bought.
var ServiceOff = fault.Declare(fault.KindForbidden, "party.service_off", "This buyer has not bought that service")

// Services are what the platform's own people do for a buyer company that has bought it.
var Services = []ServiceName{ManagedSourcing, DueDiligence, "supplier_onboarding", "training", "contract_digitisation", "reporting"}

// A ServiceName names a service of the platform.
type ServiceName string

// Values lists Services.
func (ServiceName) Values() []string { return closed.Values(Services...) }
