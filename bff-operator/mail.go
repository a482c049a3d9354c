package bffoperator

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/locale"
	"zabuni.org/core/notify/notifysvc"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/platform/mail"
	"zabuni.org/core/platform/task/taskhttp"
	"zabuni.org/core/platform/task/tasksvc"
)

type (
	// MailTemplate is the wording of a kind of e-mail in one language.
	MailTemplate struct {
		Kind         mail.Kind       `json:"kind"`
		Language     locale.Language `json:"language"`
		Subject      string          `json:"subject"`
		Body         []string        `json:"body" doc:"Paragraphs"`
		Own          bool            `json:"own" doc:"The operator's words, not the built-in ones"`
		Statutory    bool            `json:"statutory" doc:"Goes out whatever its reader has chosen"`
		Placeholders []string        `json:"placeholders"`
		UpdatedAt    *time.Time      `json:"updated_at,omitempty"`
		UpdatedBy    string          `json:"updated_by,omitempty"`
	}
	languageQuery struct {
		Language locale.Language `query:"language" default:"en"`
	}
	// MailTemplates are the wordings of one language.
	MailTemplates struct {
		Items []MailTemplate `json:"items"`
	}
	// MailTemplatePath names a wording.
	MailTemplatePath struct {
		Kind     mail.Kind       `path:"kind"`
		Language locale.Language `path:"language"`
	}
	wordingInput struct {
		MailTemplatePath
		Body struct {
			Subject string   `json:"subject" maxLength:"1000"`
			Body    []string `json:"body" maxItems:"100"`
		}
	}
	// MailPreview is a message as it would go out, with sample values.
	MailPreview struct {
		Subject string `json:"subject"`
		Text    string `json:"text"`
	}
	outgoingQuery struct {
		Statuses    []string    `query:"status,explode" enum:"queued,sent,failed,suppressed,bounced,gathered,summarised" maxItems:"20"`
		Kinds       []mail.Kind `query:"kind,explode" maxItems:"50"`
		Search      string      `query:"search" maxLength:"100"`
		Days        int         `query:"days" minimum:"1" maximum:"366" default:"30" doc:"How far back, where no day is named"`
		CreatedFrom day.Day     `query:"created_from"`
		CreatedTo   day.Day     `query:"created_to"`
		After       string      `query:"after" maxLength:"200"`
		Limit       int         `query:"limit" minimum:"1" maximum:"100" default:"20"`
	}
	// OutgoingMail is one message of the ledger.
	OutgoingMail struct {
		ID        uuid.UUID       `json:"id" format:"uuid"`
		Recipient string          `json:"recipient"`
		Name      string          `json:"name"`
		Kind      mail.Kind       `json:"kind"`
		Language  locale.Language `json:"language"`
		Statutory bool            `json:"statutory"`
		Status    string          `json:"status" enum:"queued,sent,failed,suppressed,bounced,gathered,summarised"`
		Attempts  int32           `json:"attempts"`
		Error     string          `json:"error,omitempty"`
		CreatedAt time.Time       `json:"created_at"`
		SentAt    *time.Time      `json:"sent_at,omitempty"`
	}
	// OutgoingMails is one page of them.
	OutgoingMails struct {
		Items []OutgoingMail `json:"items"`
		Next  string         `json:"next,omitempty"`
	}
	mailPath struct {
		MailID uuid.UUID `path:"mail_id" format:"uuid"`
	}
	// MailAttempt is one try to send a message.
	MailAttempt struct {
		Number  int32     `json:"number"`
		At      time.Time `json:"at"`
		Outcome string    `json:"outcome" enum:"sent,failed,bounced,left,denied"`
		Error   string    `json:"error,omitempty"`
	}
	// OutgoingDetail is a message with its attempts.
	OutgoingDetail struct {
		Mail  OutgoingMail  `json:"mail"`
		Tries []MailAttempt `json:"tries"`
	}
	daysQuery struct {
		Days int `query:"days" minimum:"1" maximum:"366" default:"30"`
	}
	// MailCount is how many messages there are of a day or for a reason.
	MailCount struct {
		Key    string `json:"key"`
		Status string `json:"status,omitempty" enum:"queued,sent,failed,suppressed,bounced,gathered,summarised"`
		Count  int64  `json:"count"`
	}
	// MailKindCount is how many messages there are of a kind.
	MailKindCount struct {
		Kind   mail.Kind `json:"kind"`
		Status string    `json:"status" enum:"queued,sent,failed,suppressed,bounced,gathered,summarised"`
		Count  int64     `json:"count"`
	}
	// MailAnalysis is the ledger in figures.
	MailAnalysis struct {
		Total   map[string]int64 `json:"total" doc:"By status"`
		Kinds   []MailKindCount  `json:"kinds"`
		Days    []MailCount      `json:"days"`
		Reasons []MailCount      `json:"reasons"`
	}
	// MailReportForm says what a report covers.
	MailReportForm struct {
		Statuses    []string        `json:"status,omitempty" enum:"queued,sent,failed,suppressed,bounced,gathered,summarised" maxItems:"20"`
		Kinds       []mail.Kind     `json:"kind,omitempty" maxItems:"50"`
		Search      string          `json:"search,omitempty" maxLength:"100"`
		Days        int             `json:"days" minimum:"1" maximum:"366" doc:"How far back, where no day is named"`
		CreatedFrom day.Day         `json:"created_from,omitempty"`
		CreatedTo   day.Day         `json:"created_to,omitempty"`
		Language    locale.Language `json:"language"`
	}
	mailReportInput struct{ Body MailReportForm }
)

