-- name: Admits :one
-- scope: system: whether the door of one category is open to one person, whoever owns it.
SELECT zabuni.admits(@account_id::uuid, @category_id::uuid)::boolean AS admitted;

-- name: ClosedTo :many
-- The categories of a job whose doors are closed to somebody.
SELECT c.id FROM category c WHERE c.job_id = @job_id AND c.buyer_id = @buyer_id AND NOT zabuni.admits(@account_id::uuid, c.id);

-- name: OpenToMaker :exec
-- Who sees chosen categories only sees those made by himself as well.
INSERT INTO category_access (buyer_id, account_id, category_id, allowed)
SELECT @buyer_id::uuid, @account_id::uuid, @category_id::uuid, true
WHERE EXISTS (SELECT FROM category_access x WHERE x.account_id = @account_id AND x.buyer_id = @buyer_id AND x.allowed) ON CONFLICT DO NOTHING;

-- name: Doors :many
-- The categories of a buyer, newest first, with what is said of each for one person; those with a door first.
SELECT c.id, c.reference, c.name, j.title AS job_title, c.status, c.created_at, x.allowed
FROM category c JOIN job j ON j.id = c.job_id LEFT JOIN category_access x ON x.category_id = c.id AND x.account_id = @account_id
WHERE c.buyer_id = @buyer_id AND c.parent_id IS NULL AND (@search::text = '' OR strpos(lower(c.name || ' ' || c.reference || ' ' || j.title), lower(@search)) > 0)
ORDER BY x.allowed IS NULL, c.created_at DESC, c.id DESC LIMIT 100;

-- name: BuyerPerson :one
SELECT true FROM account a WHERE a.id = @id AND a.company_id = @company_id AND a.user_type = 'buyer' AND a.status <> 'deleted';

-- name: ClearDoor :execrows
DELETE FROM category_access WHERE account_id = @account_id AND category_id = @category_id AND buyer_id = @buyer_id;

-- name: PutDoor :execrows
INSERT INTO category_access (buyer_id, account_id, category_id, allowed)
SELECT c.buyer_id, @account_id::uuid, c.id, @allowed::boolean FROM category c WHERE c.id = @category_id AND c.buyer_id = @buyer_id
ON CONFLICT (account_id, category_id) DO UPDATE SET allowed = excluded.allowed WHERE category_access.buyer_id = excluded.buyer_id;
