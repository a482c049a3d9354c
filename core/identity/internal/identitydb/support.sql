-- name: SupportCompany :one
-- scope: operator: whose console is to be seen.
SELECT kind, name, country FROM company WHERE id = @id AND kind IN ('buyer', 'supplier');

-- name: InsertView :exec
-- scope: operator: the acting operator's own session.
INSERT INTO support_view (id, session_id, account_id, company_id, reason, began_at, ends_at)
VALUES (@id, @session_id, @account_id, @company_id, @reason, @began_at, @ends_at);

-- name: EndView :many
-- scope: operator: the acting operator's own session.
UPDATE support_view v SET ended_at = @now FROM company c
WHERE v.session_id = @session_id AND v.ended_at IS NULL AND v.ends_at > @now AND c.id = v.company_id
RETURNING v.id, v.company_id, v.began_at, c.name;

-- name: ViewOf :one
-- scope: operator: the acting operator's own session.
SELECT v.id, v.company_id, v.reason, v.began_at, v.ends_at, c.name, c.kind FROM support_view v JOIN company c ON c.id = v.company_id
WHERE v.session_id = @session_id AND v.ended_at IS NULL AND v.ends_at > zabuni.clock();

-- name: CompanyViews :many
-- scope: operator: the support views of one customer.
SELECT v.id, v.reason, v.began_at, v.ends_at, v.ended_at, a.first_name, a.last_name
FROM support_view v JOIN account a ON a.id = v.account_id
WHERE v.company_id = @company_id ORDER BY v.began_at DESC LIMIT 20;
