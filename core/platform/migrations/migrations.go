// Package migrations holds the schema, in the order in which it grew.
package migrations

import "embed"

// FS is every migration, for goose.
//
//go:embed *.sql
var FS embed.FS
