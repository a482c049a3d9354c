-- name: AccountByEmail :one
-- scope: system: sign-in knows nothing but the address.
SELECT a.id, a.company_id, a.user_type, a.email::text AS email, a.first_name, a.last_name, a.phone, a.language, a.password_hash,
       a.password_version, a.status, a.two_fa, a.failures, c.status AS company_status,
       EXISTS (SELECT FROM authenticator t WHERE t.account_id = a.id AND t.confirmed_at IS NOT NULL) AS by_app
FROM account a JOIN company c ON c.id = a.company_id
WHERE a.email = @email::citext AND a.status <> 'deleted';

-- name: AccountByID :one
-- scope: system: the caller's own account, by the id in its session.
SELECT a.id, a.company_id, a.user_type, a.email::text AS email, a.first_name, a.last_name, a.phone, a.language, a.password_hash,
       a.password_version, a.status, a.two_fa, a.last_login_at, a.created_at, c.name AS company_name, c.status AS company_status
FROM account a JOIN company c ON c.id = a.company_id
WHERE a.id = @id;

-- name: InsertAccount :exec
INSERT INTO account (id, company_id, user_type, email, first_name, last_name, phone, language, password_hash, status, created_at)
VALUES (@id, @company_id, @user_type, @email::citext, @first_name, @last_name, @phone, @language, @password_hash, @status, @created_at);

-- name: ActivateAccount :execrows
-- scope: system: the mailed secret is the right.
UPDATE account SET status = 'active' WHERE id = @id AND status IN ('registered', 'invited');

-- name: SetPassword :exec
-- scope: system: the caller's own account, after the old password or the mailed secret.
UPDATE account SET password_hash = @password_hash, password_version = password_version + 1, failures = 0 WHERE id = @id;

-- name: RehashPassword :exec
-- scope: system: sign-in with the right password.
UPDATE account SET password_hash = @password_hash WHERE id = @id;

-- name: TouchLogin :exec
-- scope: system: sign-in; at the limit of failures only a new password forgets them.
UPDATE account SET last_login_at = @at, failures = CASE WHEN failures < @most::int THEN 0 ELSE failures END WHERE id = @id;

-- name: CountFailure :one
-- scope: system: sign-in with a wrong password.
UPDATE account SET failures = failures + (@counts::boolean)::int WHERE id = @id RETURNING failures;

-- name: TitlesOf :one
-- scope: system: the account that signs in.
SELECT coalesce(array_agg(p.title) FILTER (WHERE NOT p.denied), '{}')::text[] AS assigned,
       coalesce(array_agg(p.title) FILTER (WHERE p.denied), '{}')::text[] AS denied
FROM account_role ar JOIN role_privilege p ON p.role_id = ar.role_id WHERE ar.account_id = @id;

-- name: SetTwoFactor :exec
-- scope: system: the caller's own account.
UPDATE account SET two_fa = @two_fa WHERE id = @id;

-- name: UpdateOwnAccount :exec
-- scope: system: the caller's own account.
UPDATE account SET first_name = @first_name, last_name = @last_name, phone = @phone, language = @language WHERE id = @id;

-- name: InsertRole :exec
INSERT INTO role (id, company_id, user_type, name, description, created_at)
VALUES (@id, @company_id, @user_type, @name, @description, @created_at);

-- name: GrantPrivileges :exec
INSERT INTO role_privilege (role_id, title) SELECT @role_id::uuid, unnest(@titles::text[]) ON CONFLICT DO NOTHING;

-- name: AssignRole :exec
INSERT INTO account_role (account_id, role_id) VALUES (@account_id, @role_id);

-- name: CompanyAccounts :many
-- The active people of companies, those who came first.
SELECT a.company_id, a.id, a.email::text AS email, a.first_name, a.language, a.user_type, c.name AS company_name
FROM company c CROSS JOIN LATERAL (
    SELECT x.* FROM account x WHERE x.company_id = c.id AND x.status = 'active' ORDER BY x.created_at LIMIT 100) a
WHERE c.id = ANY(@company_ids::uuid[]) ORDER BY a.company_id, a.created_at;

-- name: Holders :many
-- The active people of a company who hold a privilege; of one of its categories, those to whom its door is open.
SELECT a.company_id, a.id, a.email::text AS email, a.first_name, a.language, a.user_type, c.name AS company_name
FROM account a JOIN company c ON c.id = a.company_id
WHERE a.company_id = @company_id AND a.status = 'active'
  AND EXISTS (SELECT FROM account_role ar JOIN role_privilege rp ON rp.role_id = ar.role_id
              WHERE ar.account_id = a.id AND rp.title = @privilege
              GROUP BY rp.title HAVING NOT bool_or(rp.denied))
  AND (sqlc.narg(category_id)::uuid IS NULL OR zabuni.admits(a.id, sqlc.narg(category_id)))
ORDER BY a.created_at LIMIT 100;

-- name: Staff :many
-- scope: system: the active people of the operator who hold a privilege.
SELECT a.company_id, a.id, a.email::text AS email, a.first_name, a.language, a.user_type, c.name AS company_name
FROM account a JOIN company c ON c.id = a.company_id
WHERE c.kind = 'operator' AND a.user_type = 'qed' AND a.status = 'active'
  AND EXISTS (SELECT FROM account_role ar JOIN role_privilege rp ON rp.role_id = ar.role_id
              WHERE ar.account_id = a.id AND rp.title = @privilege
              GROUP BY rp.title HAVING NOT bool_or(rp.denied))
ORDER BY a.created_at LIMIT 100;

-- name: Reach :one
-- scope: system: a message asks as it goes out what was asked when it was queued.
SELECT a.status NOT IN ('deactivated', 'deleted') AS stays,
       ((@privilege::text = '' OR EXISTS (SELECT FROM account_role ar JOIN role_privilege rp ON rp.role_id = ar.role_id
                                         WHERE ar.account_id = a.id AND rp.title = @privilege
                                         GROUP BY rp.title HAVING NOT bool_or(rp.denied)))
         AND (sqlc.narg(category_id)::uuid IS NULL OR zabuni.admits(a.id, sqlc.narg(category_id))))::boolean AS may
FROM account a WHERE a.id = @id;

-- name: HasOperator :one
-- scope: system: an installation's start asks whether it has anybody yet.
SELECT EXISTS (SELECT FROM account WHERE user_type = 'qed');
