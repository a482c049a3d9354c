-- name: InsertDocument :exec
INSERT INTO document (id, company_id, name, kind, media_type, size, sha256, store_key, created_by, created_at)
VALUES (@id, @company_id, @name, @kind, @media_type, @size, @sha256, @store_key, @created_by, @created_at);

-- name: Document :one
SELECT id, name, kind, media_type, size, sha256, store_key, created_at FROM document WHERE id = @id AND company_id = @company_id;

-- name: AnyDocument :one
-- scope: system: the sender of mails reads what a use case chose to attach.
SELECT id, name, kind, media_type, size, sha256, store_key, created_at FROM document WHERE id = @id;
