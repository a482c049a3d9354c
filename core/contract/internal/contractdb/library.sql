-- Everywhere here no buyer means the platform's own shelf.

-- name: Sections :many
SELECT s.id, s.code, s.language, s.number, s.archived_at, s.created_at, v.title, v.topic, v.mandatory, v.risk, v.created_at AS updated_at
FROM contract_section s JOIN contract_section_version v ON v.section_id = s.id AND v.number = s.number
WHERE s.buyer_id IS NOT DISTINCT FROM sqlc.narg(buyer_id)::uuid AND v.buyer_id IS NOT DISTINCT FROM sqlc.narg(buyer_id)::uuid
  AND (s.created_at, s.id) < (@after_at::timestamptz, @after_id::uuid)
  AND (@archived::boolean OR s.archived_at IS NULL)
  AND (cardinality(@topics::text[]) = 0 OR v.topic = ANY(@topics::text[]))
  AND (cardinality(@languages::text[]) = 0 OR s.language = ANY(@languages::text[]))
  AND (sqlc.narg(search)::text IS NULL OR v.title ILIKE '%' || sqlc.narg(search) || '%' OR s.code ILIKE '%' || sqlc.narg(search) || '%')
ORDER BY s.created_at DESC, s.id DESC LIMIT @max_rows;

-- name: CountSections :one
SELECT count(*) FROM (SELECT FROM contract_section s JOIN contract_section_version v ON v.section_id = s.id AND v.number = s.number
WHERE s.buyer_id IS NOT DISTINCT FROM sqlc.narg(buyer_id)::uuid AND v.buyer_id IS NOT DISTINCT FROM sqlc.narg(buyer_id)::uuid
  AND (@archived::boolean OR s.archived_at IS NULL)
  AND (cardinality(@topics::text[]) = 0 OR v.topic = ANY(@topics::text[]))
  AND (cardinality(@languages::text[]) = 0 OR s.language = ANY(@languages::text[]))
  AND (sqlc.narg(search)::text IS NULL OR v.title ILIKE '%' || sqlc.narg(search) || '%' OR s.code ILIKE '%' || sqlc.narg(search) || '%')
LIMIT 1001) AS counted;

-- name: Section :one
-- A version of a clause; without a number its newest.
SELECT s.id, s.buyer_id, s.code, s.language, s.number AS newest, s.archived_at, v.number, v.title, v.topic, v.mandatory, v.risk, v.body, v.sum, v.fallback, v.guidance,
       v.created_at, coalesce(a.first_name || ' ' || a.last_name, '')::text AS by_name
FROM contract_section s JOIN contract_section_version v ON v.section_id = s.id AND v.number = coalesce(sqlc.narg(number)::int, s.number)
LEFT JOIN account a ON a.id = v.created_by
WHERE s.id = @id AND s.buyer_id IS NOT DISTINCT FROM sqlc.narg(buyer_id)::uuid AND v.buyer_id IS NOT DISTINCT FROM sqlc.narg(buyer_id)::uuid;

-- name: SectionVersions :many
SELECT v.number, v.title, v.created_at, coalesce(a.first_name || ' ' || a.last_name, '')::text AS by_name
FROM contract_section_version v LEFT JOIN account a ON a.id = v.created_by
WHERE v.section_id = @section_id AND v.buyer_id IS NOT DISTINCT FROM sqlc.narg(buyer_id)::uuid ORDER BY v.number DESC LIMIT 100;

-- name: LockSection :one
SELECT * FROM contract_section WHERE id = @id AND buyer_id IS NOT DISTINCT FROM sqlc.narg(buyer_id)::uuid FOR UPDATE;

-- name: InsertSection :exec
INSERT INTO contract_section (id, buyer_id, code, language, number, created_at)
VALUES (@id, sqlc.narg(buyer_id), @code, @language, 1, @created_at);

