-- +goose Up
-- One contract for each winner of an award, of those that were not given up: another takes the place of one that was.
ALTER TABLE contract DROP CONSTRAINT contract_award_id_supplier_id_key;
CREATE UNIQUE INDEX contract_award_winner ON contract (award_id, supplier_id) WHERE status <> 'cancelled';

-- +goose Down
DROP INDEX contract_award_winner;
ALTER TABLE contract ADD CONSTRAINT contract_award_id_supplier_id_key UNIQUE (award_id, supplier_id);
