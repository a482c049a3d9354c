-- name: Users :many
SELECT a.id, a.user_type, a.email::text AS email, a.first_name, a.last_name, a.phone, a.language, a.status, a.approval_level, a.two_fa,
       a.last_login_at, a.created_at,
       coalesce((SELECT array_agg(r.id ORDER BY r.name, r.id) FROM account_role ar JOIN role r ON r.id = ar.role_id WHERE ar.account_id = a.id), '{}')::uuid[] AS role_ids,
       coalesce((SELECT array_agg(r.name ORDER BY r.name, r.id) FROM account_role ar JOIN role r ON r.id = ar.role_id WHERE ar.account_id = a.id), '{}')::text[] AS role_names
FROM account a
WHERE a.company_id = @company_id AND a.user_type = ANY(@types::text[]) AND (a.created_at, a.id) < (@after_at::timestamptz, @after_id::uuid)
  AND (CASE WHEN cardinality(@statuses::text[]) = 0 THEN a.status <> 'deleted' ELSE a.status = ANY(@statuses::text[]) END)
  AND (cardinality(@roles::uuid[]) = 0 OR EXISTS (SELECT FROM account_role x WHERE x.account_id = a.id AND x.role_id = ANY(@roles::uuid[])))
  AND zabuni.within(a.last_login_at, sqlc.narg(last_login_from)::date, sqlc.narg(last_login_to)::date, @zone::text)
  AND (@search::text = '' OR strpos(lower(a.first_name || ' ' || a.last_name || ' ' || a.email::text || ' ' || a.phone), lower(@search)) > 0)
ORDER BY a.created_at DESC, a.id DESC LIMIT @max_rows;

-- name: CountUsers :one
SELECT count(*) FROM (SELECT FROM account a
    WHERE a.company_id = @company_id AND a.user_type = ANY(@types::text[])
      AND (CASE WHEN cardinality(@statuses::text[]) = 0 THEN a.status <> 'deleted' ELSE a.status = ANY(@statuses::text[]) END)
      AND (cardinality(@roles::uuid[]) = 0 OR EXISTS (SELECT FROM account_role x WHERE x.account_id = a.id AND x.role_id = ANY(@roles::uuid[])))
      AND zabuni.within(a.last_login_at, sqlc.narg(last_login_from)::date, sqlc.narg(last_login_to)::date, @zone::text)
      AND (@search::text = '' OR strpos(lower(a.first_name || ' ' || a.last_name || ' ' || a.email::text || ' ' || a.phone), lower(@search)) > 0)
    LIMIT 1001) c;

-- name: User :one
SELECT a.id, a.user_type, a.email::text AS email, a.first_name, a.last_name, a.phone, a.language, a.status, a.approval_level, a.two_fa,
       a.last_login_at, a.created_at,
       coalesce((SELECT array_agg(r.id ORDER BY r.name, r.id) FROM account_role ar JOIN role r ON r.id = ar.role_id WHERE ar.account_id = a.id), '{}')::uuid[] AS role_ids,
       coalesce((SELECT array_agg(r.name ORDER BY r.name, r.id) FROM account_role ar JOIN role r ON r.id = ar.role_id WHERE ar.account_id = a.id), '{}')::text[] AS role_names
FROM account a WHERE a.id = @id AND a.company_id = @company_id AND a.user_type = ANY(@types::text[]);

-- name: LockUser :one
SELECT a.status, (a.password_hash IS NOT NULL)::boolean AS has_password FROM account a
WHERE a.id = @id AND a.company_id = @company_id AND a.user_type = ANY(@types::text[]) FOR UPDATE;

-- name: UpdateUser :exec
UPDATE account SET first_name = @first_name, last_name = @last_name, phone = @phone, language = @language, approval_level = @approval_level
WHERE id = @id AND company_id = @company_id;

-- name: SetApprovalLevel :exec
UPDATE account SET approval_level = @approval_level WHERE id = @id AND company_id = @company_id;

