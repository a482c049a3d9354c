-- name: CategoryTypes :many
-- scope: operator: kinds of supply with counts over all companies.
SELECT t.id, t.code, t.name, t.description, t.position, t.active,
       (SELECT count(*) FROM criterion c WHERE c.category_type_id = t.id) AS criteria,
       (SELECT count(*) FROM company_category_type s WHERE s.category_type_id = t.id) AS suppliers,
       (SELECT count(*) FROM buyer_category_type b WHERE b.category_type_id = t.id) AS buyers
FROM category_type t
WHERE (sqlc.narg(search)::text IS NULL OR t.name ILIKE '%' || sqlc.narg(search) || '%' OR t.code ILIKE sqlc.narg(search) || '%')
  AND (cardinality(@statuses::text[]) = 0 OR CASE WHEN t.active THEN 'active' ELSE 'deactivated' END = ANY(@statuses::text[]))
ORDER BY t.position, t.name LIMIT 1000;

-- name: CategoryType :one
SELECT * FROM category_type WHERE id = @id;

-- name: LockCategoryTypes :many
SELECT id FROM category_type ORDER BY position, name, id FOR UPDATE;

-- name: InsertCategoryType :exec
INSERT INTO category_type (id, code, name, description, position)
SELECT @id, @code, @name, @description, coalesce(max(position), 0) + 1 FROM category_type;

-- name: UpdateCategoryType :execrows
UPDATE category_type SET code = @code, name = @name, description = @description, active = @active WHERE id = @id;

-- name: PlaceCategoryTypes :exec
UPDATE category_type t SET position = o.position::int FROM unnest(@ids::uuid[]) WITH ORDINALITY AS o (id, position) WHERE t.id = o.id;

-- name: UsersOfType :many
-- scope: operator: the buyers that use a kind of supply.
SELECT c.id, c.name, c.country FROM buyer_category_type b JOIN company c ON c.id = b.buyer_id WHERE b.category_type_id = @category_type_id ORDER BY c.name LIMIT 200;

-- name: Criteria :many
SELECT c.id, c.name, c.description, c.weight, c.position, c.version, (SELECT count(*) FROM criterion_question x WHERE x.criterion_id = c.id) AS questions
FROM criterion c WHERE c.category_type_id = @category_type_id ORDER BY c.position, c.id;

-- name: Criterion :one
SELECT * FROM criterion WHERE id = @id AND category_type_id = @category_type_id;

-- name: LockCriterion :one
SELECT * FROM criterion WHERE id = @id AND category_type_id = @category_type_id FOR UPDATE;

-- name: InsertCriterion :exec
INSERT INTO criterion (id, category_type_id, name, description, weight, position, created_at)
VALUES (@id, @category_type_id, @name, @description, @weight, (SELECT coalesce(max(position), 0) + 1 FROM criterion WHERE category_type_id = @category_type_id), @created_at);

-- name: UpdateCriterion :exec
UPDATE criterion SET name = @name, description = @description, weight = @weight, version = version + 1 WHERE id = @id;

-- name: DeleteCriterion :execrows
DELETE FROM criterion WHERE id = @id AND category_type_id = @category_type_id;

-- name: ClearQuestions :exec
DELETE FROM criterion_question WHERE criterion_id = @criterion_id;

-- name: InsertQuestion :exec
INSERT INTO criterion_question (id, criterion_id, prompt, help, response_type, must_answer, goes_qa, goes_dd, scored, max_score, min_score, position)
VALUES (@id, @criterion_id, @prompt, @help, @response_type, @must_answer, @goes_qa, @goes_dd, @scored, @max_score, @min_score, @position);

-- name: InsertOption :exec
INSERT INTO criterion_option (question_id, position, label, score) VALUES (@question_id, @position, @label, @score);

-- name: InsertBand :exec
INSERT INTO criterion_band (question_id, position, lower, upper, score) VALUES (@question_id, @position, @lower, @upper, @score);

-- name: Questions :many
SELECT * FROM criterion_question WHERE criterion_id = ANY(@criteria::uuid[]) ORDER BY criterion_id, position;

-- name: Options :many
SELECT o.* FROM criterion_option o JOIN criterion_question x ON x.id = o.question_id WHERE x.criterion_id = ANY(@criteria::uuid[]) ORDER BY o.question_id, o.position;

-- name: Bands :many
SELECT b.* FROM criterion_band b JOIN criterion_question x ON x.id = b.question_id WHERE x.criterion_id = ANY(@criteria::uuid[]) ORDER BY b.question_id, b.position;

-- name: TypesByCode :many
SELECT id, code, name, description, active FROM category_type WHERE code = ANY(@codes::text[]);

-- name: CriteriaByType :many
SELECT id, category_type_id, name, description, weight, version FROM criterion WHERE category_type_id = ANY(@types::uuid[]) ORDER BY position, id;
