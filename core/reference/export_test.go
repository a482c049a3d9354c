package reference

// Divisions are the first two digits of all codes.
func Divisions() []string { return divisions }
