package biddingsvc

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/bidding"
	"zabuni.org/core/bidding/internal/biddingdb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/seal"
	"zabuni.org/core/sourcing"
)

// A Source is where and when something was answered or offered.
type Source struct {
	Bid       uuid.UUID
	Version   int64 // of the answer there; 0 of files
	Reference string
	Category  string
	Buyer     string
	Submitted bool
	At        time.Time
}

// An EarlierAnswer is what the company answered last to the same question in another bid of
// its own.
type EarlierAnswer struct {
	Source
	Question uuid.UUID // of this bid
	Value    string    // with the choices of this bid
	Files    []File
}

// An EarlierPrice is what it offered last for the same item, in the same currency.
type EarlierPrice struct {
	Source
	Item      uuid.UUID // of this bid
	UnitPrice money.Decimal
	Remarks   string
}

// Earlier is what a bid may take over from others of its company.
type Earlier struct {
	Answers []EarlierAnswer
	Prices  []EarlierPrice
}

// A Taken answer or price names what it was taken from, and what both sides stood at when a
// person looked.
type Taken struct {
	ID      uuid.UUID // question or item
	Version int64     // of what this bid has there
	From    uuid.UUID // bid
	Seen    int64     // version there
}

// Taking is what a person takes over.
type Taking struct{ Answers, Prices []Taken }

// maxCarried bounds the bytes of files that are taken over at once: each is opened and sealed
// anew, as if it were uploaded again.
const maxCarried = 2 * bidding.MaxFile

// Earlier offers what the actor's company answered and offered before, in bids on which the
// actor may work. It is read from the company's own drafts with the company's own key: no
// sealed envelope is opened for it, and nothing is taken over before a person says so.
func (s *Service) Earlier(ctx context.Context, a access.Actor, bid uuid.UUID) (Earlier, error) {
	var out Earlier
	err := s.tx(ctx, a, func(tx pg.Tx) error {
		p, err := load(ctx, tx, a, bid)
		if err != nil {
			return err
		}
		criteria, err := s.criteria(ctx, tx, p)
		if err != nil {
			return err
		}
		company, err := s.company(ctx, tx, a)
		if err != nil {
			return err
		}
		defer company.Close()
		out, _, err = s.earlier(ctx, tx, a, company, p, criteria)
		return err
	})
	return out, err
}

// workable are the activities in whose bids the actor may work.
func workable(a access.Actor) []string {
	var out []sourcing.Activity
	for _, p := range sourcing.Policies {
		if p.Activity.MayBid(a) == nil {
			out = append(out, p.Activity)
		}
	}
	return closed.Values(out...)
}

// earlier also returns where the files lie, by their ids.
func (s *Service) earlier(ctx context.Context, tx pg.Tx, a access.Actor, company *seal.Company, p biddingdb.ParticipationRow, c Criteria) (Earlier, map[uuid.UUID]string, error) {
	var out Earlier
	in := workable(a)
	var err error
	if out.Answers, err = earlierAnswers(ctx, tx, company, p, c, in); err != nil {
		return out, nil, err
	}
	files, stored, err := earlierFiles(ctx, tx, p, in)
	if err != nil {
		return out, nil, err
	}
	out.Answers = append(out.Answers, files...)
	place := map[uuid.UUID]int{}
	for i, q := range c.order {
		place[q.ID] = i
	}
	slices.SortFunc(out.Answers, func(x, y EarlierAnswer) int { return place[x.Question] - place[y.Question] })
	if p.ParentID == nil && len(c.Items) > 0 { // a round has its own last prices
		out.Prices, err = earlierPrices(ctx, tx, company, p, c, in)
	}
	return out, stored, err
}

