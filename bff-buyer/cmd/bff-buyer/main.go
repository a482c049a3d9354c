// Command bff-buyer serves the buyer app's API on its own.
package main

import (
	bff "zabuni.org/bff-buyer"
	"zabuni.org/core/app/serve"
)

func main() { serve.Main("bff-buyer", bff.New) }