-- name: InsertSectionVersion :exec
INSERT INTO contract_section_version (section_id, number, buyer_id, title, topic, mandatory, risk, body, sum, fallback, guidance, created_by, created_at)
VALUES (@section_id, @number, sqlc.narg(buyer_id), @title, @topic, @mandatory, @risk, @body, @sum, @fallback, @guidance, @created_by, @created_at);

-- name: UpdateSection :exec
UPDATE contract_section SET code = @code, language = @language, number = @number WHERE id = @id AND buyer_id IS NOT DISTINCT FROM sqlc.narg(buyer_id)::uuid;

-- name: ArchiveSection :exec
UPDATE contract_section SET archived_at = @archived_at WHERE id = @id AND buyer_id IS NOT DISTINCT FROM sqlc.narg(buyer_id)::uuid;

-- name: SectionLanguages :many
-- The same clause in its languages.
SELECT id, language FROM contract_section WHERE code = @code AND buyer_id IS NOT DISTINCT FROM sqlc.narg(buyer_id)::uuid AND archived_at IS NULL ORDER BY language;

-- name: Templates :many
SELECT t.id, t.number, t.archived_at, t.created_at, v.name, v.description, v.language, v.created_at AS updated_at,
       (SELECT count(*) FROM contract_template_part p WHERE p.template_id = t.id AND p.number = t.number AND p.buyer_id IS NOT DISTINCT FROM sqlc.narg(buyer_id)::uuid) AS parts
FROM contract_template t JOIN contract_template_version v ON v.template_id = t.id AND v.number = t.number
WHERE t.buyer_id IS NOT DISTINCT FROM sqlc.narg(buyer_id)::uuid AND v.buyer_id IS NOT DISTINCT FROM sqlc.narg(buyer_id)::uuid
  AND (t.created_at, t.id) < (@after_at::timestamptz, @after_id::uuid)
  AND (@archived::boolean OR t.archived_at IS NULL)
  AND (cardinality(@languages::text[]) = 0 OR v.language = ANY(@languages::text[]))
  AND (sqlc.narg(search)::text IS NULL OR v.name ILIKE '%' || sqlc.narg(search) || '%')
ORDER BY t.created_at DESC, t.id DESC LIMIT @max_rows;

-- name: CountTemplates :one
SELECT count(*) FROM (SELECT FROM contract_template t JOIN contract_template_version v ON v.template_id = t.id AND v.number = t.number
WHERE t.buyer_id IS NOT DISTINCT FROM sqlc.narg(buyer_id)::uuid AND v.buyer_id IS NOT DISTINCT FROM sqlc.narg(buyer_id)::uuid
  AND (@archived::boolean OR t.archived_at IS NULL)
  AND (cardinality(@languages::text[]) = 0 OR v.language = ANY(@languages::text[]))
  AND (sqlc.narg(search)::text IS NULL OR v.name ILIKE '%' || sqlc.narg(search) || '%')
LIMIT 1001) AS counted;

-- name: Template :one
SELECT t.id, t.buyer_id, t.number AS newest, t.archived_at, v.number, v.name, v.description, v.language, v.created_at,
       coalesce(a.first_name || ' ' || a.last_name, '')::text AS by_name
FROM contract_template t JOIN contract_template_version v ON v.template_id = t.id AND v.number = coalesce(sqlc.narg(number)::int, t.number)
LEFT JOIN account a ON a.id = v.created_by
WHERE t.id = @id AND t.buyer_id IS NOT DISTINCT FROM sqlc.narg(buyer_id)::uuid AND v.buyer_id IS NOT DISTINCT FROM sqlc.narg(buyer_id)::uuid;

-- name: TemplateParts :many
-- The parts of a version in their order, each clause as the template names it. A clause is the
-- template's owner's or the platform's: the use case let no other in.
SELECT p.position, p.section_id, p.section_number, coalesce(v.title, p.title)::text AS title, coalesce(v.body, p.body)::text AS body,
       coalesce(s.code, '')::text AS code, coalesce(s.number, 0)::int AS newest, coalesce(v.mandatory, false)::boolean AS mandatory