func mountMail(b *httpkit.BFF, a *app.App) {
	s := a.Notify
	documents := access.Only(access.Operator, access.ManageDocuments)
	op := func(method, path, id, summary string) httpkit.Operation {
		return httpkit.Operation{ID: id, Method: method, Path: path, Tag: "mail", Summary: summary}
	}
	httpkit.Route(b, documents, op(http.MethodGet, "/email-templates", "mailTemplates", "The wordings of all e-mails in a language"),
		func(ctx context.Context, in *languageQuery) (*httpkit.Body[MailTemplates], error) {
			got, err := s.Templates(ctx, httpkit.Actor(ctx), string(in.Language))
			out := MailTemplates{Items: make([]MailTemplate, len(got))}
			for i, t := range got {
				out.Items[i] = MailTemplate{
					Kind:         t.Kind,
					Language:     locale.Language(t.Language),
					Subject:      t.Wording.Subject,
					Body:         t.Wording.Body,
					Own:          t.Own,
					Statutory:    t.Kind.Statutory(),
					Placeholders: t.Placeholders,
					UpdatedAt:    t.UpdatedAt,
					UpdatedBy:    t.UpdatedBy,
				}
			}
			return httpkit.JSON(out, err)
		})
	httpkit.Route(b, documents, op(http.MethodPut, "/email-templates/{kind}/{language}", "saveMailTemplate", "Own words for an e-mail"),
		func(ctx context.Context, in *wordingInput) (*httpkit.Empty, error) {
			return &httpkit.Empty{}, s.SaveTemplate(ctx, httpkit.Actor(ctx), in.Kind, string(in.Language), mail.Wording{Subject: in.Body.Subject, Body: in.Body.Body})
		})
	httpkit.Route(b, documents, op(http.MethodDelete, "/email-templates/{kind}/{language}", "resetMailTemplate", "Back to the built-in words"),
		func(ctx context.Context, in *MailTemplatePath) (*httpkit.Empty, error) {
			return &httpkit.Empty{}, s.ResetTemplate(ctx, httpkit.Actor(ctx), in.Kind, string(in.Language))
		})
	httpkit.Route(b, documents, op(http.MethodPost, "/email-templates/{kind}/{language}/preview", "previewMailTemplate", "An e-mail with sample values; nothing is stored"),
		func(ctx context.Context, in *wordingInput) (*httpkit.Body[MailPreview], error) {
			m, err := s.PreviewTemplate(ctx, httpkit.Actor(ctx), in.Kind, string(in.Language), mail.Wording{Subject: in.Body.Subject, Body: in.Body.Body})
			return httpkit.JSON(MailPreview{Subject: m.Subject, Text: m.Text}, err)
		})
	httpkit.Route(b, documents, op(http.MethodGet, "/emails/outgoing", "outgoingMails", "Outgoing e-mails, newest first"),
		func(ctx context.Context, in *outgoingQuery) (*httpkit.Body[OutgoingMails], error) {
			got, err := s.Mails(ctx, httpkit.Actor(ctx), notifysvc.MailFilter{
				Statuses: in.Statuses,
				Kinds:    in.Kinds,
				Search:   in.Search,
				Days:     in.Days,
				Created:  httpkit.Days(ctx, in.CreatedFrom, in.CreatedTo),
			}, in.After, in.Limit)
			out := OutgoingMails{Items: make([]OutgoingMail, len(got.Items)), Next: got.Next}
			for i, m := range got.Items {
				out.Items[i] = outgoingOf(m)
			}
			return httpkit.JSON(out, err)
		})
	httpkit.Route(b, documents, op(http.MethodGet, "/emails/outgoing/{mail_id}", "outgoingMail", "An outgoing e-mail with its attempts"),
		func(ctx context.Context, in *mailPath) (*httpkit.Body[OutgoingDetail], error) {
			m, tries, err := s.Mail(ctx, httpkit.Actor(ctx), in.MailID)
			out := OutgoingDetail{Mail: outgoingOf(m), Tries: make([]MailAttempt, len(tries))}
			for i, t := range tries {
				out.Tries[i] = MailAttempt(t)
			}
			return httpkit.JSON(out, err)
		})
	httpkit.Route(b, documents, op(http.MethodPost, "/emails/outgoing/{mail_id}/retry", "retryMail", "Send an e-mail again that was given up"),
		func(ctx context.Context, in *mailPath) (*httpkit.Empty, error) {
			return &httpkit.Empty{}, s.RetryMail(ctx, httpkit.Actor(ctx), in.MailID)
		})
	httpkit.Route(b, documents, op(http.MethodGet, "/emails/analysis", "mailAnalysis", "Outgoing e-mails in figures"),
		func(ctx context.Context, in *daysQuery) (*httpkit.Body[MailAnalysis], error) {
			got, err := s.Analysis(ctx, httpkit.Actor(ctx), in.Days)
			return httpkit.JSON(MailAnalysis{
				Total:   got.Total,
				Kinds:   kindsOf(got.Kinds),
				Days:    counts(got.Days),
				Reasons: counts(got.Reasons),
			}, err)
		})
	httpkit.Route(b, access.Only(access.Operator, access.ViewReport), op(http.MethodPost, "/emails/report", "mailReport", "Write the ledger as a workbook, in the background"),
		func(ctx context.Context, in *mailReportInput) (*httpkit.Body[taskhttp.TaskStarted], error) {
			id, err := a.Tasks.Start(ctx, a.DB, httpkit.Actor(ctx), tasksvc.Start{Kind: app.MailReport, Input: in.Body.report(),
				Path: "/zabuni/emails/report/progress/{task_id}", Back: "/zabuni/emails/analyze/outgoing"})
			return httpkit.JSON(taskhttp.TaskStarted{TaskID: id}, err)
		})
}

