package app_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/evaluation"
	"zabuni.org/core/evaluation/evaluationsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/locale"
	"zabuni.org/core/party"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/platform/sign"
	"zabuni.org/core/sourcing"
)

// signing is a category whose result stands, two people having judged it, or opened it where nobody
// judges, of whom one may sign on the other's machine.
func signing(t *testing.T, activity sourcing.Activity) (tale, access.Actor, access.Actor) {
	t.Helper()
	p, _ := sourcing.PolicyOf(activity)
	w := story.New(t, len(bidders)+1)
	var err error
	w.Evaluation.Signer, err = sign.NewAuthority(make([]byte, 32), append(make([]byte, 31), 1))
	w.Must(err)
	terms := lorries
	terms.Invited = w.Bidders[:len(bidders)]
	x := tale{w.Publish(p, terms), map[string]string{}}
	x.enter(terms.Invited, w.Bidders[len(bidders)])
	x.Close()
	x.judge()
	one, two := w.Officer, w.Second
	one.Confirmed, two.Confirmed = story.Noon.Add(1000*time.Hour), story.Noon.Add(1000*time.Hour)
	return x, one, two
}

// The report on a result is signed by those who judged, each of whom has read it as it is and
// has proved who they are; anybody can verify what they signed, and it is the result that stands.
func TestTheReportOfAnEvaluationIsSigned(t *testing.T) {
	t.Parallel()
	x, one, two := signing(t, sourcing.Tender)
	ctx, owner := t.Context(), x.Officer.Org
	at := func(a access.Actor) evaluationsvc.Signing {
		t.Helper()
		got, err := x.Evaluation.Signing(ctx, a, owner, x.ID)
		x.Must(err)
		return got
	}
	read := func(a access.Actor) (string, []byte) {
		t.Helper()
		_, paper, err := x.Evaluation.ReportPaper(ctx, a, owner, x.ID)
		x.Must(err)
		sum := sha256.Sum256(paper)
		return hex.EncodeToString(sum[:]), paper
	}
	sign1 := func(a access.Actor, shown, key string) error {
		return x.Evaluation.SignReport(ctx, a, owner, x.ID, shown, key)
	}
	begin := func(a access.Actor, language string) error {
		return x.Evaluation.BeginReport(ctx, a, owner, x.ID, locale.Language(language))
	}
	none := at(one)
	if none.Latest != nil || none.MayBegin != nil || none.MaySign == nil || len(none.Members) == 0 {
		t.Fatalf("%+v", none)
	}
	_, _, err := x.Evaluation.ReportPaper(ctx, one, owner, x.ID)
	x.Is(err, evaluation.NoReport)
	x.Is(sign1(one, "00", "key-before-all"), evaluation.NoReport)

	// Who has no hand in it neither has it made nor reads it.
	reader := one
	reader.Privileges = []access.Privilege{access.ManageJob, access.ViewReport}
	x.Is(begin(reader, "en"), fault.Forbidden)
	staff := x.Person("operator", access.Operator, uuid.Nil)
	x.Is(begin(staff, "en"), party.ServiceOff)
	_, err = x.Evaluation.Signing(ctx, x.Bidders[0], owner, x.ID)
	x.Is(err, fault.Forbidden)

	x.Must(begin(one, "fr"))
	x.Must(begin(one, "en")) // nobody had signed the one in French
	first := at(one)
	if first.Latest.Number != 2 || first.Latest.Language != "en" || first.Latest.Outcome != "" || len(first.Latest.Signers) != len(none.Members) {
		t.Fatalf("%+v", first.Latest)
	}
	shown, unsigned := read(one)
	if hex.EncodeToString(first.Latest.Sum) != shown || !bytes.HasPrefix(unsigned, []byte("%PDF-")) {
		t.Errorf("the paper is not what its row says")
	}
	stale := one
	stale.Confirmed = time.Time{}
	x.Is(sign1(stale, shown, "key-without-proof"), fault.StepUp)
	x.Is(sign1(one, hex.EncodeToString(make([]byte, 32)), "key-of-another-paper"), evaluation.PaperChanged)
	x.Is(sign1(one, "no hex", "key-of-no-paper"), evaluation.PaperChanged)
	members := map[uuid.UUID]access.Actor{one.User: one, two.User: two}
	for i, s := range first.Latest.Signers {
		a, ok := members[s.Account]
		if !ok {
			t.Fatalf("%s signs and has no hand in it", s.Name)
		}
		shown, _ := read(a)
		x.Must(sign1(a, shown, "key-of-mine-"+a.User.String()))
		x.Must(sign1(a, shown, "key-of-mine-"+a.User.String())) // a lost answer
		x.Is(sign1(a, shown, "another-key-"+a.User.String()), evaluation.SignedByYou)
		if i == 0 && len(first.Latest.Signers) > 1 {
			x.Is(begin(a, "sw"), evaluation.ReportWaits)
		}
	}
	_, paper := read(two)
	proved, err := sign.Verify(paper, x.Evaluation.Signer.Roots()...)
	x.Must(err)
	if len(proved) != len(first.Latest.Signers) || !bytes.HasPrefix(paper, unsigned) {
		t.Errorf("%d signatures of %d over another paper", len(proved), len(first.Latest.Signers))
	}
	done := at(two)
	if done.Latest.Outcome != evaluation.AllSigned || done.Latest.EndedAt == nil || done.Moved || done.MaySign == nil {
		t.Errorf("%+v", done.Latest)
	}
	x.Is(begin(one, "en"), evaluation.ReportSigned)
	for i, s := range done.Latest.Signers {
		if s.StampedAt == nil || i >= len(proved) || !s.StampedAt.Equal(proved[i].Stamped) {
			t.Errorf("%s signed at %v by the time service, and the paper says otherwise", s.Name, s.StampedAt)
		}
		if x.Count("SELECT count(*) FROM evaluation_signer WHERE account_id = $1 AND proved_at = $2", s.Account, members[s.Account].Confirmed) != 1 {
			t.Errorf("when %s proved who they are is not kept", s.Name)
		}
		if s.SignedAt == nil || s.Entry == nil || x.Count("SELECT count(*) FROM audit_entry WHERE id = $1 AND action = 'evaluation.report.signed'", *s.Entry) != 1 {
			t.Errorf("%+v", s)
		}
	}
}

