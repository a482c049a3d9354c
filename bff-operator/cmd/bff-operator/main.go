// Command bff-operator serves the operator app's API on its own.
package main

import (
	bff "zabuni.org/bff-operator"
	"zabuni.org/core/app/serve"
)

func main() { serve.Main("bff-operator", bff.New) }
