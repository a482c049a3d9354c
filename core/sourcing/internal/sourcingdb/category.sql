-- name: InsertCategory :exec
INSERT INTO category (id, job_id, buyer_id, activity, parent_id, round, best_and_final, number, reference, name, description, instructions, category_type_id,
    grouping, currency, bid_fee, estimate, opens_at, closes_at, pass_mark, technical_weight, financial_weight, price_formula, openers,
    invited_only, reserved_for, without, status, created_at)
VALUES (@id, @job_id, @buyer_id, @activity, @parent_id, @round, @best_and_final, @number, @reference, @name, @description, @instructions, @category_type_id,
    @grouping, @currency, @bid_fee, @estimate, @opens_at, @closes_at, @pass_mark, @technical_weight, @financial_weight, @price_formula,
    @openers, @invited_only, sqlc.narg(reserved_for)::uuid, @without::text[], 'draft', @created_at);

-- name: UpdateCategory :execrows
UPDATE category SET number = @number, reference = @reference, name = @name, description = @description, instructions = @instructions,
    category_type_id = @category_type_id, grouping = @grouping, currency = @currency, bid_fee = @bid_fee, estimate = @estimate,
    opens_at = @opens_at, closes_at = @closes_at, pass_mark = @pass_mark, technical_weight = @technical_weight,
    financial_weight = @financial_weight, price_formula = @price_formula, openers = @openers, invited_only = @invited_only, reserved_for = sqlc.narg(reserved_for)::uuid, without = @without::text[],
    version = version + 1
WHERE id = @id AND buyer_id = @buyer_id AND version = @version;

-- name: Category :one
SELECT * FROM category WHERE id = @id AND buyer_id = @buyer_id;

-- name: LockCategory :one
SELECT * FROM category WHERE id = @id AND buyer_id = @buyer_id FOR UPDATE;

-- name: CategoryAndJob :one
SELECT sqlc.embed(c), sqlc.embed(j) FROM category c JOIN job j ON j.id = c.job_id WHERE c.id = @id AND c.buyer_id = @buyer_id;

-- name: AdmittedCategories :many
-- The categories of a job whose doors are open to a person, without rounds of negotiation.
SELECT sqlc.embed(c), sqlc.embed(j) FROM category c JOIN job j ON j.id = c.job_id
WHERE j.id = @job_id AND c.buyer_id = @buyer_id AND c.parent_id IS NULL AND (@staff::boolean OR zabuni.admits(@account_id::uuid, c.id))
ORDER BY c.reference, c.id;

-- name: LockCategoryAndJob :one
SELECT sqlc.embed(c), sqlc.embed(j) FROM category c JOIN job j ON j.id = c.job_id WHERE c.id = @id AND c.buyer_id = @buyer_id FOR UPDATE OF c;

-- name: CategoryOwner :one
-- scope: operator: whose a category is, before everything else is asked with that owner.
SELECT buyer_id FROM category WHERE id = @id;

-- name: JobCategories :many
SELECT * FROM category WHERE job_id = @job_id AND buyer_id = @buyer_id ORDER BY created_at, id;

-- name: LockJobCategories :many
SELECT * FROM category WHERE job_id = @job_id AND buyer_id = @buyer_id ORDER BY id FOR UPDATE;

-- name: Rounds :many
-- The negotiations of a category, with how many were invited.
SELECT sqlc.embed(c), (SELECT count(*) FROM invitation i WHERE i.category_id = c.id) AS invited
FROM category c WHERE c.parent_id = @parent_id::uuid AND c.buyer_id = @buyer_id ORDER BY c.round;

-- name: LockRounds :many
SELECT * FROM category WHERE parent_id = @parent_id::uuid AND buyer_id = @buyer_id ORDER BY round FOR UPDATE;

-- name: FindCategories :many
-- scope: operator: of one buyer, or of all for the operator's people; the use case says which.
SELECT c.id, c.job_id, c.activity, c.reference, c.name, j.title AS job_title
FROM category c JOIN job j ON j.id = c.job_id
WHERE (sqlc.narg(buyer_id)::uuid IS NULL OR c.buyer_id = sqlc.narg(buyer_id)) AND c.activity <> ALL(@off::text[])
  AND (c.name ILIKE '%' || @search::text || '%' OR c.reference ILIKE '%' || @search || '%')
  AND zabuni.admits(@account_id::uuid, c.id)
ORDER BY c.created_at DESC, c.id DESC LIMIT @max_rows;

