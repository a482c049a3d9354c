-- name: InsertSession :exec
INSERT INTO session (id, account_id, secret_hash, rotated_at, tfa_pending, remember, browser, agent, network, confirmed_at, created_at, seen_at, expires_at)
VALUES (@id, @account_id, @secret_hash, @now, @tfa_pending, @remember, @browser, @agent, @network, @now, @now, @now, @expires_at);

-- name: LiveSession :one
-- scope: system: authentication.
SELECT s.id, s.account_id, s.secret_hash, s.previous_hash, s.rotated_at, s.taken_at, s.tfa_pending, s.browser, s.confirmed_at, s.seen_at,
       a.company_id, c.country, a.user_type, a.email::text AS email, a.first_name, a.last_name,
       (a.status = 'active' AND c.status = 'active')::boolean AS allowed, zabuni.clock()::timestamptz AS now,
       v.id AS view_id, v.company_id AS view_company, v.ends_at AS view_ends_at, vc.kind AS view_kind, vc.name AS view_name, vc.country AS view_country,
       coalesce(r.assigned, '{}')::text[] AS assigned, coalesce(r.denied, '{}')::text[] AS denied
FROM session s JOIN account a ON a.id = s.account_id JOIN company c ON c.id = a.company_id
LEFT JOIN support_view v ON v.session_id = s.id AND v.ended_at IS NULL AND v.ends_at > zabuni.clock()
LEFT JOIN company vc ON vc.id = v.company_id
CROSS JOIN LATERAL (SELECT array_agg(p.title) FILTER (WHERE NOT p.denied) AS assigned, array_agg(p.title) FILTER (WHERE p.denied) AS denied
                    FROM account_role ar JOIN role_privilege p ON p.role_id = ar.role_id WHERE ar.account_id = a.id) r
WHERE s.id = @id AND s.ended_at IS NULL AND s.expires_at > zabuni.clock();

-- name: LockSession :one
-- scope: system: renewal, by the secret half.
SELECT s.id, s.account_id, s.secret_hash, s.previous_hash, s.rotated_at, s.taken_at, s.tfa_pending, s.remember, s.browser, s.expires_at, s.ended_at,
       s.seen_at, s.created_at,
       coalesce((SELECT vc.kind FROM support_view v JOIN company vc ON vc.id = v.company_id
                 WHERE v.session_id = s.id AND v.ended_at IS NULL AND v.ends_at > zabuni.clock()), '')::text AS view_kind
FROM session s WHERE s.secret_hash = @secret OR s.previous_hash = @secret
FOR UPDATE;

-- name: RotateSession :exec
-- scope: system: renewal.
UPDATE session SET previous_hash = secret_hash, secret_hash = @secret_hash, rotated_at = @now, taken_at = NULL, seen_at = @now, expires_at = @expires_at
WHERE id = @id;

-- name: TakeHalf :exec
-- scope: system: the caller's own session; who comes with the new half has received it.
UPDATE session SET taken_at = zabuni.clock() WHERE id = @id AND secret_hash = @secret_hash AND taken_at IS NULL;

-- name: ConfirmSession :exec
-- scope: system: the caller's own session.
UPDATE session SET tfa_pending = false, confirmed_at = @now WHERE id = @id;

-- name: EndSession :execrows
-- scope: system: the caller's own session.
UPDATE session SET ended_at = @now, ended_why = @why WHERE id = @id AND ended_at IS NULL;

-- name: EndSessions :execrows
-- scope: system: the sessions of one account, except one.
UPDATE session SET ended_at = @now, ended_why = @why WHERE account_id = @account_id AND ended_at IS NULL AND id <> @except_id;

-- name: AccountSessions :many
-- scope: system: the caller's own sessions.
SELECT id, agent, network, remember, created_at, seen_at, expires_at FROM session
WHERE account_id = @account_id AND ended_at IS NULL AND expires_at > zabuni.clock() AND NOT tfa_pending ORDER BY seen_at DESC, id DESC LIMIT 20;

-- name: EndOldest :exec
-- scope: system: one account's sessions beyond the most that it may have.
UPDATE session SET ended_at = @now::timestamptz, ended_why = 'too many sessions'
WHERE id IN (SELECT s.id FROM session s WHERE s.account_id = @account_id AND s.ended_at IS NULL AND s.expires_at > @now AND NOT s.tfa_pending
             ORDER BY s.seen_at DESC, s.id DESC OFFSET @most);

-- name: EndOwnSession :execrows
-- scope: system: one of the caller's own sessions.
UPDATE session SET ended_at = @now, ended_why = 'ended by the user' WHERE id = @id AND account_id = @account_id AND ended_at IS NULL;

-- name: InsertSecret :exec
INSERT INTO mailed_secret (hash, account_id, purpose, session_id, version, created_at, expires_at)
VALUES (@hash, @account_id, @purpose, @session_id, @version, @created_at, @expires_at);

-- name: UseSecret :one
-- scope: system: whoever holds the secret; exactly one caller wins.
UPDATE mailed_secret m SET used_at = @now::timestamptz
FROM account a
WHERE m.hash = @hash AND m.purpose = ANY(@purposes::text[]) AND m.used_at IS NULL AND m.expires_at > @now
  AND a.id = m.account_id AND a.password_version = m.version
RETURNING m.account_id, m.purpose;

-- name: PeekSecret :one
-- scope: system: whoever holds the secret.
SELECT m.account_id, a.email::text AS email FROM mailed_secret m JOIN account a ON a.id = m.account_id
WHERE m.hash = @hash AND m.purpose = ANY(@purposes::text[]) AND m.used_at IS NULL AND m.expires_at > zabuni.clock()
  AND a.password_version = m.version;

-- name: VoidSecrets :exec
-- scope: system: using one secret kills the others of its purpose.
UPDATE mailed_secret SET used_at = @now WHERE account_id = @account_id AND purpose = ANY(@purposes::text[]) AND used_at IS NULL;

-- name: LiveCode :one
-- scope: system: the code of a login that awaits its second factor.
SELECT hash, tries, expires_at FROM mailed_secret
WHERE session_id = @session_id AND purpose = 'tfa' AND used_at IS NULL
ORDER BY created_at DESC LIMIT 1 FOR UPDATE;

-- name: CountTry :exec
-- scope: system: a wrong code.
UPDATE mailed_secret SET tries = tries + 1 WHERE hash = @hash;

-- name: KnowDevice :exec
-- scope: system: sign-in.
INSERT INTO known_device (hash, account_id, created_at, seen_at) VALUES (@hash, @account_id, @now, @now)
ON CONFLICT (hash, account_id) DO UPDATE SET seen_at = excluded.seen_at;

-- name: IsKnownDevice :one
-- scope: system: sign-in.
SELECT EXISTS (SELECT FROM known_device WHERE hash = @hash AND account_id = @account_id AND seen_at > zabuni.clock() - interval '1 year');

-- name: ForgetDevices :exec
-- scope: system: the caller's own devices.
DELETE FROM known_device WHERE account_id = @account_id AND hash <> @except_hash;