func earlierAnswers(ctx context.Context, tx pg.Tx, company *seal.Company, p biddingdb.ParticipationRow, c Criteria, in []string) ([]EarlierAnswer, error) {
	rows, err := q.EarlierAnswers(ctx, tx, biddingdb.EarlierAnswersParams{
		SupplierID:      p.SupplierID,
		ParticipationID: p.ID,
		Activities:      in,
		CategoryID:      p.CategoryID,
		BuyerID:         p.BuyerID,
	})
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	questions := make([]uuid.UUID, len(rows))
	for i, r := range rows {
		questions[i] = r.QuestionID
	}
	options, err := q.EarlierOptions(ctx, tx, questions)
	if err != nil {
		return nil, err
	}
	was := map[uuid.UUID][]bidding.Choice{}
	for _, o := range options {
		was[o.QuestionID] = append(was[o.QuestionID], bidding.Choice{ID: o.ID, Label: o.Label})
	}
	drafts := draftsOf{company: company}
	defer drafts.close()
	var out []EarlierAnswer
	for _, r := range rows {
		value, err := drafts.open(r.BidID, r.DraftKey, r.QuestionID, r.Version, r.Sealed)
		if err != nil {
			return nil, err
		}
		var is []bidding.Choice
		for _, o := range c.Options[r.AskedID] {
			is = append(is, bidding.Choice{ID: o.ID, Label: o.Label})
		}
		carried, ok := bidding.Carry(string(value), was[r.QuestionID], is, c.byID[r.AskedID])
		if !ok {
			continue
		}
		out = append(out, EarlierAnswer{Question: r.AskedID, Value: carried,
			Source: Source{r.BidID, r.Version, r.Reference, r.CategoryName, r.BuyerName, r.LatestVersion > 0, r.SavedAt}})
	}
	return out, nil
}

func earlierFiles(ctx context.Context, tx pg.Tx, p biddingdb.ParticipationRow, in []string) ([]EarlierAnswer, map[uuid.UUID]string, error) {
	_, today, err := partysvc.Papers(ctx, tx, p.SupplierID, tx.Now)
	if err != nil {
		return nil, nil, err
	}
	rows, err := q.EarlierFiles(ctx, tx, biddingdb.EarlierFilesParams{
		Today:           &today,
		SupplierID:      p.SupplierID,
		ParticipationID: p.ID,
		Activities:      in,
		CategoryID:      p.CategoryID,
		BuyerID:         p.BuyerID,
	})
	stored := map[uuid.UUID]string{}
	var out []EarlierAnswer
	for _, r := range rows {
		n := len(out)
		switch {
		case n == 0 || out[n-1].Question != r.AskedID:
			out = append(out, EarlierAnswer{Question: r.AskedID,
				Source: Source{r.BidID, 0, r.Reference, r.CategoryName, r.BuyerName, r.LatestVersion > 0, r.UploadedAt}})
		case out[n-1].Bid != r.BidID:
			continue // of an older bid
		}
		last := &out[len(out)-1]
		last.Files = append(last.Files, File{r.ID, r.AskedID, r.Name, r.MediaType, r.Size, r.UploadedAt, paperOf(r.PaperID, r.Paper, r.ExpiresOn)})
		stored[r.ID] = r.StoreKey
	}
	return out, stored, err
}

func earlierPrices(ctx context.Context, tx pg.Tx, company *seal.Company, p biddingdb.ParticipationRow, c Criteria, in []string) ([]EarlierPrice, error) {
	rows, err := q.EarlierPrices(ctx, tx, biddingdb.EarlierPricesParams{
		SupplierID:      p.SupplierID,
		ParticipationID: p.ID,
		Activities:      in,
		Currency:        p.Currency,
		CategoryID:      p.CategoryID,
		BuyerID:         p.BuyerID,
	})
	if err != nil {
		return nil, err
	}
	drafts := draftsOf{company: company}
	defer drafts.close()
	by := map[uuid.UUID]EarlierPrice{}
	for _, r := range rows {
		raw, err := drafts.open(r.BidID, r.DraftKey, r.ItemID, r.Version, r.Sealed)
		if err != nil {
			return nil, err
		}
		var l pricedLine
		if err := json.Unmarshal(raw, &l); err != nil {
			return nil, err
		}
		price, err := money.ParseDecimal(l.UnitPrice)
		if err != nil {
			return nil, err
		}
		by[r.AskedID] = EarlierPrice{Item: r.AskedID, UnitPrice: price, Remarks: l.Remarks,
			Source: Source{r.BidID, r.Version, r.Reference, r.CategoryName, r.BuyerName, r.LatestVersion > 0, r.SavedAt}}
	}
	var out []EarlierPrice
	for _, it := range c.Items {
		if e, ok := by[it.ID]; ok {
			out = append(out, e)
		}
	}
	return out, nil
}