-- name: SetUserStatus :exec
UPDATE account SET status = @status WHERE id = @id AND company_id = @company_id;

-- name: EraseUser :exec
UPDATE account SET status = 'deleted', email = '', phone = '', password_hash = NULL, password_version = password_version + 1, two_fa = false
WHERE id = @id AND company_id = @company_id;

-- name: DropRoles :exec
DELETE FROM account_role WHERE account_id = @account_id;

-- name: AssignRoles :exec
INSERT INTO account_role (account_id, role_id) SELECT @account_id::uuid, unnest(@roles::uuid[]);

-- name: LockAdministrators :one
-- Whoever changes who administers a company waits here for the others that do.
SELECT id FROM role WHERE company_id = @company_id AND user_type = @user_type AND protected FOR UPDATE;

-- name: CountAdministrators :one
SELECT count(*) FROM account a JOIN account_role ar ON ar.account_id = a.id JOIN role r ON r.id = ar.role_id AND r.protected
WHERE a.company_id = @company_id AND a.user_type = @user_type AND a.status = 'active';

-- name: Administrators :many
-- Who can grant: active administrators of the company, by name.
SELECT a.id, a.first_name, a.last_name, a.email::text AS email FROM account a JOIN account_role ar ON ar.account_id = a.id JOIN role r ON r.id = ar.role_id AND r.protected
WHERE a.company_id = @company_id AND a.status = 'active' AND a.user_type = @user_type ORDER BY a.first_name, a.last_name, a.id LIMIT 10;

-- name: Rights :many
-- scope: system: what the roles of one account say, title by title.
SELECT p.title, p.denied FROM account_role ar JOIN role_privilege p ON p.role_id = ar.role_id WHERE ar.account_id = @account_id;

-- name: PutAdministrator :one
INSERT INTO role (id, company_id, user_type, name, description, protected, created_at)
VALUES (@id, @company_id, @user_type, 'Administrator', '', true, @created_at)
ON CONFLICT (company_id, user_type) WHERE protected DO UPDATE SET protected = true RETURNING id;

-- name: KeepAdministrators :many
-- scope: system: a title that is new in the program is new in every administrator's role; those that learnt one come back.
WITH learnt AS (
    INSERT INTO role_privilege (role_id, title, denied)
    SELECT r.id, t.title, false FROM role r JOIN (SELECT unnest(@types::text[]) AS user_type, unnest(@titles::text[]) AS title) t ON t.user_type = r.user_type
    WHERE r.protected ON CONFLICT (role_id, title) DO UPDATE SET denied = false WHERE role_privilege.denied
    RETURNING role_id, title)
SELECT r.id, r.company_id, r.name, array_agg(l.title ORDER BY l.title)::text[] AS titles
FROM learnt l JOIN role r ON r.id = l.role_id GROUP BY r.id ORDER BY r.id;

-- name: Roles :many
SELECT r.id, r.user_type, r.name, r.description, r.protected, r.created_at,
       (SELECT count(*) FROM account_role ar JOIN account a ON a.id = ar.account_id AND a.status <> 'deleted' WHERE ar.role_id = r.id) AS holders,
       (SELECT count(*) FROM role_privilege p WHERE p.role_id = r.id AND NOT p.denied) AS assigned,
       (SELECT count(*) FROM role_privilege p WHERE p.role_id = r.id AND p.denied) AS denied
FROM role r WHERE r.company_id = @company_id AND r.user_type = ANY(@types::text[])
  AND (sqlc.narg(search)::text IS NULL OR r.name ILIKE '%' || sqlc.narg(search) || '%' OR r.description ILIKE '%' || sqlc.narg(search) || '%')
ORDER BY r.protected DESC, r.user_type, r.name, r.id LIMIT 500;

-- name: Role :one
SELECT r.id, r.user_type, r.name, r.description, r.protected, r.created_at,
       (SELECT count(*) FROM account_role ar JOIN account a ON a.id = ar.account_id AND a.status <> 'deleted' WHERE ar.role_id = r.id) AS holders
