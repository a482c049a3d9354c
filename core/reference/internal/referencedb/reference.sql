-- name: Lists :many
-- scope: operator: what its staff has taken over, of each list: how much, when and by whom.
SELECT n.name::text AS name, coalesce(l.file, '')::text AS file, l.taken_at, coalesce(p.first_name || ' ' || p.last_name, '')::text AS taken_name, coalesce(l.version, 0)::int AS version,
       (CASE n.name WHEN 'cpv' THEN (SELECT count(*) FROM classification) ELSE (SELECT count(*) FROM holiday) END)::bigint AS entries
FROM unnest(@names::text[]) WITH ORDINALITY AS n (name, place) LEFT JOIN reference_list l ON l.name = n.name LEFT JOIN account p ON p.id = l.taken_by ORDER BY n.place;

-- name: HoldList :one
-- The list that is to be replaced in part, so that nobody else does meanwhile.
INSERT INTO reference_list (name, file, sha256, taken_by, taken_at, version) VALUES (@name, '', '', @taken_by, @now, 0)
ON CONFLICT (name) DO UPDATE SET name = excluded.name RETURNING version;

-- name: SaveList :exec
UPDATE reference_list SET file = @file, sha256 = @sha256, taken_by = @taken_by, taken_at = @now, version = version + 1 WHERE name = @name;

-- name: Codes :many
-- Codes that begin with these digits, or with all of these words in one of their names.
SELECT code, digit, names FROM classification
WHERE (@digits::text = '' OR code LIKE @digits || '%')
  AND (@words::text = '' OR zabuni.folded(@words) <> '' AND folded LIKE ALL (SELECT '%' || w || '%' FROM regexp_split_to_table(zabuni.folded(@words), ' ') w))
ORDER BY code LIMIT @max_rows;

-- name: AllCodes :many
SELECT code, digit, names FROM classification ORDER BY code LIMIT 30000;

-- name: Known :many
-- What is known of codes.
SELECT code, digit, names FROM classification WHERE code = ANY(@codes::text[]) LIMIT 30000;

-- name: Brought :many
-- Of which divisions there is a list.
SELECT DISTINCT left(code, 2)::text AS division FROM classification;

-- name: DropCodes :execrows
DELETE FROM classification WHERE left(code, 2) = ANY(@divisions::text[]) AND code NOT IN (SELECT unnest(@codes::text[]));

-- name: PutCodes :execrows
INSERT INTO classification (code, digit, names, folded)
SELECT x.code, x.digit, x.names::jsonb, zabuni.folded((SELECT string_agg(DISTINCT n.value, ' ') FROM jsonb_each_text(x.names::jsonb) n))
FROM ROWS FROM (unnest(@codes::text[]), unnest(@digits::text[]), unnest(@names::text[])) AS x (code, digit, names)
ON CONFLICT (code) DO UPDATE SET digit = excluded.digit, names = excluded.names, folded = excluded.folded
WHERE classification.digit <> excluded.digit OR classification.names <> excluded.names;

-- name: Days :many
-- Days of a country (empty: of all) in a year (0: in all).
SELECT country, day, name FROM holiday
WHERE (@country::text = '' OR country = @country) AND (@year::int = 0 OR extract(year FROM day) = @year::int) ORDER BY country, day LIMIT @max_rows;

-- name: DaysOf :many
SELECT day FROM holiday WHERE country = @country ORDER BY day LIMIT 20000;

-- name: DropDays :execrows
-- Of the years that a file has, what it does not have.
DELETE FROM holiday h
WHERE (h.country, extract(year FROM h.day)::int) IN (SELECT y.country, y.year FROM ROWS FROM (unnest(@countries::text[]), unnest(@years::int[])) AS y (country, year))
  AND (h.country, h.day) NOT IN (SELECT k.country, k.day FROM ROWS FROM (unnest(@kept_countries::text[]), unnest(@kept_days::date[])) AS k (country, day));

-- name: PutDays :execrows
INSERT INTO holiday (country, day, name)
SELECT x.country, x.day, x.name FROM ROWS FROM (unnest(@countries::text[]), unnest(@days::date[]), unnest(@names::text[])) AS x (country, day, name)
ON CONFLICT (country, day) DO UPDATE SET name = excluded.name WHERE holiday.name <> excluded.name;