// draftsOf opens what lies in drafts of one company, each draft's key once.
type draftsOf struct {
	company *seal.Company
	keys    map[uuid.UUID]*seal.Participation
}

func (d *draftsOf) open(bid uuid.UUID, wrapped []byte, id uuid.UUID, version int64, sealed []byte) ([]byte, error) {
	key, ok := d.keys[bid]
	if !ok {
		var err error
		if key, err = d.company.Participation(bid, wrapped); err != nil {
			return nil, err
		}
		if d.keys == nil {
			d.keys = map[uuid.UUID]*seal.Participation{}
		}
		d.keys[bid] = key
	}
	return key.Open(id, version, sealed)
}

func (d *draftsOf) close() {
	for _, key := range d.keys {
		key.Close()
	}
}

// A carriedFile is a file that was sealed anew for this bid.
type carriedFile struct {
	File
	key string
	sum [32]byte
}

// noted is what the log says of a file: not its name, which is sealed with it.
func (f carriedFile) noted() map[string]any {
	out := map[string]any{"file_id": f.ID, "question_id": f.Question, "size": f.Size, "sealed_sha256": hex.EncodeToString(f.sum[:])}
	if f.Paper != nil {
		out["paper_id"] = f.Paper.ID
	}
	return out
}

// TakeEarlier takes over what a person chose of what Earlier offers, into answers and prices as
// that person saw them: what was changed meanwhile in this bid comes back as a conflict, and so
// does a question that has files already. It raises EarlierGone where what was offered is not
// there any more as it was seen, and TooMuch for files.
func (s *Service) TakeEarlier(ctx context.Context, a access.Actor, bid uuid.UUID, t Taking) (Saved, error) {
	if n := len(t.Answers) + len(t.Prices); n > maxChanges {
		return Saved{}, fault.TooLarge.New("%d changes in one save", n)
	}
	// Files are opened and sealed anew before the category is locked: a closing does not wait for them.
	var changes Changes
	var files []carriedFile
	from := map[uuid.UUID]bool{}
	err := s.tx(ctx, a, func(tx pg.Tx) error {
		changes, files = Changes{}, nil
		p, err := load(ctx, tx, a, bid)
		if err == nil {
			err = phase(p).Open(tx.Now)
		}
		if err != nil {
			return err
		}
		criteria, err := s.criteria(ctx, tx, p)
		if err != nil {
			return err
		}
		company, err := s.company(ctx, tx, a)
		if err != nil {
			return err
		}
		defer company.Close()
		offered, stored, err := s.earlier(ctx, tx, a, company, p, criteria)
		if err != nil {
			return err
		}
		var chosen []File
		if changes, chosen, err = t.of(offered, from); err != nil {
			return err
		}
		for _, f := range chosen {
			one, err := s.carry(ctx, company, f, stored[f.ID])
			if err != nil {
				return err
			}
			files = append(files, one)
		}
		return nil
	})
	if err != nil {
		return Saved{}, err
	}
	out := Saved{Versions: map[uuid.UUID]int64{}}
	err = s.tx(ctx, a, func(tx pg.Tx) error {
		clear(out.Versions)
		out.Conflicts = nil
		p, now, err := locked(ctx, tx, a, bid)
		if err != nil {
			return err
		}
		kept, err := s.insertCarried(ctx, tx, p, now, files, &out)
		if err != nil {
			return err
		}
		if err := s.store(ctx, tx, a, p, now, changes, &out); err != nil {
			return err
		}
		bids := make([]uuid.UUID, 0, len(from))
		for id := range from {
			bids = append(bids, id)
		}
		slices.SortFunc(bids, func(x, y uuid.UUID) int { return slices.Compare(x[:], y[:]) })
		return record(ctx, tx, a, "earlier_taken", p.ID, a.Org, map[string]any{"from": bids, "answers": len(changes.Answers), "prices": len(changes.Prices),
			"files": kept, "percent": out.Progress.Percent})
	})
	return out, err
}

