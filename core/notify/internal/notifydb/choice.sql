-- name: Choices :many
SELECT area, way FROM mail_choice WHERE account_id = @account_id;

-- name: Hours :one
SELECT zone, quiet_from, quiet_until, summary_at FROM mail_hours WHERE account_id = @account_id;

-- name: CountryOf :one
-- scope: system: the caller's own.
SELECT c.country FROM account a JOIN company c ON c.id = a.company_id WHERE a.id = @account_id;

-- name: CountryOfCompany :one
-- scope: system: where the people of a company are.
SELECT country FROM company WHERE id = @company_id;

-- name: MoveHours :exec
-- scope: system: hours are of the clock of their company, and go with it.
UPDATE mail_hours h SET zone = @zone FROM account a WHERE a.id = h.account_id AND a.company_id = @company_id AND h.zone <> @zone;

-- name: DropChoices :exec
DELETE FROM mail_choice WHERE account_id = @account_id;

-- name: PutChoice :exec
INSERT INTO mail_choice (account_id, area, way) VALUES (@account_id, @area, @way);

-- name: PutHours :exec
INSERT INTO mail_hours (account_id, zone, quiet_from, quiet_until, summary_at) VALUES (@account_id, @zone, @quiet_from, @quiet_until, @summary_at)
ON CONFLICT (account_id) DO UPDATE SET zone = excluded.zone, quiet_from = excluded.quiet_from, quiet_until = excluded.quiet_until, summary_at = excluded.summary_at;

-- name: Rechoose :exec
-- scope: system: the caller's own.
-- What waits of an area follows what its reader has chosen now, as what comes now does. What is due already, or was tried, goes as it was to;
-- what had gathered for a summary that its reader does not want any more does not, due or not.
UPDATE mail_delivery d
SET status = CASE WHEN c.way = 'summary' THEN 'gathered' ELSE 'queued' END,
    next_try_at = CASE WHEN c.way = 'summary' THEN zabuni.next_hour(@now, h.zone, h.summary_at) ELSE zabuni.heard_at(@now, h.zone, h.quiet_from, h.quiet_until) END
FROM mail_hours h LEFT JOIN mail_choice c ON c.account_id = h.account_id AND c.area = @area
WHERE h.account_id = @account_id AND d.account_id = h.account_id AND d.kind = ANY(@kinds::text[]) AND NOT d.statutory
  AND (d.next_try_at > @now AND (d.status = 'gathered' OR d.status = 'queued' AND d.attempts = 0) OR d.status = 'gathered' AND c.way IS NULL);

-- name: Stop :exec
-- scope: system: the caller's own, or of an address that its reader has stopped.
-- What waits and is not wanted any more goes to nobody: of some kinds, or of all where none is named.
UPDATE mail_delivery d SET status = 'suppressed'
WHERE (d.account_id = sqlc.narg(account_id) OR d.recipient::citext = (sqlc.narg(email)::text)::citext) AND d.status IN ('queued', 'gathered') AND NOT d.statutory
  AND (coalesce(cardinality(@kinds::text[]), 0) = 0 OR d.kind = ANY(@kinds::text[]));

-- name: DueSummaries :many
-- scope: system: whose summary is due.
SELECT DISTINCT account_id::uuid AS account_id FROM mail_delivery WHERE status = 'gathered' AND next_try_at <= zabuni.clock() LIMIT @max_rows;

-- name: Gathered :many
-- scope: system: a reader's own.
-- What a summary takes, the oldest first; what another sweep has taken is passed by.
SELECT id, account_id, recipient, name, kind, language, data, purpose, session_id, document_id, privilege, of_category, attempts FROM mail_delivery
WHERE account_id = @account_id AND status = 'gathered' ORDER BY created_at, id LIMIT @max_rows FOR UPDATE SKIP LOCKED;

-- name: Summarise :exec
-- scope: system: a reader's own.
UPDATE mail_delivery SET status = 'summarised', summary_id = @summary_id WHERE id = ANY(@ids::uuid[]) AND account_id = @account_id AND status = 'gathered';

-- name: Alone :exec
-- scope: system: a reader's own.
UPDATE mail_delivery SET status = 'queued', next_try_at = @now WHERE id = @id AND account_id = @account_id AND status = 'gathered';
