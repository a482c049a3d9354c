// Command bff-contracts serves the contracts app's API on its own.
package main

import (
	bff "zabuni.org/bff-contracts"
	"zabuni.org/core/app/serve"
)

func main() { serve.Main("bff-contracts", bff.New) }