FROM contract_template_part p
LEFT JOIN contract_section s ON s.id = p.section_id AND (s.buyer_id IS NULL OR s.buyer_id = p.buyer_id)
LEFT JOIN contract_section_version v ON v.section_id = s.id AND v.number = p.section_number AND v.buyer_id IS NOT DISTINCT FROM s.buyer_id
WHERE p.template_id = @template_id AND p.number = @number AND p.buyer_id IS NOT DISTINCT FROM sqlc.narg(buyer_id)::uuid ORDER BY p.position;

-- name: TemplateVersions :many
SELECT v.number, v.name, v.created_at, coalesce(a.first_name || ' ' || a.last_name, '')::text AS by_name
FROM contract_template_version v LEFT JOIN account a ON a.id = v.created_by
WHERE v.template_id = @template_id AND v.buyer_id IS NOT DISTINCT FROM sqlc.narg(buyer_id)::uuid ORDER BY v.number DESC LIMIT 100;

-- name: LockTemplate :one
SELECT * FROM contract_template WHERE id = @id AND buyer_id IS NOT DISTINCT FROM sqlc.narg(buyer_id)::uuid FOR UPDATE;

-- name: InsertTemplate :exec
INSERT INTO contract_template (id, buyer_id, number, created_at) VALUES (@id, sqlc.narg(buyer_id), 1, @created_at);

-- name: InsertTemplateVersion :exec
INSERT INTO contract_template_version (template_id, number, buyer_id, name, description, language, created_by, created_at)
VALUES (@template_id, @number, sqlc.narg(buyer_id), @name, @description, @language, @created_by, @created_at);

-- name: InsertTemplatePart :exec
INSERT INTO contract_template_part (template_id, number, position, buyer_id, section_id, section_number, title, body)
VALUES (@template_id, @number, @position, sqlc.narg(buyer_id), sqlc.narg(section_id), sqlc.narg(section_number), @title, @body);

-- name: UpdateTemplate :exec
UPDATE contract_template SET number = @number WHERE id = @id AND buyer_id IS NOT DISTINCT FROM sqlc.narg(buyer_id)::uuid;

-- name: ArchiveTemplate :exec
UPDATE contract_template SET archived_at = @archived_at WHERE id = @id AND buyer_id IS NOT DISTINCT FROM sqlc.narg(buyer_id)::uuid;

-- name: Categories :many
SELECT c.*, coalesce(v.name, '')::text AS template_name
FROM contract_category c LEFT JOIN contract_template t ON t.id = c.template_id AND (t.buyer_id IS NULL OR t.buyer_id = c.buyer_id)
LEFT JOIN contract_template_version v ON v.template_id = t.id AND v.number = t.number AND v.buyer_id IS NOT DISTINCT FROM t.buyer_id
WHERE c.buyer_id = @buyer_id AND (@archived::boolean OR c.archived_at IS NULL)
  AND (sqlc.narg(search)::text IS NULL OR c.name ILIKE '%' || sqlc.narg(search) || '%')
ORDER BY lower(c.name), c.id LIMIT 500;

-- name: Category :one
SELECT * FROM contract_category WHERE id = @id AND buyer_id = @buyer_id;

-- name: LockCategory :one
SELECT * FROM contract_category WHERE id = @id AND buyer_id = @buyer_id FOR UPDATE;

-- name: InsertCategory :exec
INSERT INTO contract_category (id, buyer_id, name, template_id, retention_years, reminder_days, created_at)
VALUES (@id, @buyer_id, @name, sqlc.narg(template_id), @retention_years, @reminder_days, @created_at);

-- name: UpdateCategory :exec
UPDATE contract_category SET name = @name, template_id = sqlc.narg(template_id), retention_years = @retention_years, reminder_days = @reminder_days, version = version + 1
WHERE id = @id AND buyer_id = @buyer_id;

-- name: ArchiveCategory :exec
UPDATE contract_category SET archived_at = @archived_at, version = version + 1 WHERE id = @id AND buyer_id = @buyer_id;

-- name: CompanyName :one
SELECT name FROM company WHERE id = @id;
