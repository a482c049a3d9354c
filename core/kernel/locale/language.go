package locale

import "zabuni.org/core/kernel/closed"

// A Language is one that people can read the platform in.
type Language string

// Languages lists them; the first stands for all that are none of them.
var Languages = []Language{"en", "am", "fr", "pt", "sw"}

// Values lists the languages there are.
func (Language) Values() []string { return closed.Values(Languages...) }
