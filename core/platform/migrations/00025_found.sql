-- +goose Up
-- The search of a desk looks for parts of titles, references and codes at once: one of them without an index would mean every row.
CREATE INDEX job_reference_part ON job USING gin (reference gin_trgm_ops);
CREATE INDEX job_code_part ON job USING gin (code gin_trgm_ops);
CREATE INDEX category_reference_part ON category USING gin (reference gin_trgm_ops);

-- The operator's list of withdrawals, of every buyer and supplier; and what waits to be validated.
CREATE INDEX withdrawal_list ON withdrawal (at DESC, id DESC);
CREATE INDEX company_special_group_waits ON company_special_group (created_at) WHERE status = 'pending';

-- +goose Down
DROP INDEX company_special_group_waits, withdrawal_list;
DROP INDEX job_reference_part, job_code_part, category_reference_part;
