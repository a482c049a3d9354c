-- name: Folded :one
-- What was typed, as names are folded and as numbers are, of how many threes of letters it is, and the moment, in one trip.
SELECT zabuni.clock()::timestamptz AS now, coalesce(zabuni.folded(@typed::text), '')::text AS folded, coalesce(zabuni.signs(@typed::text), '')::text AS signs,
       coalesce(cardinality(show_trgm(zabuni.folded(@typed::text))), 0)::int AS threes;

-- name: WorldNewest :many
-- scope: operator: the directory of suppliers, which every buyer may search; the newest first.
SELECT c.id, c.created_at FROM company c
WHERE c.kind = 'supplier' AND c.status = 'active' AND (c.created_at, c.id) < (@after_at::timestamptz, @after_id::uuid)
  AND (cardinality(@countries::text[]) = 0 OR c.country = ANY(@countries::text[]))
  AND (cardinality(@company_types::text[]) = 0 OR c.company_type = ANY(@company_types::text[]))
  AND (sqlc.narg(location_id)::int IS NULL OR c.location_id = sqlc.narg(location_id)
       OR EXISTS (SELECT FROM company_supply_location l WHERE l.company_id = c.id AND l.location_id = sqlc.narg(location_id)))
  AND (sqlc.narg(category_type)::uuid IS NULL OR EXISTS (SELECT FROM company_category_type t WHERE t.company_id = c.id AND t.category_type_id = sqlc.narg(category_type)))
  AND (sqlc.narg(special_group)::uuid IS NULL OR EXISTS (SELECT FROM company_special_group g WHERE g.company_id = c.id AND g.special_group_id = sqlc.narg(special_group)
       AND g.status = 'validated' AND (g.expires_on IS NULL OR g.expires_on >= @today::date)))
  AND (sqlc.narg(valid_on)::date IS NULL OR @papers::int = (SELECT count(*) FROM (SELECT DISTINCT ON (d.kind) d.expires_on FROM company_document d
       WHERE d.company_id = c.id ORDER BY d.kind, d.version DESC) p WHERE p.expires_on IS NULL OR p.expires_on >= sqlc.narg(valid_on)))
  AND (@women::int = 0 OR @women <= (SELECT coalesce(sum(o.share), 0) FROM company_owner o WHERE o.company_id = c.id AND o.women AND o.ended_at IS NULL))
  AND (@youth::int = 0 OR @youth <= (SELECT coalesce(sum(o.share), 0) FROM company_owner o WHERE o.company_id = c.id AND o.youth AND o.ended_at IS NULL))
  AND (@disability::int = 0 OR @disability <= (SELECT coalesce(sum(o.share), 0) FROM company_owner o WHERE o.company_id = c.id AND o.disability AND o.ended_at IS NULL))
  AND (sqlc.narg(blacklisted)::boolean IS NULL OR sqlc.narg(blacklisted) = EXISTS (SELECT FROM blacklist_case b WHERE b.supplier_id = c.id
       AND (b.buyer_id = @buyer_id::uuid OR b.buyer_id IS NULL) AND b.status = 'blacklisted' AND b.expires_at > @now::timestamptz))
ORDER BY c.created_at DESC, c.id DESC LIMIT @max_rows;

