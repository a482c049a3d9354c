-- name: QueueMail :exec
INSERT INTO mail_delivery (id, account_id, company_id, recipient, name, kind, language, data, purpose, session_id, document_id, statutory, under_category, privilege, of_category, status, next_try_at, created_at)
SELECT @id, one.account, @company_id, @recipient::text, @name, @kind, @language, @data, @purpose, @session_id, @document_id, @statutory::boolean, @under_category, @privilege, @of_category,
       CASE WHEN @statutory::boolean THEN 'queued'
            WHEN c.way = 'none' OR EXISTS (SELECT FROM mail_unsubscribed u WHERE u.email = (@recipient::text)::citext) THEN 'suppressed'
            WHEN c.way = 'summary' AND NOT @at_once::boolean THEN 'gathered' ELSE 'queued' END,
       CASE WHEN @at_once::boolean OR h.account_id IS NULL THEN one.now
            WHEN c.way = 'summary' THEN zabuni.next_hour(one.now, h.zone, h.summary_at)
            ELSE zabuni.heard_at(one.now, h.zone, h.quiet_from, h.quiet_until) END, one.now
FROM (SELECT sqlc.narg(account_id)::uuid AS account, @now::timestamptz AS now) one
LEFT JOIN mail_choice c ON c.account_id = one.account AND c.area = @area LEFT JOIN mail_hours h ON h.account_id = one.account;

-- name: DueMails :many
-- scope: system: the sender; a lease of one minute, so that a sender that dies leaves nothing stuck.
UPDATE mail_delivery SET next_try_at = zabuni.clock() + interval '1 minute', attempts = attempts + 1
WHERE id IN (SELECT d.id FROM mail_delivery d WHERE d.status = 'queued' AND d.next_try_at <= zabuni.clock()
             ORDER BY d.next_try_at LIMIT @max_rows FOR UPDATE SKIP LOCKED)
RETURNING id, account_id, recipient, name, kind, language, data, purpose, session_id, document_id, privilege, of_category, attempts;

-- name: MailSent :exec
-- scope: system: the sender.
UPDATE mail_delivery SET status = 'sent', sent_at = zabuni.clock(), error = '' WHERE id = @id;

-- name: MailFailed :exec
-- scope: system: the sender.
UPDATE mail_delivery SET status = @status, error = @error,
       next_try_at = zabuni.clock() + make_interval(secs => @wait_seconds::float8)
WHERE id = @id;

-- name: Notify :exec
-- scope: system: the reader's own row, written by a consumer.
INSERT INTO notification (id, account_id, kind, params, href, created_at) VALUES (@id, @account_id, @kind, @params, @href, @now);

-- name: Notifications :many
-- scope: system: the caller's own.
SELECT id, kind, params, href, created_at, read_at FROM notification
WHERE account_id = @account_id AND (NOT @unread::boolean OR read_at IS NULL) AND (created_at, id) < (@after_at::timestamptz, @after_id::uuid)
ORDER BY created_at DESC, id DESC LIMIT @max_rows;

-- name: CountUnread :one
-- scope: system: the caller's own.
SELECT count(*) FROM notification WHERE account_id = @account_id AND read_at IS NULL;

-- name: MarkRead :execrows
-- scope: system: the caller's own.
UPDATE notification SET read_at = @now WHERE account_id = @account_id AND read_at IS NULL
  AND (sqlc.narg(id)::uuid IS NULL OR id = sqlc.narg(id));

-- name: Unsubscribe :exec
INSERT INTO mail_unsubscribed (email, at) VALUES (@email::citext, @now) ON CONFLICT DO NOTHING;

-- name: Resubscribe :exec
DELETE FROM mail_unsubscribed WHERE email = @email::citext;

-- name: Unsubscribed :one
SELECT EXISTS (SELECT FROM mail_unsubscribed WHERE email = @email::citext);