// A report that says another result than stands is signed by nobody: it is made anew.
func TestAReportSaysTheResultThatStands(t *testing.T) {
	t.Parallel()
	x, one, _ := signing(t, sourcing.Tender)
	ctx, owner := t.Context(), x.Officer.Org
	x.Must(x.Evaluation.BeginReport(ctx, one, owner, x.ID, "en"))
	_, paper, err := x.Evaluation.ReportPaper(ctx, one, owner, x.ID)
	x.Must(err)
	sum := sha256.Sum256(paper)
	_, err = pgtest.Tamper(ctx, pgtest.As(t, x.DB, ""), "UPDATE bid_result SET technical = technical + 1 WHERE submission_id = $1", x.Submission(x.Bidders[0]))
	x.Must(err)
	x.Is(x.Evaluation.SignReport(ctx, one, owner, x.ID, hex.EncodeToString(sum[:]), "key-of-the-old"), evaluation.ResultMoved)
	got, err := x.Evaluation.Signing(ctx, one, owner, x.ID)
	x.Must(err)
	if !got.Moved || got.MayBegin != nil || got.MaySign == nil {
		t.Errorf("%+v", got)
	}
	x.Must(x.Evaluation.BeginReport(ctx, one, owner, x.ID, "en"))
	if n := x.Count("SELECT count(*) FROM evaluation_report WHERE category_id = $1 AND outcome = 'replaced'", x.ID); n != 1 {
		t.Errorf("%d reports are replaced", n)
	}
}

// paperOf is the report as somebody reads it, with its sum.
func (x tale) paperOf(a access.Actor) (string, []byte) {
	x.Helper()
	_, paper, err := x.Evaluation.ReportPaper(x.Context(), a, x.Officer.Org, x.ID)
	x.Must(err)
	sum := sha256.Sum256(paper)
	return hex.EncodeToString(sum[:]), paper
}

// signs has somebody sign the report that they have read.
func (x tale) signs(a access.Actor) error {
	x.Helper()
	shown, _ := x.paperOf(a)
	return x.Evaluation.SignReport(x.Context(), a, x.Officer.Org, x.ID, shown, uuid.NewString())
}

