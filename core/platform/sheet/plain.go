package sheet

import "strings"

// computing are the signs with which a cell begins that is no text to some
// program: in full width too, and behind line ends and tabs, which they pass over.
const computing = "=+-@\t\r\n\x00\uff1d\uff0b\uff0d\uff20"

// Plain keeps a text from being read as a formula when a sheet is saved as CSV
// and opened again.
func Plain(s string) string {
	for _, first := range s {
		if strings.ContainsRune(computing, first) {
			return "'" + s
		}
		break
	}
	return s
}
