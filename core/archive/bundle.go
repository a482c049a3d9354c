package archive

import (
	_ "embed"
	"strings"

	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/task"
)

// BundleTask writes what the archive keeps of a job as one file.
var BundleTask = task.Declare("archive_bundle")

// Raised by bundles.
var (
	PartClosed = fault.Declare(fault.KindForbidden, "archive.part_closed", "A category of the job is closed to this person, and a bundle has all of them")
	Disposed   = fault.Declare(fault.KindConflict, "archive.disposed", "What was kept of the job is being destroyed or was destroyed")
)

//go:embed checker/core.js
var checks string

//go:embed checker/node.js
var forNode string

//go:embed checker/page.html
var forBrowser string

// Checker is the two programs that check a bundle without a server and without a network:
// a page for a browser and a script for Node. Both say the same, by the same code.
func Checker() map[string]string {
	head, rest, _ := strings.Cut(forNode, "import ")
	return map[string]string{
		"check.html": strings.Replace(forBrowser, "/*CORE*/", checks, 1),
		"check.mjs":  head + "import " + strings.Replace(rest, "const folder", checks+"\nconst folder", 1),
	}
}

// ReadMe is what a bundle says about itself.
const ReadMe = `What this is
  Everything that the archive kept of one job when somebody took it.

How to check it
  Open check.html in a browser and choose this folder, or run: node check.mjs KEY
  Neither needs a network. KEY is the public key of the platform, which it publishes at /api/supplier/log;
  key.txt has it too, but a bundle that brings its own key proves only that it agrees with itself.

What is in it
  record.json     the job as a record of the Open Contracting Data Standard
  data/           what stands in the database, a row a line
  reports/        the minutes of the opening, the evaluation and the other reports
  bids/           documents of bids, as they were opened
  letters/        the letters to bidders
  papers/         contracts, attachments, photographs
  rooms/          the signed logs of the rooms of auctions: zabuni verify FILE decides every bid anew
  receipts/       for every bid that was received its receipt, with the proof that it was logged and counted
  closings/       the signed closing of every category
  manifest.txt    size and SHA-256 of every file
  bundle.note     the signature over manifest.txt
  missing.txt     files that the store has lost, where there are any

What is not in it
  Envelopes that nobody opened: of bids that were withdrawn, replaced or set aside, and the prices of bids that
  failed before prices were opened. Of them there is the receipt, with the sum of what was sealed.
`