-- name: WorldHits :one
-- scope: operator: the directory of suppliers, which every buyer may search; the closest first. Each way of being close is looked
-- for by its index and no further than a bound; a misspelt name, which costs the most, only where it is asked for, and owners only
-- where names, which are closer, leave room for them.
WITH named AS MATERIALIZED (
    (SELECT c.id, 1000 AS score FROM company c WHERE c.kind = 'supplier' AND c.status = 'active' AND c.tax_signs <> '' AND @signs::text <> '' AND c.tax_signs = @signs LIMIT 100)
    UNION ALL
    (SELECT c.id, CASE WHEN c.folded = @typed::text THEN 950 ELSE 900 END FROM company c
     WHERE c.kind = 'supplier' AND c.status = 'active' AND NOT @misspelt::boolean AND c.folded >= @typed AND c.folded < @typed || U&'\+10FFFF' ORDER BY c.folded LIMIT 1000)
    UNION ALL
    (SELECT c.id, 750 FROM company c
     WHERE c.kind = 'supplier' AND c.status = 'active' AND NOT @misspelt AND @letters::text <> '' AND c.letters >= @letters AND c.letters < @letters || U&'\+10FFFF' ORDER BY c.letters LIMIT 300)
    UNION ALL
    (SELECT c.id, CASE WHEN ' ' || c.folded LIKE '% ' || @typed || '%' THEN 800 WHEN strpos(@typed, ' ') > 0 THEN 790 ELSE 700 END FROM company c
     WHERE c.kind = 'supplier' AND c.status = 'active' AND NOT @misspelt AND @longest::text <> '' AND c.folded LIKE '%' || @longest || '%' AND c.folded LIKE '%' || @second::text || '%' AND c.folded LIKE ALL (@patterns::text[]) LIMIT 2000)
), near AS (
    SELECT named.id, named.score FROM named
    UNION ALL
    (SELECT o.company_id, 500 FROM company_owner o
     WHERE NOT @misspelt AND @longest <> '' AND (@narrowed::boolean OR (SELECT count(DISTINCT named.id) FROM named) < @max_rows::int) AND o.ended_at IS NULL AND o.folded LIKE '%' || @longest || '%' AND o.folded LIKE '%' || @second::text || '%' AND o.folded LIKE ALL (@patterns::text[]) LIMIT 1000)
    UNION ALL
    (SELECT c.id, ((word_similarity(@typed, c.folded) + similarity(@typed, c.folded)) * 200)::int FROM company c
     WHERE c.kind = 'supplier' AND c.status = 'active' AND @misspelt AND @piece_a::text <> ''
       AND ((NOT @two::boolean AND (c.folded LIKE @piece_a OR c.folded LIKE @piece_b::text OR c.folded LIKE @piece_c::text))
         OR (@two AND ((c.folded LIKE @piece_a AND c.folded LIKE @piece_b) OR (c.folded LIKE @piece_a AND c.folded LIKE @piece_c) OR (c.folded LIKE @piece_b AND c.folded LIKE @piece_c)))) AND word_similarity(@typed, c.folded) >= @close::float8 ORDER BY 2 DESC, 1 LIMIT 2000)
    UNION ALL
    (SELECT c.id, ((word_similarity(@typed, c.folded) + similarity(@typed, c.folded)) * 200)::int FROM company c
     WHERE c.kind = 'supplier' AND c.status = 'active' AND @misspelt AND @piece_a = '' AND @typed <% c.folded ORDER BY 2 DESC, 1 LIMIT 2000)
), best AS (SELECT n.id, max(n.score) AS score FROM near n GROUP BY n.id),
found AS (SELECT c.id, best.score, row_number() OVER (ORDER BY best.score DESC, similarity(c.folded, @typed) DESC, c.folded, c.id) AS place
FROM best JOIN company c ON c.id = best.id
WHERE c.kind = 'supplier' AND c.status = 'active'
  AND (cardinality(@countries::text[]) = 0 OR c.country = ANY(@countries::text[]))
  AND (cardinality(@company_types::text[]) = 0 OR c.company_type = ANY(@company_types::text[]))
  AND (sqlc.narg(location_id)::int IS NULL OR c.location_id = sqlc.narg(location_id)
       OR EXISTS (SELECT FROM company_supply_location l WHERE l.company_id = c.id AND l.location_id = sqlc.narg(location_id)))
  AND (sqlc.narg(category_type)::uuid IS NULL OR EXISTS (SELECT FROM company_category_type t WHERE t.company_id = c.id AND t.category_type_id = sqlc.narg(category_type)))
  AND (sqlc.narg(special_group)::uuid IS NULL OR EXISTS (SELECT FROM company_special_group g WHERE g.company_id = c.id AND g.special_group_id = sqlc.narg(special_group)
       AND g.status = 'validated' AND (g.expires_on IS NULL OR g.expires_on >= @today::date)))
  AND (sqlc.narg(valid_on)::date IS NULL OR @papers::int = (SELECT count(*) FROM (SELECT DISTINCT ON (d.kind) d.expires_on FROM company_document d
       WHERE d.company_id = c.id ORDER BY d.kind, d.version DESC) p WHERE p.expires_on IS NULL OR p.expires_on >= sqlc.narg(valid_on)))
  AND (@women::int = 0 OR @women <= (SELECT coalesce(sum(o.share), 0) FROM company_owner o WHERE o.company_id = c.id AND o.women AND o.ended_at IS NULL))
  AND (@youth::int = 0 OR @youth <= (SELECT coalesce(sum(o.share), 0) FROM company_owner o WHERE o.company_id = c.id AND o.youth AND o.ended_at IS NULL))
  AND (@disability::int = 0 OR @disability <= (SELECT coalesce(sum(o.share), 0) FROM company_owner o WHERE o.company_id = c.id AND o.disability AND o.ended_at IS NULL))
  AND (sqlc.narg(blacklisted)::boolean IS NULL OR sqlc.narg(blacklisted) = EXISTS (SELECT FROM blacklist_case b WHERE b.supplier_id = c.id
       AND (b.buyer_id = @buyer_id::uuid OR b.buyer_id IS NULL) AND b.status = 'blacklisted' AND b.expires_at > @now::timestamptz))
ORDER BY place LIMIT @max_rows)
SELECT coalesce(array_agg(f.id ORDER BY f.place), '{}')::uuid[] AS ids, coalesce(max(f.score), 0)::int AS score FROM found f;

