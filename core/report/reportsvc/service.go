// Package reportsvc is the use cases that only read: work in figures, what is
// live, and the lists behind both.
package reportsvc

import (
	"github.com/jackc/pgx/v5/pgxpool"

	"zabuni.org/core/platform/document/documentsvc"
	"zabuni.org/core/report/internal/reportdb"
)

var q = reportdb.New()

// Service runs the use cases.
type Service struct {
	db        *pgxpool.Pool
	Documents *documentsvc.Service // keeps the papers of suppliers
}

// New returns a Service.
func New(db *pgxpool.Pool) *Service { return &Service{db: db} }
