//go:build demo

package demo

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"zabuni.org/core/app"
	"zabuni.org/core/diligence"
	"zabuni.org/core/diligence/diligencesvc"
	"zabuni.org/core/opening"
	"zabuni.org/core/sourcing"
)

// visited are answers of a visit, in the order of its questions: the licence that the
// bid claims, then what is asked besides.
var visited = []diligence.Answer{
	{Value: "yes", Note: "The original hangs in the office."},
	{Value: "yes", Note: "Two gates, one guarded."},
	{Value: "14"},
	{Value: "Stock is counted on the first of each month; we saw the book."},
}

// visit asks what is seen on site. The first bidder has a date, where bids are ranked it
// was visited before, and where somebody is awarded it was cleared.
func (t tender) visit(ctx context.Context, a *app.App, clock *Clock, category uuid.UUID) error {
	actor, owner := t.by.actor, t.by.actor.Org
	if t.untouched || !t.has(sourcing.DueDiligence) {
		return nil
	}
	if err := a.Diligence.Declare(ctx, actor, owner, category, opening.InterestNone, ""); err != nil {
		return err
	}
	for _, q := range []diligence.Question{
		{Prompt: "Is the store closed off and guarded?", Help: "Walk around it; photograph the gate.", Kind: diligence.YesNo},
		{Prompt: "How many people work there today?", Help: "Count; do not ask.", Kind: diligence.Number},
		{Prompt: "How is stock counted?", Kind: diligence.Text},
	} {
		if _, err := a.Diligence.Ask(ctx, actor, owner, category, nil, q); err != nil {
			return err
		}
	}
	d, err := a.Diligence.Desk(ctx, actor, owner, category)
	if err != nil {
		return err
	}
	today, err := clock.today(ctx)
	if err != nil {
		return err
	}
	due := today.Add(2*day + morning)
	if t.stage != opened {
		due = t.closesAt.Add(2 * time.Hour)
	}
	plan := diligence.Plan{At: &due, Place: "The bidder's store, gate 2", People: t.by.first + " " + t.by.last + "; the store keeper"}
	for i, b := range d.Bids {
		if i > 0 {
			plan = diligence.Plan{} // a date is still to be found
		}
		if _, err := a.Diligence.Plan(ctx, actor, owner, b.SubmissionID, plan, 0); err != nil {
			return err
		}
	}
	if t.stage == opened || len(d.Bids) == 0 {
		return nil
	}
	return t.conduct(ctx, a, category, d.Bids[0].SubmissionID, due)
}

// conduct finds what there is to be found, and clears who is awarded.
func (t tender) conduct(ctx context.Context, a *app.App, category, bid uuid.UUID, due time.Time) error {
	actor, owner := t.by.actor, t.by.actor.Org
	sheet, err := a.Diligence.Sheet(ctx, actor, owner, bid)
	if err != nil {
		return err
	}
	var in diligencesvc.Conducted
	in.Arrival = &diligence.Arrival{At: due, Consent: true, Position: &diligence.Position{Latitude: -1.30918, Longitude: 36.85312}}
	for i, c := range sheet.Cells {
		answer := visited[(i+len(visited)-len(sheet.Cells))%len(visited)]
		answer.At = due.Add(time.Duration(i) * 10 * time.Minute)
		in.Changes = append(in.Changes, diligencesvc.Change{Question: c.ID, Answer: answer})
	}
	if _, err := a.Diligence.Conduct(ctx, actor, owner, bid, in); err != nil {
		return err
	}
	photo := diligencesvc.Photo{ID: uuid.Must(uuid.NewV7()), Question: sheet.Cells[len(sheet.Cells)-3].ID, Name: "gate.jpg", Bytes: gate()}
	if err := a.Diligence.AddPhoto(ctx, actor, owner, bid, photo); err != nil {
		return err
	}
	version, err := a.Diligence.Find(ctx, actor, owner, bid, "The store is as the bid describes it. The guard at the second gate leaves at six.", 2)
	if err != nil || t.stage != awarded {
		return err
	}
	until := t.closesAt.AddDate(1, 0, 0).Truncate(day)
	_, err = a.Evaluation.DecideVisit(ctx, actor, owner, bid, diligence.Decision{Outcome: diligence.Clear, ExpiresOn: &until}, version)
	return err
}

// lend lets somebody of the operator visit wherever somebody of the buyer does.
func lend(ctx context.Context, a *app.App, p *person) error {
	rows, err := a.DB.Query(ctx, `SELECT DISTINCT category_id, buyer_id FROM visit`)
	if err != nil {
		return err
	}
	type place struct{ Category, Buyer uuid.UUID }
	places, err := pgx.CollectRows(rows, pgx.RowToStructByPos[place])
	if err != nil {
		return err
	}
	for _, x := range places {
		if err := a.Diligence.Declare(ctx, p.actor, x.Buyer, x.Category, opening.InterestNone, ""); err != nil {
			return err
		}
	}
	return nil
}

// gate is a picture of a store with its gate.
func gate() []byte {
	return drawn([]part{
		{image.Rect(0, 0, 640, 480), color.RGBA{0xc9, 0xdd, 0xea, 0xff}},
		{image.Rect(0, 330, 640, 480), color.RGBA{0xb9, 0x9b, 0x73, 0xff}},
		{image.Rect(90, 150, 550, 340), color.RGBA{0x8d, 0x96, 0x9c, 0xff}},
		{image.Rect(70, 130, 570, 158), color.RGBA{0x5d, 0x4a, 0x3e, 0xff}},
		{image.Rect(250, 210, 390, 340), color.RGBA{0x2f, 0x5d, 0x50, 0xff}},
		{image.Rect(317, 210, 323, 340), color.RGBA{0x1d, 0x3b, 0x33, 0xff}},
	})
}

// A part of a picture is a surface in one tone.
type part struct {
	at   image.Rectangle
	tone color.RGBA
}

func drawn(parts []part) []byte {
	picture := image.NewRGBA(image.Rect(0, 0, 640, 480))
	for _, p := range parts {
		draw.Draw(picture, p.at, image.NewUniform(p.tone), image.Point{}, draw.Src)
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, picture, nil); err != nil {
		panic(err) // an encoder that writes to memory does not fail
	}
	return b.Bytes()
}