-- name: WorldRows :many
-- scope: operator: the directory of suppliers, by what was found.
SELECT c.id, c.name, c.country, c.company_type, c.created_at,
       coalesce((SELECT string_agg(t.name, E'\n' ORDER BY t.position, t.name) FROM company_category_type n JOIN category_type t ON t.id = n.category_type_id WHERE n.company_id = c.id), '')::text AS categories,
       coalesce((SELECT string_agg(g.name, E'\n' ORDER BY g.name) FROM company_special_group m JOIN special_group g ON g.id = m.special_group_id
        WHERE m.company_id = c.id AND g.company_id IS NULL AND m.status = 'validated' AND (m.expires_on IS NULL OR m.expires_on >= @today::date)), '')::text AS groups,
       EXISTS (SELECT FROM blacklist_case b WHERE b.supplier_id = c.id AND (b.buyer_id = @buyer_id::uuid OR b.buyer_id IS NULL)
               AND b.status = 'blacklisted' AND b.expires_at > @now::timestamptz)::boolean AS blacklisted
FROM company c WHERE c.id = ANY(@ids::uuid[]) AND c.kind = 'supplier' AND c.status = 'active';

-- name: LatestPapers :many
-- scope: operator: until when the papers of suppliers are good; none of them is opened.
SELECT DISTINCT ON (d.company_id, d.kind) d.company_id, d.kind, d.expires_on FROM company_document d
WHERE d.company_id = ANY(@ids::uuid[]) ORDER BY d.company_id, d.kind, d.version DESC;

-- name: Paper :one
-- The version of a paper that stands now.
SELECT d.id, d.kind FROM company_document d
WHERE d.company_id = @company_id AND d.document_id = @document_id
  AND d.version = (SELECT max(l.version) FROM company_document l WHERE l.company_id = @company_id AND l.kind = d.kind);

-- name: Listings :many
-- What keeps a supplier out of what a buyer asks for: by its own decision, or by the platform's.
SELECT (b.buyer_id IS NULL)::boolean AS platform, b.decided_at::timestamptz AS since, b.expires_at::timestamptz AS until FROM blacklist_case b
WHERE b.supplier_id = @supplier_id AND (b.buyer_id = @buyer_id OR b.buyer_id IS NULL) AND b.status = 'blacklisted' AND b.expires_at > @now::timestamptz
ORDER BY b.buyer_id NULLS FIRST, b.decided_at;

