-- name: InsertAmendment :exec
INSERT INTO contract_amendment (contract_id, buyer_id, amends_id, number, ground, value_was, ends_was)
VALUES (@contract_id, @buyer_id, @amends_id, @number, @ground, @value_was, sqlc.narg(ends_was));

-- name: AmendmentOf :one
-- What a contract amends, if it does.
SELECT * FROM contract_amendment WHERE contract_id = @contract_id AND buyer_id = @buyer_id;

-- name: Amendments :many
-- What amends a contract, in its order; to its supplier only what it was sent.
SELECT x.contract_id, x.number, x.ground, x.value_was, x.ends_was, x.effective_at, k.number AS reference, k.title, k.description, k.status, k.value, k.ends_on
FROM contract_amendment x JOIN contract k ON k.id = x.contract_id AND k.buyer_id = x.buyer_id
WHERE x.amends_id = @amends_id AND x.buyer_id = @buyer_id AND (cardinality(@statuses::text[]) = 0 OR k.status = ANY(@statuses::text[]))
ORDER BY x.number LIMIT 500;

-- name: AmendContract :exec
UPDATE contract SET value = @value, ends_on = @ends_on, version = version + 1 WHERE id = @id AND buyer_id = @buyer_id;

-- name: TakeEffect :exec
UPDATE contract_amendment SET effective_at = @effective_at WHERE contract_id = @contract_id AND buyer_id = @buyer_id;
