-- +goose Up
-- Where a tender of several lots stands: it is open as long as one of them takes bids, whatever was awarded of the others, and as long
-- as a room runs. Lots that were called off have no closing that counts.
ALTER TABLE publication ADD COLUMN open_until timestamptz, -- the last closing of lots that take bids still; null: none does
    ADD COLUMN cancelled_at timestamptz; -- of the last of its lots; null: not all were called off
UPDATE publication p SET open_until = l.open_until, closes_at = coalesce(l.closes_at, p.closes_at), cancelled_at = l.cancelled_at
FROM (SELECT r.job_id, max(c.closes_at) FILTER (WHERE c.status IN ('approved', 'open')) AS open_until, max(c.closes_at) FILTER (WHERE c.status <> 'cancelled') AS closes_at,
             CASE WHEN bool_and(c.status = 'cancelled') THEN max(c.cancelled_at) END AS cancelled_at
      FROM publication x JOIN publication_release r ON r.job_id = x.job_id AND r.number = x.releases
      CROSS JOIN LATERAL jsonb_array_elements(r.body::jsonb -> 'tender' -> 'lots') e JOIN category c ON c.id = (e ->> 'id')::uuid GROUP BY r.job_id) l
WHERE l.job_id = p.job_id;
SELECT zabuni.keep('publication', '{job_id}');

CREATE OR REPLACE FUNCTION zabuni.public_state(p publication, at timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT CASE WHEN p.open_until > at OR EXISTS (SELECT FROM category c JOIN auction a ON a.category_id = c.id
                     WHERE c.job_id = p.job_id AND zabuni.phase(a.status, a.starts_at, a.ends_at, a.extensions, at) IN ('open', 'overtime', 'paused')) THEN 'open'
                WHEN p.awarded THEN 'awarded' WHEN p.status = 'complete' THEN 'completed' WHEN p.status <> 'active' THEN 'ended' ELSE 'in_evaluation' END
$$;

-- When it takes no bids any more: a room that has begun ends after its papers were due.
CREATE FUNCTION zabuni.public_closing(p publication, at timestamptz) RETURNS timestamptz LANGUAGE sql STABLE AS $$
    SELECT greatest(p.closes_at, (SELECT max(a.ends_at) FROM category c JOIN auction a ON a.category_id = c.id
        WHERE c.job_id = p.job_id AND a.status IN ('published', 'paused', 'closed') AND a.starts_at <= at))
$$;

-- +goose Down
DROP FUNCTION zabuni.public_closing(publication, timestamptz);
CREATE OR REPLACE FUNCTION zabuni.public_state(p publication, at timestamptz) RETURNS text LANGUAGE sql IMMUTABLE AS
    $$SELECT CASE WHEN p.awarded THEN 'awarded' WHEN p.status <> 'active' THEN 'ended' WHEN p.closes_at > at THEN 'open' ELSE 'in_evaluation' END$$;
DROP TRIGGER kept_publication_changed ON publication;
ALTER TABLE publication DROP COLUMN open_until, DROP COLUMN cancelled_at;
SELECT zabuni.keep('publication', '{job_id}');
