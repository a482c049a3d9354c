-- name: Templates :many
SELECT t.id, t.name, t.category, t.description, t.archived_at, v.number, v.created_at, d.name AS file_name, d.media_type, d.size
FROM document_template t
JOIN document_template_version v ON v.template_id = t.id AND v.buyer_id = t.buyer_id
    AND v.number = (SELECT max(w.number) FROM document_template_version w WHERE w.template_id = t.id AND w.buyer_id = t.buyer_id)
JOIN document d ON d.id = v.document_id
WHERE t.buyer_id = @buyer_id AND (@archived::boolean OR t.archived_at IS NULL)
  AND (cardinality(@categories::text[]) = 0 OR t.category = ANY(@categories::text[]))
  AND zabuni.within(v.created_at, sqlc.narg(updated_from)::date, sqlc.narg(updated_to)::date, @zone::text)
  AND (sqlc.narg(search)::text IS NULL OR t.name ILIKE '%' || sqlc.narg(search) || '%')
ORDER BY (t.archived_at IS NULL) DESC, t.name, t.id LIMIT 1000;

-- name: TemplateVersions :many
SELECT v.number, v.note, v.created_at, d.name AS file_name, d.media_type, d.size, coalesce(a.first_name || ' ' || a.last_name, '')::text AS by_name
FROM document_template_version v JOIN document d ON d.id = v.document_id LEFT JOIN account a ON a.id = v.created_by
WHERE v.template_id = @template_id AND v.buyer_id = @buyer_id AND d.company_id = @buyer_id ORDER BY v.number DESC;

-- name: LockTemplate :one
SELECT * FROM document_template WHERE id = @id AND buyer_id = @buyer_id FOR UPDATE;

-- name: InsertTemplate :exec
INSERT INTO document_template (id, buyer_id, name, category, description, created_at)
VALUES (@id, @buyer_id, @name, @category, @description, @created_at);

-- name: UpdateTemplate :exec
UPDATE document_template SET name = @name, category = @category, description = @description WHERE id = @id AND buyer_id = @buyer_id;

-- name: ArchiveTemplate :exec
UPDATE document_template SET archived_at = @archived_at WHERE id = @id AND buyer_id = @buyer_id;

-- name: InsertTemplateVersion :one
INSERT INTO document_template_version (template_id, number, buyer_id, document_id, note, created_by, created_at)
SELECT @template_id, coalesce(max(number), 0) + 1, @buyer_id, @document_id, @note, @created_by, @created_at
FROM document_template_version WHERE template_id = @template_id AND buyer_id = @buyer_id
RETURNING number;

-- name: TemplateDocument :one
SELECT document_id FROM document_template_version WHERE template_id = @template_id AND number = @number AND buyer_id = @buyer_id;
