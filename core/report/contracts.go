package report

import "zabuni.org/core/kernel/closed"

// A ContractsName is a report of a buyer's contracts.
type ContractsName string

// Reports of contracts.
const (
	ContractRegister  ContractsName = "contract_register"
	ContractExpiries  ContractsName = "contract_expiries"
	ContractApprovals ContractsName = "contract_approvals"
	ContractOverdue   ContractsName = "contract_overdue"
	ContractSpend     ContractsName = "contract_spend"
)

// OfContracts lists them in the order in which screens offer them.
var OfContracts = []ContractsName{ContractRegister, ContractExpiries, ContractApprovals, ContractOverdue, ContractSpend}

// Values lists them.
func (ContractsName) Values() []string { return closed.Values(OfContracts...) }
