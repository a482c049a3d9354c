-- +goose Up
-- Who judged and can sign no more stands in the report that is made then, and is not waited for.
ALTER TABLE evaluation_signer ADD COLUMN left_out boolean NOT NULL DEFAULT false,
    ADD CONSTRAINT evaluation_signer_left_out CHECK (NOT left_out OR signed_at IS NULL);
SELECT zabuni.keep('evaluation_signer', '{report_id,account_id}');

-- +goose Down
DROP TRIGGER kept_evaluation_signer_changed ON evaluation_signer;
ALTER TABLE evaluation_signer DROP COLUMN left_out;
SELECT zabuni.keep('evaluation_signer', '{report_id,account_id}');
