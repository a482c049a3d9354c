// Command bff-supplier serves the supplier app's API on its own.
package main

import (
	bff "zabuni.org/bff-supplier"
	"zabuni.org/core/app/serve"
)

func main() { serve.Main("bff-supplier", bff.New) }
