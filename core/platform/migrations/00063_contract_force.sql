-- +goose Up
-- What became of contracts: how they ended, and those that are older than this platform.
ALTER TABLE contract DROP CONSTRAINT contract_origin_check,
    ADD CONSTRAINT contract_origin_check CHECK (origin IN ('award', 'author', 'upload', 'questions', 'import'));

CREATE TABLE contract_end (
    contract_id uuid PRIMARY KEY REFERENCES contract,
    buyer_id    uuid NOT NULL REFERENCES company,
    how         text NOT NULL CHECK (how IN ('expired', 'terminated', 'completed')),
    ended_on    date NOT NULL,
    reason      text NOT NULL,
    ended_by    uuid REFERENCES account, -- null: the calendar
    ended_at    timestamptz NOT NULL,
    keep_until  date NOT NULL,
    archived_by uuid REFERENCES account,
    archived_at timestamptz,
    CHECK ((archived_by IS NULL) = (archived_at IS NULL))
);
CREATE INDEX contract_end_of ON contract_end (buyer_id, ended_on DESC);
CREATE INDEX contract_runs_out ON contract (ends_on) WHERE status = 'active';
REVOKE DELETE ON contract_end FROM zabuni_app, zabuni_opener;
SELECT zabuni.keep('contract_end', '{contract_id}');

-- +goose Down
DROP INDEX contract_runs_out;
DROP TABLE contract_end;
DELETE FROM kept WHERE name = 'contract_end';
DROP FUNCTION zabuni.kept_contract_end(), zabuni.kept_contract_end_changed(), zabuni.kept_contract_end_gone();
ALTER TABLE contract DROP CONSTRAINT contract_origin_check;
UPDATE contract SET origin = 'upload' WHERE origin = 'import';
ALTER TABLE contract ADD CONSTRAINT contract_origin_check CHECK (origin IN ('award', 'author', 'upload', 'questions'));
