package document

import (
	"context"

	"zabuni.org/core/kernel/fault"
)

// Faults of what a scanner says, or does not say.
var (
	Harmful   = fault.Declare(fault.KindUnsupported, "document.harmful", "Something harmful was found in the file")
	Unchecked = fault.Declare(fault.KindUnavailable, "document.unchecked", "The file cannot be looked through now")
)

// A Scanner looks for what harms whoever opens a file.
type Scanner interface {
	// Scan answers what it found in a file, by the name that it has for it; nothing when it found nothing.
	Scan(ctx context.Context, content []byte) (found string, err error)
}

// A Gate decides which files come in.
type Gate struct {
	Scanner Scanner // nil: nothing is looked for
}

// Check tells the media type of a file that is called name: TypeRefused for one that is not what its name says,
// Harmful for one that a scanner knows. What cannot be looked through does not come in: Unchecked.
func (g *Gate) Check(ctx context.Context, name string, content []byte) (string, error) {
	media, err := sniff(name, content)
	if err != nil || g == nil || g.Scanner == nil {
		return media, err
	}
	found, err := g.Scanner.Scan(ctx, content)
	if err != nil {
		return "", Unchecked.Wrap(err, "")
	}
	if found != "" {
		return "", Harmful.New("").With("found", found)
	}
	return media, nil
}