// of are the changes that taking makes, and the files that it carries; it notes from which bids.
func (t Taking) of(offered Earlier, from map[uuid.UUID]bool) (c Changes, files []File, err error) {
	var size int64
	for i, x := range t.Answers {
		n := slices.IndexFunc(offered.Answers, func(e EarlierAnswer) bool { return e.Question == x.ID && e.Bid == x.From && e.Version == x.Seen })
		if n < 0 {
			return c, nil, bidding.EarlierGone.New("").At("/answers/"+strconv.Itoa(i), bidding.EarlierGone.Code)
		}
		e := offered.Answers[n]
		from[e.Bid] = true
		if len(e.Files) == 0 {
			c.Answers = append(c.Answers, Answer{Question: x.ID, Value: e.Value, Version: x.Version})
		}
		for _, f := range e.Files {
			files, size = append(files, f), size+f.Size
		}
	}
	for i, x := range t.Prices {
		n := slices.IndexFunc(offered.Prices, func(e EarlierPrice) bool { return e.Item == x.ID && e.Bid == x.From && e.Version == x.Seen })
		if n < 0 {
			return c, nil, bidding.EarlierGone.New("").At("/prices/"+strconv.Itoa(i), bidding.EarlierGone.Code)
		}
		e := offered.Prices[n]
		from[e.Bid] = true
		c.Prices = append(c.Prices, Price{Item: x.ID, UnitPrice: e.UnitPrice.String(), Remarks: e.Remarks, Version: x.Version})
	}
	if size > maxCarried {
		err = bidding.TooMuch.New("%d bytes", size).With("max_mb", maxCarried>>20)
	}
	return c, files, err
}

// carry seals a file of another bid anew: the bytes of two bids have nothing in common, so
// that what becomes of one is no matter of the other.
func (s *Service) carry(ctx context.Context, company *seal.Company, f File, key string) (carriedFile, error) {
	plain, err := s.plain(ctx, company, key)
	if err != nil {
		return carriedFile{}, err
	}
	defer clear(plain)
	out := carriedFile{File: File{uuid.Must(uuid.NewV7()), f.Question, f.Name, "", int64(len(plain)), time.Time{}, f.Paper}}
	if out.Type, err = s.Gate.Check(ctx, f.Name, plain); err != nil {
		return out, err
	}
	out.key, out.sum, err = s.keep(ctx, company, plain)
	return out, err
}

// insertCarried adds files to questions that have none, and returns their ids and sums for the log.
func (s *Service) insertCarried(ctx context.Context, tx pg.Tx, p biddingdb.ParticipationRow, now time.Time, files []carriedFile, out *Saved) ([]map[string]any, error) {
	if len(files) == 0 {
		return nil, nil
	}
	there, err := q.Files(ctx, tx, p.ID, p.SupplierID)
	if err != nil {
		return nil, err
	}
	held, err := q.FilesSize(ctx, tx, p.ID, p.SupplierID)
	if err != nil {
		return nil, err
	}
	var kept []map[string]any
	for _, f := range files {
		if slices.ContainsFunc(there, func(r biddingdb.FilesRow) bool { return r.QuestionID == f.Question }) {
			if !slices.Contains(out.Conflicts, f.Question) {
				out.Conflicts = append(out.Conflicts, f.Question)
			}
			continue
		}
		if held += f.Size; held > bidding.MaxFiles {
			return nil, bidding.TooMuch.New("").With("max_mb", bidding.MaxFiles>>20)
		}
		if err := insertFile(ctx, tx, p, now, f); err != nil {
			return nil, err
		}
		kept = append(kept, f.noted())
	}
	return kept, nil
}
