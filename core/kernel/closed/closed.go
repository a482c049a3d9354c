// Package closed is for types of which every value is known. Whoever reads one on
// the wire is told the values with it: the interface of an operation lists them, and
// clients get a type instead of a string.
package closed

// A Set is a type that knows all its values.
type Set interface {
	// Values lists them in the order in which screens offer them.
	Values() []string
}

// Values are the members of a type as texts.
func Values[T ~string](all ...T) []string {
	out := make([]string, len(all))
	for i, v := range all {
		out[i] = string(v)
	}
	return out
}