-- name: OwnersEver :many
-- All that a company has said of its owners: of who stayed and changed there are several.
SELECT id, name, kind, identity, nationality, director, share, women, youth, disability, created_at, ended_at, folded, identity_signs
FROM company_owner WHERE company_id = @company_id ORDER BY ended_at DESC NULLS FIRST, position, id LIMIT 1000;

-- name: OwnerHits :many
-- scope: operator: directors and shareholders of suppliers, for who knows a name or a whole number; the closest first.
WITH near AS (
    (SELECT o.id, 1000 AS score FROM company_owner o WHERE NOT @misspelt::boolean AND @signs::text <> '' AND o.identity_signs <> '' AND o.identity_signs = @signs LIMIT 300)
    UNION ALL
    (SELECT o.id, CASE WHEN o.folded = @typed::text THEN 950 ELSE 900 END FROM company_owner o
     WHERE NOT @misspelt AND o.folded >= @typed AND o.folded < @typed || U&'\+10FFFF' ORDER BY o.folded LIMIT 1000)
    UNION ALL
    (SELECT o.id, 800 FROM company_owner o
     WHERE NOT @misspelt AND @longest::text <> '' AND o.folded LIKE '%' || @longest || '%' AND o.folded LIKE '%' || @second::text || '%' AND o.folded LIKE ALL (@patterns::text[]) LIMIT 1000)
    UNION ALL
    (SELECT o.id, (word_similarity(@typed, o.folded) * 400)::int FROM company_owner o
     WHERE @misspelt AND @piece_a::text <> '' AND ((NOT @two::boolean AND (o.folded LIKE @piece_a OR o.folded LIKE @piece_b::text OR o.folded LIKE @piece_c::text))
         OR (@two AND ((o.folded LIKE @piece_a AND o.folded LIKE @piece_b) OR (o.folded LIKE @piece_a AND o.folded LIKE @piece_c) OR (o.folded LIKE @piece_b AND o.folded LIKE @piece_c))))
       AND word_similarity(@typed, o.folded) >= @close::float8 ORDER BY 2 DESC, 1 LIMIT 1000)
    UNION ALL
    (SELECT o.id, (word_similarity(@typed, o.folded) * 400)::int FROM company_owner o WHERE @misspelt AND @piece_a = '' AND @typed <% o.folded LIMIT 1000)
), best AS (SELECT n.id, max(n.score) AS score FROM near n GROUP BY n.id),
person AS (
    -- One row for a company and who is known there by one name and number, over what has changed of them.
    SELECT o.company_id, o.folded, o.identity_signs, o.kind, max(best.score) AS score, (array_agg(o.id ORDER BY o.ended_at DESC NULLS FIRST, o.created_at DESC))[1] AS id,
           min(o.created_at) AS since
    FROM best JOIN company_owner o ON o.id = best.id GROUP BY 1, 2, 3, 4)
SELECT o.id, o.name, o.kind, o.identity, o.nationality, o.director, o.share, p.since::timestamptz AS since, o.ended_at AS until, c.id AS company_id, c.name AS company, c.country
FROM person p JOIN company_owner o ON o.id = p.id JOIN company c ON c.id = p.company_id
WHERE c.kind = 'supplier' AND c.status = 'active' AND (NOT @directors::boolean OR o.director) AND (NOT @shareholders::boolean OR o.share IS NOT NULL)
  AND (cardinality(@kinds::text[]) = 0 OR o.kind = ANY(@kinds::text[]))
ORDER BY p.score DESC, similarity(o.folded, @typed) DESC, o.folded, o.identity_signs, o.ended_at DESC NULLS FIRST, c.folded, o.id LIMIT @max_rows;

-- name: SharedOwners :many
-- scope: operator: who stands in the registers of other suppliers too; by a number of one nation or with one name, or by a name alone where one side has no number.
SELECT o.company_id AS of_id, p.company_id, c.name AS company, o.name, o.kind, o.identity, p.identity AS other_identity, (o.identity_signs <> '' AND o.identity_signs = p.identity_signs)::boolean AS by_number,
       o.created_at AS since, p.created_at AS other_since, o.ended_at AS until, p.ended_at AS other_until