FROM role r WHERE r.id = @id AND r.company_id = @company_id AND r.user_type = ANY(@types::text[]);

-- name: LockRole :one
SELECT r.user_type, r.protected, r.name FROM role r WHERE r.id = @id AND r.company_id = @company_id AND r.user_type = ANY(@types::text[]) FOR UPDATE;

-- name: LockRoles :many
SELECT r.id, r.user_type, r.protected FROM role r WHERE r.id = ANY(@ids::uuid[]) AND r.company_id = @company_id ORDER BY r.id FOR SHARE;

-- name: RolePrivileges :many
SELECT p.role_id, p.title, p.denied FROM role_privilege p JOIN role r ON r.id = p.role_id
WHERE p.role_id = ANY(@ids::uuid[]) AND r.company_id = @company_id ORDER BY p.title;

-- name: UpdateRole :exec
UPDATE role SET name = @name, description = @description WHERE id = @id AND company_id = @company_id;

-- name: DeleteRole :exec
DELETE FROM role WHERE id = @id AND company_id = @company_id;

-- name: RoleHolders :one
SELECT count(*) FROM account_role ar JOIN role r ON r.id = ar.role_id WHERE r.id = @id AND r.company_id = @company_id;

-- name: ClearPrivileges :exec
DELETE FROM role_privilege p USING role r WHERE r.id = p.role_id AND r.id = @id AND r.company_id = @company_id;

-- name: PutPrivileges :exec
INSERT INTO role_privilege (role_id, title, denied) SELECT @role_id::uuid, unnest(@titles::text[]), unnest(@denied::boolean[]);

-- name: CompanyOf :one
SELECT c.kind, c.country, c.name FROM company c WHERE c.id = @company_id;

-- name: UserLogs :many
-- What people of the company did, and what anybody did to its accounts.
SELECT e.id, e.at, e.actor_id, e.actor_name, e.actor_type, e.action, e.object, e.object_id,
       coalesce(o.first_name || ' ' || o.last_name, CASE WHEN e.object = 'role' THEN e.detail ->> 'name' END, '')::text AS object_name
FROM audit_entry e LEFT JOIN account o ON e.object = 'account' AND o.id = e.object_id AND o.company_id = @company_id
WHERE (e.actor_id IN (SELECT a.id FROM account a WHERE a.company_id = @company_id) OR (e.company_id = @company_id AND e.action LIKE 'identity.%'))
  AND (sqlc.narg(actor_id)::uuid IS NULL OR e.actor_id = sqlc.narg(actor_id))
  AND (cardinality(@areas::text[]) = 0 OR split_part(e.action, '.', 1) = ANY(@areas::text[]))
  AND (@search::text = '' OR strpos(lower(e.actor_name || ' ' || e.action), lower(@search)) > 0)
  AND zabuni.within(e.at, sqlc.narg(at_from)::date, sqlc.narg(at_to)::date, @zone::text)
ORDER BY e.id DESC LIMIT @max_rows OFFSET @skip;

-- name: CountUserLogs :one
SELECT count(*) FROM (SELECT FROM audit_entry e
    WHERE (e.actor_id IN (SELECT a.id FROM account a WHERE a.company_id = @company_id) OR (e.company_id = @company_id AND e.action LIKE 'identity.%'))
      AND (sqlc.narg(actor_id)::uuid IS NULL OR e.actor_id = sqlc.narg(actor_id))
      AND (cardinality(@areas::text[]) = 0 OR split_part(e.action, '.', 1) = ANY(@areas::text[]))
      AND (@search::text = '' OR strpos(lower(e.actor_name || ' ' || e.action), lower(@search)) > 0)
      AND zabuni.within(e.at, sqlc.narg(at_from)::date, sqlc.narg(at_to)::date, @zone::text)
    LIMIT 1001) c;