func (f MailReportForm) report() notifysvc.ReportInput {
	return notifysvc.ReportInput{
		Statuses:    f.Statuses,
		Kinds:       f.Kinds,
		Search:      f.Search,
		Days:        f.Days,
		CreatedFrom: f.CreatedFrom,
		CreatedTo:   f.CreatedTo,
		Language:    string(f.Language),
	}
}

func outgoingOf(m notifysvc.Outgoing) OutgoingMail {
	return OutgoingMail{
		ID:        m.ID,
		Recipient: m.Recipient,
		Name:      m.Name,
		Kind:      mail.Kind(m.Kind),
		Language:  locale.Language(m.Language),
		Statutory: m.Statutory,
		Status:    m.Status,
		Attempts:  m.Attempts,
		Error:     m.Error,
		CreatedAt: m.CreatedAt,
		SentAt:    m.SentAt,
	}
}

func kindsOf(list []notifysvc.Count) []MailKindCount {
	return httpkit.Each(list, func(c notifysvc.Count) MailKindCount {
		return MailKindCount{Kind: mail.Kind(c.Key), Status: c.Status, Count: c.N}
	})
}

func counts(list []notifysvc.Count) []MailCount {
	out := make([]MailCount, len(list))
	for i, c := range list {
		out[i] = MailCount{Key: c.Key, Status: c.Status, Count: c.N}
	}
	return out
}
