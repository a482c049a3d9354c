-- +goose Up
-- The search of a desk looks for parts of titles, references and codes at once: one of them without an index would mean every row.
CREATE INDEX job_reference_part ON job USING gin (reference gin_trgm_ops);
CREATE INDEX job_code_part ON job USING gin (code gin_trgm_ops);
CREATE INDEX category_reference_part ON category USING gin (reference gin_trgm_ops);

-- +goose Down
DROP INDEX job_reference_part, job_code_part, category_reference_part;