FROM company_owner o JOIN company_owner p ON p.company_id <> o.company_id AND p.kind = o.kind
    AND ((o.identity_signs <> '' AND p.identity_signs <> '' AND p.identity_signs = o.identity_signs AND (p.nationality = o.nationality OR p.folded = o.folded)) OR (p.folded = o.folded AND (o.identity_signs = '' OR p.identity_signs = '')))
JOIN company c ON c.id = p.company_id
WHERE o.company_id = ANY(@ids::uuid[]) AND c.kind = 'supplier' AND c.status = 'active' ORDER BY c.folded, c.id, o.folded, o.created_at LIMIT 1000;

-- name: Premises :one
-- The address of a supplier, and which names of places and countries stand in it.
SELECT c.premises, coalesce((SELECT string_agg(p.folded, E'\n') FROM (SELECT zabuni.folded(n.name) AS folded
    FROM (SELECT l.name FROM location l UNION ALL SELECT unnest(@countries::text[])) n) p WHERE ' ' || c.premises || ' ' LIKE '% ' || p.folded || ' %'), '')::text AS places
FROM company c WHERE c.id = @company_id;

-- name: SharedPlaces :many
-- scope: operator: suppliers with the phone, the tax number or, where it says enough, the address of another.
SELECT c.id AS company_id, c.name AS company, 'phone'::text AS what, c.phone AS value FROM company f JOIN company c ON c.phone = f.phone AND c.id <> f.id
WHERE f.id = @company_id AND c.phone <> '' AND c.kind = 'supplier' AND c.status = 'active'
UNION ALL
SELECT c.id, c.name, 'address', c.physical_address FROM company f JOIN company c ON c.premises = f.premises AND c.country = f.country AND c.id <> f.id
WHERE f.id = @company_id AND c.premises <> '' AND @address::boolean AND c.kind = 'supplier' AND c.status = 'active'
UNION ALL
SELECT c.id, c.name, 'tax', c.tax_id FROM company f JOIN company c ON c.tax_signs = f.tax_signs AND c.country = f.country AND c.id <> f.id
WHERE f.id = @company_id AND c.tax_signs <> '' AND c.kind = 'supplier' AND c.status = 'active'
ORDER BY 2, 1, 3 LIMIT 500;

-- name: Holdings :many
-- scope: operator: which supplier is an owner of which, on either side of those that are asked about; by its tax number in its country or with its name, or by name in its country.
SELECT x.id AS owner_id, x.name AS owner, c.id AS company_id, c.name AS company, o.share, o.director, (o.identity_signs <> '' AND o.identity_signs = x.tax_signs)::boolean AS by_number,
       o.created_at AS since, o.ended_at AS until
FROM company_owner o JOIN company c ON c.id = o.company_id
JOIN company x ON (o.identity_signs <> '' AND x.tax_signs <> '' AND x.tax_signs = o.identity_signs AND (x.country = o.nationality OR x.folded = o.folded))
    OR (x.folded = o.folded AND x.country = o.nationality)
WHERE o.kind = 'organisation' AND o.id IN (
    SELECT h.id FROM company_owner h WHERE h.company_id = ANY(@ids::uuid[]) AND h.kind = 'organisation'
    UNION
    SELECT h.id FROM company f JOIN company_owner h ON h.identity_signs <> '' AND h.identity_signs = f.tax_signs AND (h.nationality = f.country OR h.folded = f.folded) WHERE f.id = ANY(@ids::uuid[]) AND f.tax_signs <> ''
    UNION
    SELECT h.id FROM company f JOIN company_owner h ON h.folded = f.folded AND h.nationality = f.country WHERE f.id = ANY(@ids::uuid[]))
  AND c.kind = 'supplier' AND c.status = 'active' AND x.kind = 'supplier' AND x.status = 'active'
ORDER BY x.folded, x.id, c.folded, c.id, o.created_at LIMIT 500;
