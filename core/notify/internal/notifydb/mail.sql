-- name: InsertAttempt :exec
INSERT INTO mail_attempt (delivery_id, number, at, outcome, error) VALUES (@delivery_id, @number, zabuni.clock(), @outcome, @error);

-- name: Attempts :many
SELECT number, at, outcome, error FROM mail_attempt WHERE delivery_id = @delivery_id ORDER BY at, number;

-- name: MailTemplate :one
SELECT subject, body FROM mail_template WHERE kind = @kind AND language = @language;

-- name: MailTemplates :many
-- scope: operator: who changed the words.
SELECT t.kind, t.language, t.subject, t.body, t.updated_at, (a.first_name || ' ' || a.last_name)::text AS updated_by
FROM mail_template t JOIN account a ON a.id = t.updated_by WHERE t.language = @language;

-- name: PutTemplate :exec
INSERT INTO mail_template (kind, language, subject, body, updated_by, updated_at) VALUES (@kind, @language, @subject, @body, @updated_by, @now)
ON CONFLICT (kind, language) DO UPDATE SET subject = @subject, body = @body, updated_by = @updated_by, updated_at = @now;

-- name: DropTemplate :execrows
DELETE FROM mail_template WHERE kind = @kind AND language = @language;

-- name: Outgoing :many
-- scope: operator: everybody's mails, to find out why one did not arrive.
SELECT d.id, d.recipient, d.name, d.kind, d.language, d.statutory, d.status, d.attempts, d.error, d.created_at, d.sent_at
FROM mail_delivery d
WHERE (d.created_at, d.id) < (@after_at::timestamptz, @after_id::uuid)
  AND (cardinality(@statuses::text[]) = 0 OR d.status = ANY(@statuses::text[])) AND (cardinality(@kinds::text[]) = 0 OR d.kind = ANY(@kinds::text[]))
  AND (sqlc.narg(search)::text IS NULL OR d.recipient ILIKE '%' || sqlc.narg(search) || '%')
  AND d.created_at >= @since
  AND zabuni.within(d.created_at, sqlc.narg(created_from)::date, sqlc.narg(created_to)::date, @zone::text)
  AND NOT zabuni.unclosed(d.under_category)
  AND d.kind <> 'question_refused' -- who asked is for nobody
ORDER BY d.created_at DESC, d.id DESC LIMIT @max_rows;

-- name: OutgoingMail :one
-- scope: operator: one of everybody's mails.
SELECT d.id, d.recipient, d.name, d.kind, d.language, d.statutory, d.status, d.attempts, d.error, d.created_at, d.sent_at FROM mail_delivery d
WHERE d.id = @id AND NOT zabuni.unclosed(d.under_category) AND d.kind <> 'question_refused';

-- name: CountByKind :many
-- scope: operator: everybody's mails, counted.
SELECT d.kind, d.status, count(*) AS n FROM mail_delivery d
WHERE d.created_at >= @since AND NOT zabuni.unclosed(d.under_category) AND d.kind <> 'question_refused'
GROUP BY d.kind, d.status ORDER BY d.kind, d.status;

-- name: CountByDay :many
-- scope: operator: everybody's mails, counted.
SELECT (d.created_at AT TIME ZONE 'UTC')::date::timestamptz AS day, d.status, count(*) AS n FROM mail_delivery d
WHERE d.created_at >= @since AND NOT zabuni.unclosed(d.under_category)
GROUP BY 1, 2 ORDER BY 1, 2;

-- name: CountReasons :many
-- scope: operator: why mails of everybody did not go out.
SELECT d.error, count(*) AS n FROM mail_delivery d
WHERE d.created_at >= @since AND d.status IN ('failed', 'bounced') AND d.error <> ''
  AND NOT zabuni.unclosed(d.under_category)
GROUP BY d.error ORDER BY n DESC, d.error LIMIT 10;

-- name: RetryMail :execrows
-- scope: operator: a mail that was given up.
UPDATE mail_delivery d SET status = 'queued', attempts = 0, next_try_at = zabuni.clock(), error = ''
WHERE d.id = @id AND d.status IN ('failed', 'bounced')
  AND NOT zabuni.unclosed(d.under_category) AND d.kind <> 'question_refused';
