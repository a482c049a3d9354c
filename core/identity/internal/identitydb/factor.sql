-- name: PutAuthenticator :exec
-- scope: system: the caller's own account; one that is in use is not replaced.
INSERT INTO authenticator (account_id, sealed, created_at) VALUES (@account_id, @sealed, @now)
ON CONFLICT (account_id) DO UPDATE SET sealed = excluded.sealed, created_at = excluded.created_at, step = 0
WHERE authenticator.confirmed_at IS NULL;

-- name: LockAuthenticator :one
-- scope: system: the caller's own account.
SELECT sealed, step, confirmed_at FROM authenticator WHERE account_id = @account_id FOR UPDATE;

-- name: UseStep :exec
-- scope: system: the caller's own account; a step counts once.
UPDATE authenticator SET step = @step, confirmed_at = coalesce(confirmed_at, @now::timestamptz) WHERE account_id = @account_id;

-- name: DropAuthenticator :exec
-- scope: system: the caller's own account.
DELETE FROM authenticator WHERE account_id = @account_id;

-- name: FactorOf :one
-- scope: system: the caller's own account.
SELECT a.two_fa, EXISTS (SELECT FROM authenticator t WHERE t.account_id = a.id AND t.confirmed_at IS NOT NULL) AS by_app,
       (SELECT count(*) FROM recovery_code r WHERE r.account_id = a.id AND r.used_at IS NULL) AS recovery_left
FROM account a WHERE a.id = @account_id;

-- name: DropRecoveryCodes :exec
-- scope: system: the caller's own account.
DELETE FROM recovery_code WHERE account_id = @account_id;

-- name: PutRecoveryCodes :exec
-- scope: system: the caller's own account.
INSERT INTO recovery_code (account_id, salt, hash, created_at) SELECT @account_id::uuid, @salt::bytea, unnest(@hashes::bytea[]), @now::timestamptz;

-- name: RecoverySalt :one
-- scope: system: the caller's own account.
SELECT salt FROM recovery_code WHERE account_id = @account_id LIMIT 1;

-- name: UseRecoveryCode :execrows
-- scope: system: the caller's own account; exactly one use wins.
UPDATE recovery_code SET used_at = @now WHERE account_id = @account_id AND hash = @hash AND used_at IS NULL;
