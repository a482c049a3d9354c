-- name: Waiting :many
-- scope: operator: how much waits on the whole platform, and since when.
SELECT 'events'::text AS what, count(*) AS waiting, coalesce(min(o.created_at), zabuni.clock())::timestamptz AS since, 0::bigint AS failed FROM outbox o
UNION ALL
SELECT 'entries', count(*), coalesce(min(a.at), zabuni.clock()), 0 FROM audit_entry a WHERE a.leaf IS NULL
UNION ALL
SELECT 'mails', count(*), coalesce(min(m.created_at), zabuni.clock()),
       (SELECT count(*) FROM mail_delivery f WHERE f.status IN ('failed', 'bounced') AND f.created_at > zabuni.clock() - interval '7 days')
FROM mail_delivery m WHERE m.status = 'queued'
UNION ALL
SELECT 'tasks', count(*), coalesce(min(t.created_at), zabuni.clock()),
       (SELECT count(*) FROM task f WHERE f.status = 'failed' AND f.created_at > zabuni.clock() - interval '7 days')
FROM task t WHERE t.status IN ('pending', 'processing')
UNION ALL
SELECT 'parked', count(p.again_at), coalesce(min(p.again_at), zabuni.clock()), count(*) FILTER (WHERE p.again_at IS NULL) FROM parked_message p;

-- name: Parked :many
-- scope: operator: events that nobody's code could act on.
SELECT id, consumer, message_id, subject, error, parked_at, again_at FROM parked_message
WHERE (parked_at, id) < (@after_at::timestamptz, @after_id::uuid) ORDER BY parked_at DESC, id DESC LIMIT @max_rows;

-- name: DriveOn :one
-- scope: operator: see Parked.
UPDATE parked_message SET again_at = @now WHERE id = @id RETURNING consumer, subject;

-- name: SetAside :one
-- scope: operator: see Parked.
DELETE FROM parked_message WHERE id = @id RETURNING consumer, subject;

-- name: Lag :one
-- scope: operator: since when the longest waits of what leaves the database within a second.
SELECT coalesce(extract(epoch FROM zabuni.clock() - (SELECT min(o.created_at) FROM outbox o)), 0)::float8 AS events,
       coalesce(extract(epoch FROM zabuni.clock() - (SELECT a.at FROM audit_entry a WHERE a.leaf IS NULL ORDER BY a.id LIMIT 1)), 0)::float8 AS entries;
