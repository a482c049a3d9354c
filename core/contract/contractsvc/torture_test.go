//go:build torture

package contractsvc_test

func init() { rounds = 50 }