// Where nobody judges, those sign who opened: by the right to open, which is all that they have. Others who may
// open have no part in it.
func TestWhoOpenedSignsWhereNobodyJudges(t *testing.T) {
	t.Parallel()
	x, one, two := signing(t, sourcing.AssetDisposal)
	ctx, owner := t.Context(), x.Officer.Org
	other := x.Person("buyer", access.Buyer, owner)
	for _, a := range []*access.Actor{&one, &two, &other} {
		a.Privileges = []access.Privilege{access.OpenBids}
	}
	got, err := x.Evaluation.Signing(ctx, one, owner, x.ID)
	x.Must(err)
	if len(got.Members) != 2 || got.MayBegin != nil {
		t.Fatalf("%+v", got)
	}
	x.Is(x.Evaluation.BeginReport(ctx, other, owner, x.ID, "en"), evaluation.NotSigner)
	x.Must(x.Evaluation.BeginReport(ctx, one, owner, x.ID, "en"))
	_, _, err = x.Evaluation.ReportPaper(ctx, other, owner, x.ID)
	x.Is(err, evaluation.NotSigner)
	x.Is(x.Evaluation.SignReport(ctx, other, owner, x.ID, "00", "key-of-another"), evaluation.NotSigner)
	if got, err = x.Evaluation.Signing(ctx, other, owner, x.ID); err != nil || got.Latest != nil || len(got.Members) > 0 || got.MayBegin == nil || got.MaySign == nil {
		t.Errorf("%+v %v", got, err)
	}
	x.Must(x.signs(one))
	x.Must(x.signs(two))
	if got, err = x.Evaluation.Signing(ctx, two, owner, x.ID); err != nil || got.Latest.Outcome != evaluation.AllSigned {
		t.Errorf("%+v %v", got, err)
	}
}

// Who can sign no more is not waited for: the report is made anew without them, and says so.
func TestAReportGoesOnWithoutWhoIsGone(t *testing.T) {
	t.Parallel()
	x, one, two := signing(t, sourcing.Tender)
	ctx, owner := t.Context(), x.Officer.Org
	at := func(a access.Actor) evaluationsvc.Signing {
		t.Helper()
		got, err := x.Evaluation.Signing(ctx, a, owner, x.ID)
		x.Must(err)
		return got
	}
	begin := func() error { return x.Evaluation.BeginReport(ctx, one, owner, x.ID, "en") }
	do := func(sql string, args ...any) {
		t.Helper()
		_, err := pgtest.Do(ctx, x.DB, sql, args...)
		x.Must(err)
	}
	x.Must(begin())
	if len(at(one).Members) != 2 {
		t.Fatalf("%+v", at(one).Members)
	}
	x.Must(x.signs(one))
	x.Is(begin(), evaluation.ReportWaits)
	for name, way := range map[string][2]string{
		"the door is closed to them": {"INSERT INTO category_access (account_id, category_id, buyer_id, allowed) SELECT a.id, $2, a.company_id, false FROM account a WHERE a.id = $1",
			"DELETE FROM category_access WHERE account_id = $1 AND category_id = $2"},
		"they are deactivated": {"UPDATE account SET status = 'deactivated' WHERE id = $1 AND $2::uuid IS NOT NULL",
			"UPDATE account SET status = 'active' WHERE id = $1 AND $2::uuid IS NOT NULL"},
	} {
		do(way[0], two.User, x.ID)
		if got := at(one); got.MayBegin != nil || len(got.Members) != 1 || len(got.LeftOut) != 1 || got.LeftOut[0].AccountID != two.User {
			t.Errorf("%s: %+v", name, got)
		}
		do(way[1], two.User, x.ID)
		x.Is(begin(), evaluation.ReportWaits)
	}
	do("DELETE FROM account_role WHERE account_id = $1", two.User) // they have no right any more
	x.Must(begin())
	got := at(one)
	if got.Latest.Number != 2 || len(got.Latest.Signers) != 2 {
		t.Fatalf("%+v", got.Latest)
	}
	for _, s := range got.Latest.Signers {
		if s.LeftOut != (s.Account == two.User) {
			t.Errorf("%+v", s)
		}
	}
	if n := x.Count("SELECT count(*) FROM audit_entry WHERE action = 'evaluation.report.begun' AND detail->'left_out'->>0 = $1::text", two.User.String()); n != 1 {
		t.Errorf("the log says it in %d entries", n)
	}
	_, paper := x.paperOf(one)
	if said := reads(t, paper); !strings.Contains(said, "\nSigns\n") || !strings.Contains(said, "\nno\n") || !strings.Contains(said, "\nyes\n") {
		t.Errorf("the paper does not say who signs: %s", said)
	}
	x.Is(x.signs(two), evaluation.NotSigner)
	x.Must(x.signs(one))
	if got := at(one); got.Latest.Outcome != evaluation.AllSigned {
		t.Errorf("it waits for who is gone: %+v", got.Latest)
	}
	x.Is(begin(), evaluation.ReportSigned)
}
