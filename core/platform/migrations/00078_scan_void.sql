-- +goose Up
-- A signed paper that waits is void once the contract that it says is recalled, changed or signed otherwise.
ALTER TABLE contract_scan DROP CONSTRAINT contract_scan_outcome_check, DROP CONSTRAINT contract_scan_check, DROP CONSTRAINT contract_scan_check1,
    ADD CONSTRAINT contract_scan_outcome CHECK (outcome IN ('taken', 'refused', 'void')),
    ADD CONSTRAINT contract_scan_decided CHECK ((outcome IS NULL) = (decided_at IS NULL) AND (decided_by IS NULL) = (outcome IS NULL OR outcome = 'void')),
    ADD CONSTRAINT contract_scan_second CHECK (outcome IS NULL OR decided_by <> offered_by);

-- +goose Down
UPDATE contract_scan SET outcome = 'refused', decided_by = (SELECT a.id FROM account a WHERE a.id <> offered_by ORDER BY a.id LIMIT 1) WHERE outcome = 'void';
ALTER TABLE contract_scan DROP CONSTRAINT contract_scan_outcome, DROP CONSTRAINT contract_scan_decided, DROP CONSTRAINT contract_scan_second,
    ADD CONSTRAINT contract_scan_outcome_check CHECK (outcome IN ('taken', 'refused')),
    ADD CONSTRAINT contract_scan_check CHECK ((outcome IS NULL) = (decided_at IS NULL) AND (decided_by IS NULL) = (decided_at IS NULL)),
    ADD CONSTRAINT contract_scan_check1 CHECK (outcome IS NULL OR decided_by <> offered_by);
