package notifysvc

import (
	"bytes"
	"context"
	"strconv"
	"time"

	"github.com/xuri/excelize/v2"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/platform/mail"
	"zabuni.org/core/platform/sheet"
)

// ReportInput is what a report covers.
type ReportInput struct {
	Statuses    []string    `json:"statuses"`
	Kinds       []mail.Kind `json:"kinds"`
	Search      string      `json:"search"`
	Days        int         `json:"days"`
	CreatedFrom day.Day     `json:"created_from"`
	CreatedTo   day.Day     `json:"created_to"`
	Language    string      `json:"language"`
}

// maxReport bounds a workbook.
const maxReport = 50_000

var reportWords = map[string][]string{
	"en": {"Summary", "Messages", "Kind", "Status", "Messages", "Recipient", "Attempts", "Created (UTC)", "Sent (UTC)", "Reason"},
	"am": {"ማጠቃለያ", "መልእክቶች", "ዓይነት", "ሁኔታ", "መልእክቶች", "ተቀባይ", "ሙከራዎች", "የተፈጠረ (UTC)", "የተላከ (UTC)", "ምክንያት"},
	"fr": {"Synthèse", "Messages", "Type", "État", "Messages", "Destinataire", "Tentatives", "Créé (UTC)", "Envoyé (UTC)", "Motif"},
	"pt": {"Resumo", "Mensagens", "Tipo", "Estado", "Mensagens", "Destinatário", "Tentativas", "Criada (UTC)", "Enviada (UTC)", "Motivo"},
	"sw": {"Muhtasari", "Ujumbe", "Aina", "Hali", "Ujumbe", "Mpokeaji", "Majaribio", "Iliundwa (UTC)", "Ilitumwa (UTC)", "Sababu"},
}

// Report writes the ledger as a workbook: counts on one sheet, messages on the other.
func (s *Service) Report(ctx context.Context, a access.Actor, in ReportInput, progress func(done, total int64) error) ([]byte, error) {
	if err := a.Need(access.ViewReport); err != nil {
		return nil, err
	}
	if err := a.Staff(access.ManageDocuments); err != nil {
		return nil, err
	}
	words, ok := reportWords[in.Language]
	if !ok {
		words = reportWords["en"]
	}
	counts, err := s.analysis(ctx, in.Days)
	if err != nil {
		return nil, err
	}
	var total int64
	for _, n := range counts.Total {
		total += n
	}
	total = min(total, maxReport)
	f := excelize.NewFile()
	defer func() { _ = f.Close() }()
	if err := f.SetSheetName("Sheet1", words[0]); err != nil {
		return nil, err
	}
	if _, err := f.NewSheet(words[1]); err != nil {
		return nil, err
	}
	head, err := f.NewStreamWriter(words[0])
	if err != nil {
		return nil, err
	}
	if err := head.SetRow("A1", []any{words[2], words[3], words[4]}); err != nil {
		return nil, err
	}
	for i, c := range counts.Kinds {
		if err := head.SetRow("A"+strconv.Itoa(i+2), []any{c.Key, c.Status, c.N}); err != nil {
			return nil, err
		}
	}
	if err := head.Flush(); err != nil {
		return nil, err
	}
	body, err := f.NewStreamWriter(words[1])
	if err != nil {
		return nil, err
	}
	if err := body.SetRow("A1", []any{words[7], words[2], words[5], words[3], words[6], words[8], words[9]}); err != nil {
		return nil, err
	}
	filter := MailFilter{
		Statuses: in.Statuses,
		Kinds:    in.Kinds,
		Search:   in.Search,
		Days:     in.Days,
		Created:  day.Between(in.CreatedFrom, in.CreatedTo, a.Zone),
	}
	after, row := "", 2
	for row-2 < maxReport {
		got, err := s.mails(ctx, filter, after, 500)
		if err != nil {
			return nil, err
		}
		for _, m := range got.Items {
			sent := ""
			if m.SentAt != nil {
				sent = m.SentAt.UTC().Format(time.DateTime)
			}
			cells := []any{m.CreatedAt.UTC().Format(time.DateTime), m.Kind, sheet.Plain(m.Recipient), m.Status, m.Attempts, sent, sheet.Plain(m.Error)}
			if err := body.SetRow("A"+strconv.Itoa(row), cells); err != nil {
				return nil, err
			}
			row++
		}
		if err := progress(int64(row-2), max(total, int64(row-2))); err != nil {
			return nil, err
		}
		if after = got.Next; after == "" {
			break
		}
	}
	if err := body.Flush(); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = f.Write(&out)
	return out.Bytes(), err
}
