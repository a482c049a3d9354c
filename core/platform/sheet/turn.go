package sheet

import (
	"bytes"
	"time"

	"github.com/xuri/excelize/v2"

	"zabuni.org/core/kernel/fault"
)

// readers is how many workbooks one process reads at once: one that is full of
// texts takes some 60 MB while it is read, whatever its own size.
const readers = 4

var (
	places   = make(chan struct{}, readers)
	patience = 15 * time.Second // within what an operation may take
)

// Open opens an upload for reading after [Preflight], when it is its turn: a
// process reads few at once, and who waits too long is told to come again
// ([fault.Unavailable]). shut closes it and lets the next one in.
func Open(data []byte, most int, bad, large *fault.Def) (f *excelize.File, shut func(), err error) {
	if err := Preflight(data, most, bad, large); err != nil {
		return nil, nil, err
	}
	soon := time.NewTimer(patience)
	defer soon.Stop()
	select {
	case places <- struct{}{}:
	case <-soon.C:
		return nil, nil, fault.Unavailable.New("%d workbooks are being read", readers)
	}
	leave := func() { <-places }
	// Both limits are one: a lower one for sheets would spill the prices to disk.
	if f, err = excelize.OpenReader(bytes.NewReader(data),
		excelize.Options{UnzipSizeLimit: maxUnzip, UnzipXMLSizeLimit: maxUnzip, RawCellValue: true}); err != nil {
		leave()
		return nil, nil, bad.Wrap(err, "open")
	}
	if props, err := f.GetWorkbookProps(); err == nil && props.Date1904 != nil && *props.Date1904 {
		f.Close()
		leave()
		return nil, nil, Of1904.New("")
	}
	return f, func() { f.Close(); leave() }, nil
}
