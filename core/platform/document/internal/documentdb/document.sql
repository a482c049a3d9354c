-- name: InsertDocument :exec
INSERT INTO document (id, company_id, name, kind, media_type, size, sha256, store_key, created_by, created_at)
VALUES (@id, @company_id, @name, @kind, @media_type, @size, @sha256, @store_key, @created_by, @created_at);

-- name: Document :one
-- What was disposed of is gone, also where others have the same bytes.
SELECT id, name, kind, media_type, size, sha256, store_key, created_at FROM document d WHERE d.id = @id AND d.company_id = @company_id
AND NOT EXISTS (SELECT FROM disposed_object o WHERE o.object_id = d.id);

-- name: AnyDocument :one
-- scope: system: the sender of mails reads what a use case chose to attach.
SELECT id, name, kind, media_type, size, sha256, store_key, created_at FROM document d WHERE d.id = @id
AND NOT EXISTS (SELECT FROM disposed_object o WHERE o.object_id = d.id);

-- name: ShareKey :exec
-- scope: system: whoever stores bytes that may lie there already keeps them from being destroyed meanwhile.
SELECT pg_advisory_xact_lock_shared(hashtextextended(@key::text, 0));

-- name: LockKey :exec
-- scope: system: whoever destroys bytes waits for those who store the same.
SELECT pg_advisory_xact_lock(hashtextextended(@key::text, 0));

-- name: KeyNamed :one
-- scope: system: whether something names these bytes that was not disposed of.
SELECT (EXISTS (SELECT FROM document d WHERE d.store_key = @key AND NOT EXISTS (SELECT FROM disposed_object o WHERE o.object_id = d.id)))::boolean AS named;
