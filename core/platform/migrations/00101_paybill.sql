-- +goose Up
-- What came to a paybill is told by its provider when we ask: no file brings it, and nobody imports it.
ALTER TABLE bank_statement
    ALTER COLUMN document_id DROP NOT NULL,
    ALTER COLUMN imported_by DROP NOT NULL,
    DROP CONSTRAINT bank_statement_format_check,
    ADD CONSTRAINT bank_statement_format_check CHECK (format IN ('table', 'mt940', 'camt053', 'paybill')),
    ADD CONSTRAINT bank_statement_file CHECK ((format = 'paybill') = (document_id IS NULL) AND (format = 'paybill') = (imported_by IS NULL));
-- Messages that money came which nobody asked for; each wakes a question.
CREATE INDEX payment_callback_paybill ON payment_callback (provider, received_at) WHERE attempt_id IS NULL AND verdict = 'heard' AND receipt <> '';

-- +goose Down
-- Refused while lines of a paybill are kept: what came is not forgotten.
DROP INDEX payment_callback_paybill;
ALTER TABLE bank_statement
    DROP CONSTRAINT bank_statement_file,
    DROP CONSTRAINT bank_statement_format_check,
    ADD CONSTRAINT bank_statement_format_check CHECK (format IN ('table', 'mt940', 'camt053')),
    ALTER COLUMN document_id SET NOT NULL,
    ALTER COLUMN imported_by SET NOT NULL;
