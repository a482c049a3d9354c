module zabuni.org/apps/zabuni

go 1.26.0

require (
	zabuni.org/bff-buyer v0.0.0
	zabuni.org/bff-contracts v0.0.0
	zabuni.org/bff-operator v0.0.0
	zabuni.org/bff-supplier v0.0.0
	zabuni.org/core v0.0.0
)

replace (
	zabuni.org/bff-buyer => ../../bff-buyer
	zabuni.org/bff-contracts => ../../bff-contracts
	zabuni.org/bff-operator => ../../bff-operator
	zabuni.org/bff-supplier => ../../bff-supplier
	zabuni.org/core => ../../core
)