-- name: CategoryTypeName :one
SELECT name FROM category_type WHERE id = @id;

-- name: CategoryTypeCodes :many
SELECT id, upper(code)::text AS code FROM category_type ORDER BY code;

-- name: PublishCategory :exec
UPDATE category SET status = @status, criteria_hash = @criteria_hash, published_at = @published_at, version = version + 1
WHERE id = @id AND buyer_id = @buyer_id;

-- name: MoveCategory :exec
UPDATE category SET status = @status, version = version + 1 WHERE id = @id AND buyer_id = @buyer_id;

-- name: CancelCategory :exec
UPDATE category SET status = @status, cancelled_at = @cancelled_at, cancel_reason = @cancel_reason, version = version + 1
WHERE id = @id AND buyer_id = @buyer_id;

-- name: CloseCategory :exec
UPDATE category SET status = @status, closed_at = @closed_at, closing_root = @closing_root, closing_count = @closing_count,
    closing_note = @closing_note,
    version = version + 1
WHERE id = @id AND buyer_id = @buyer_id;

-- name: ExtendCategory :exec
UPDATE category SET closes_at = @closes_at, version = version + 1 WHERE id = @id AND buyer_id = @buyer_id;

-- name: InsertClosingChange :exec
INSERT INTO closing_change (category_id, buyer_id, sequence, moved_from, moved_to, reason, moved_by, moved_at)
VALUES (@category_id, @buyer_id, @sequence, @moved_from, @moved_to, @reason, @moved_by, @moved_at);

-- name: ClosingChanges :many
SELECT sequence, moved_from, moved_to, reason, moved_at FROM closing_change
WHERE category_id = @category_id AND buyer_id = @buyer_id ORDER BY sequence;

-- name: InsertKey :exec
INSERT INTO category_key (id, category_id, buyer_id, envelope, recipient, announced, wrapped, closes_at, sequence)
VALUES (@id, @category_id, @buyer_id, @envelope, @recipient, @announced, @wrapped, @closes_at, @sequence);

-- name: LockKeys :many
SELECT id, envelope, recipient, wrapped, closes_at, sequence FROM category_key
WHERE category_id = @category_id AND buyer_id = @buyer_id ORDER BY envelope FOR UPDATE;

-- name: RebindKey :exec
UPDATE category_key SET wrapped = @wrapped, closes_at = @closes_at, sequence = @sequence WHERE id = @id AND buyer_id = @buyer_id;

-- name: DueToOpen :many
-- scope: system: the scheduler opens for every buyer.
SELECT id, job_id, buyer_id FROM category WHERE status = 'approved' AND opens_at <= zabuni.clock() ORDER BY opens_at LIMIT 500;

-- name: DueToClose :many
-- scope: system: the scheduler closes for every buyer.
SELECT id, job_id, buyer_id FROM category WHERE status = 'open' AND closes_at <= zabuni.clock() ORDER BY closes_at LIMIT 500;

-- name: ClosingUntil :one
-- scope: system: how many categories of anybody close soon; the clock closes them.
SELECT count(*) FROM category WHERE status = 'open' AND closes_at > zabuni.clock() AND closes_at <= zabuni.clock() + make_interval(secs => @seconds::float8);


-- name: CategoryAbout :one
SELECT c.id, c.job_id, c.buyer_id, b.name AS buyer_name, j.title AS job_title, c.activity, c.reference, c.name, c.status, c.closes_at,
       c.best_and_final, j.timezone
FROM category c JOIN job j ON j.id = c.job_id JOIN company b ON b.id = c.buyer_id WHERE c.id = @id AND c.buyer_id = @buyer_id;

-- name: DueToRemind :many
-- scope: system: the scheduler reminds for every buyer.
SELECT c.id, c.buyer_id FROM category c
WHERE c.status = 'open' AND c.closes_at > @now::timestamptz AND c.closes_at <= @until::timestamptz
  AND NOT EXISTS (SELECT FROM closing_reminder r WHERE r.category_id = c.id AND r.closes_at = c.closes_at)
ORDER BY c.closes_at LIMIT @max_rows;

-- name: InsertClosingReminder :execrows
INSERT INTO closing_reminder (category_id, buyer_id, closes_at, at) VALUES (@category_id, @buyer_id, @closes_at, @at) ON CONFLICT DO NOTHING;

-- name: GroupActive :one
-- scope: system: special groups of the platform are for every buyer; those of a company have no members.
SELECT active FROM special_group WHERE id = @id AND company_id IS NULL;
