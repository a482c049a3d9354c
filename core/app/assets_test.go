package app_test

import (
	"bytes"
	"crypto/sha256"
	"image"
	"image/png"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/award"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/document"
	"zabuni.org/core/platform/seal"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

// things are three items of which one is worth more to its owner than to anybody.
var things = story.Terms{Openers: 2, Items: []sourcing.Item{
	{Number: "1", Description: "Coach", Unit: "each", Quantity: *story.Points(2)},
	{Number: "2", Description: "Van", Unit: "each", Quantity: *story.Points(1)},
	{Number: "3", Description: "Bogies", Unit: "pair", Quantity: *story.Points(4)},
}}

func decimal(t *testing.T, s string) money.Decimal {
	t.Helper()
	d, err := money.ParseDecimal(s)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// dot is a small picture.
func dot(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewRGBA(image.Rect(0, 0, 4, 4))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// reserve seals the reserve of an item by its number.
func reserve(c *story.Category, a access.Actor, number, amount, reason string) error {
	return c.Sourcing.SetReserve(c.Context(), a, c.Officer.Org, c.ID, c.Items[number], decimal(c.T, amount), reason)
}

// asset is what an item is besides, as its authors see it.
func asset(c *story.Category, number string) *sourcing.Asset {
	c.Helper()
	got, err := c.Sourcing.Category(c.Context(), c.Officer, c.Officer.Org, c.ID)
	c.Must(err)
	for _, i := range got.Items {
		if i.Number == number {
			return i.Asset
		}
	}
	c.Fatalf("no item %s", number)
	return nil
}

// In every activity that sells things: a reserve is known to nobody until the prices
// are opened, then it decides, and everybody checks that it was there before the bids.
// In every other there are none.
func TestAReserveDecidesAndNobodyReadsItBefore(t *testing.T) {
	t.Parallel()
	for _, p := range sourcing.Policies {
		t.Run(string(p.Activity), func(t *testing.T) {
			t.Parallel()
			w := story.New(t, 2)
			if !p.Has(sourcing.Assets) {
				terms := things
				terms.Items = terms.Items[:min(len(terms.Items), 1)]
				c := w.Author(p, terms)
				item := uuid.New()
				if p.Has(sourcing.Items) {
					item = c.Items["1"]
				}
				err := w.Sourcing.SetReserve(w.Context(), w.Officer, w.Officer.Org, c.ID, item, decimal(t, "5"), "")
				w.Is(err, sourcing.NoSuchStep)
				return
			}
			first, second := w.Bidders[0], w.Bidders[1]
			c := w.Author(p, things)
			w.Must(reserve(c, w.Officer, "1", "70", ""))
			w.Must(reserve(c, w.Officer, "1", "90.50", "")) // the last one counts
			w.Must(reserve(c, w.Officer, "3", "1000", ""))
			before := asset(c, "1").Reserve
			if before == nil || before.Opened != nil || before.By == "" || len(before.Commitment) != sha256.Size {
				t.Fatalf("the reserve is shown as %+v", before)
			}
			w.Must(c.TryPublish(w.Officer))
			w.Is(reserve(c, w.Officer, "2", "1", ""), sourcing.Published)
			closes := c.Closes.Add(time.Hour)
			w.Must(w.Sourcing.Extend(w.Context(), w.Officer, w.Officer.Org, c.ID, closes, "More people want to look at them"))
			c.Closes = closes
			shown, err := w.Sourcing.SupplierPreview(w.Context(), first, c.ID)
			w.Must(err)
			if r := shown.Items[0].Asset.Reserve; !bytes.Equal(r.Commitment, before.Commitment) || r.By != "" || !r.At.IsZero() || r.Opened != nil {
				t.Errorf("bidders are shown %+v", r)
			}
			c.Bid(first, nil, map[string]string{"1": "90.50", "2": "5", "3": "40"})
			c.Submit(first)
			c.Bid(second, nil, map[string]string{"1": "90.49", "3": "999.99"})
			c.Submit(second)
			c.Close()
			if r := asset(c, "1").Reserve; r.Opened != nil || w.Count("SELECT count(*) FROM reserve WHERE amount IS NOT NULL") != 0 {
				t.Errorf("closed, the reserve is shown as %+v", r)
			}
			c.Open()
			opened := asset(c, "1").Reserve.Opened
			if opened == nil || opened.Amount.String() != decimal(t, "90.50").String() {
				t.Fatalf("opened, the reserve is shown as %+v", opened)
			}
			raw, err := seal.Canonical(sourcing.ReserveManifest{Category: c.ID, Item: c.Items["1"], Currency: "KES", Amount: opened.Amount.String()})
			w.Must(err)
			if sum := sha256.Sum256(append(bytes.Clone(opened.Salt), raw...)); !bytes.Equal(sum[:], before.Commitment) {
				t.Error("what was opened is not what was committed to")
			}
			shown, err = w.Sourcing.SupplierPreview(w.Context(), first, c.ID)
			w.Must(err)
			if shown.Items[0].Asset.Reserve.Opened != nil {
				t.Error("bidders read the reserve before the result")
			}
			c.Judge()
			below := map[string]int{}
			for _, l := range c.Desk().Lines {
				if l.BelowReserve {
					below[l.Number]++
				}
			}
			if below["1"] != 1 || below["2"] != 0 || below["3"] != 2 {
				t.Errorf("below their reserve: %v", below)
			}
			third, bid := c.Items["3"], c.Submission(second)
			_, err = w.Awards.Standing(w.Context(), w.Officer, w.Officer.Org, c.ID)
			w.Must(err)
			err = w.Awards.Recommend(w.Context(), w.Officer, w.Officer.Org, c.ID, []award.Choice{{Submission: bid, Item: &third}}, "It is close enough")
			w.Is(err, award.BelowReserve)
			c.Award()
			if won := w.Count("SELECT count(*) FROM award_line WHERE category_id = $1", c.ID); won != 2 {
				t.Errorf("%d items are sold, not those two that fetch their reserve", won)
			}
			shown, err = w.Sourcing.SupplierPreview(w.Context(), first, c.ID)
			w.Must(err)
			if o := shown.Items[2].Asset.Reserve.Opened; o == nil || o.Amount.String() != decimal(t, "1000").String() {
				t.Errorf("the result being known, bidders are shown %+v", o)
			}
		})
	}
}

// Where nothing fetches its reserve nothing is sold, and somebody says why.
func TestNothingIsSoldBelowItsReserve(t *testing.T) {
	t.Parallel()
	w := listen(t, 1)
	c := w.Author(policyOf(sourcing.AssetDisposal), things)
	for _, number := range []string{"1", "2", "3"} {
		w.Must(reserve(c, w.Officer, number, "500", ""))
	}
	w.Must(c.TryPublish(w.Officer))
	c.Bid(w.Bidders[0], nil, map[string]string{"1": "499.99", "2": "1", "3": "400"})
	c.Submit(w.Bidders[0])
	c.Close()
	c.Open()
	c.Judge()
	recommend := func(why string) error {
		return w.Awards.Recommend(w.Context(), w.Officer, w.Officer.Org, c.ID, nil, why)
	}
	w.Is(recommend(""), fault.Invalid)
	w.Must(recommend("Nobody offered what they are worth"))
	_, err := c.TryAward(w.Second, "en", "k")
	w.Must(err)
	if s := c.Status(); s != sourcing.Unsuccessful {
		t.Errorf("nothing is sold and the category is %s", s)
	}
}

// What a reserve must not be, and who types none.
func TestWhatIsNoReserve(t *testing.T) {
	t.Parallel()
	w := listen(t, 1)
	c := w.Author(policyOf(sourcing.AssetDisposal), things)
	w.do("UPDATE category SET estimate = 100 WHERE id = $1", c.ID)
	w.Is(reserve(c, w.Officer, "1", "0", ""), fault.Invalid)
	w.Is(reserve(c, w.Officer, "1", "-5", ""), fault.Invalid)
	w.Is(reserve(c, w.Officer, "1", "50.01", ""), fault.Invalid) // two of them are above the estimate
	w.Must(reserve(c, w.Officer, "1", "50", ""))
	w.Must(reserve(c, w.Officer, "1", "50.01", "They are of silver"))
	w.Is(reserve(c, w.Bidders[0], "1", "5", ""), fault.Forbidden)
	nobody := w.Officer
	nobody.Privileges = nil
	w.Is(reserve(c, nobody, "1", "5", ""), fault.Forbidden)
	w.Must(w.Sourcing.RemoveReserve(w.Context(), w.Officer, w.Officer.Org, c.ID, c.Items["1"]))
	w.Is(w.Sourcing.RemoveReserve(w.Context(), w.Officer, w.Officer.Org, c.ID, c.Items["1"]), sourcing.ReserveNotFound)
	w.Must(reserve(c, w.Officer, "2", "60", ""))
	w.do("UPDATE category SET currency = 'ETB' WHERE id = $1", c.ID)
	w.Is(c.TryPublish(w.Officer), sourcing.NotReady) // sealed in another currency
}

// A photograph of an item is looked at by its authors and, once published, by whoever
// may see the category; no other item, category or company has it.
func TestPhotographsOfItems(t *testing.T) {
	t.Parallel()
	w := listen(t, 1)
	c := w.Author(policyOf(sourcing.AssetDisposal), things)
	picture := dot(t)
	add := func(item, id uuid.UUID, name string, data []byte) error {
		return w.Sourcing.AddPhoto(w.Context(), w.Officer, w.Officer.Org, c.ID, item, sourcingsvc.Photo{ID: id, Name: name, Bytes: data})
	}
	id, item := uuid.New(), c.Items["1"]
	w.Must(add(item, id, "ከፊት «coach»/../front.png", picture))
	w.Must(add(item, id, "again.png", picture))
	w.Is(add(c.Items["2"], id, "x.png", picture), sourcing.ItemNotFound)
	w.Is(add(item, uuid.New(), "x.pdf", story.PDF), fault.Invalid)
	w.Is(add(item, uuid.New(), "x.png", make([]byte, sourcing.MaxAssetPhoto+1)), fault.Invalid)
	w.Is(add(item, uuid.New(), strings.Repeat("x", 300), picture), fault.Invalid)
	var fine bytes.Buffer
	w.Must(png.Encode(&fine, image.NewGray(image.Rect(0, 0, 5000, 5001))))
	if err := add(item, uuid.New(), "x.png", fine.Bytes()); err == nil || fault.As(err).Fields[0].Code != sourcing.PhotoTooFine {
		t.Errorf("25,005,000 points: %v", err)
	}
	for range sourcing.MaxAssetPhotos - 1 {
		w.Must(add(item, uuid.New(), "x.png", picture))
	}
	w.Is(add(item, uuid.New(), "x.png", picture), sourcing.EnoughPhotos)
	if a := asset(c, "1"); len(a.Photos) != sourcing.MaxAssetPhotos || a.Photos[0].ID != id {
		t.Errorf("its photographs are %+v", a.Photos)
	}
	_, err := w.Sourcing.SupplierItemPhoto(w.Context(), w.Bidders[0], c.ID, item, id)
	w.Is(err, sourcing.CategoryNotFound) // still a draft
	copied, err := w.Sourcing.Duplicate(w.Context(), w.Officer, w.Officer.Org, c.ID, nil)
	w.Must(err)
	twin, err := w.Sourcing.Category(w.Context(), w.Officer, w.Officer.Org, copied)
	w.Must(err)
	if a := twin.Items[0].Asset; a == nil || len(a.Photos) != sourcing.MaxAssetPhotos || a.Photos[0].ID == id {
		t.Errorf("a copy has %+v", a)
	}
	w.Must(c.TryPublish(w.Officer))
	d, err := w.Sourcing.SupplierItemPhoto(w.Context(), w.Bidders[0], c.ID, item, id)
	if err != nil || d.MediaType != "image/png" {
		t.Errorf("%s, %v", d.MediaType, err)
	}
	_, err = w.Sourcing.ItemPhoto(w.Context(), w.Officer, w.Officer.Org, c.ID, c.Items["2"], id)
	w.Is(err, document.Missing)
	w.Is(w.Sourcing.RemovePhoto(w.Context(), w.Officer, w.Officer.Org, c.ID, item, id), sourcing.Published)
}
