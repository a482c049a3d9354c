-- +goose Up
-- What a model wrote into a contract: each heading and sentence is a block with a mark of its own, with what wrote it and its words, so that
-- it is known again where somebody's editor gave it another name.
ALTER TABLE contract_block ALTER COLUMN section_id DROP NOT NULL, ALTER COLUMN section_number DROP NOT NULL,
    ADD COLUMN model text NOT NULL DEFAULT '', ADD COLUMN words text NOT NULL DEFAULT '',
    ADD CONSTRAINT contract_block_of CHECK ((section_id IS NULL) = (section_number IS NULL) AND (section_id IS NULL) = (model <> '') AND (model = '') = (words = ''));
SELECT zabuni.keep('contract_block', '{contract_id,block_id}');

-- What a supplier's people hand in shows what it says: the file is theirs, and lies with the buyer's contract.
ALTER TABLE contract_upload ADD COLUMN supplier_id uuid REFERENCES company;
ALTER TABLE contract_file ADD COLUMN supplier_id uuid REFERENCES company; -- null: of the buyer's own people
SELECT zabuni.keep('contract_file', '{document_id}');

-- +goose Down
UPDATE contract_milestone_step s SET document_id = NULL FROM contract_file f WHERE f.document_id = s.document_id AND f.supplier_id IS NOT NULL;
DELETE FROM contract_file WHERE supplier_id IS NOT NULL;
DELETE FROM contract_upload WHERE supplier_id IS NOT NULL;
DROP TRIGGER kept_contract_file_changed ON contract_file;
ALTER TABLE contract_file DROP COLUMN supplier_id;
SELECT zabuni.keep('contract_file', '{document_id}');
ALTER TABLE contract_upload DROP COLUMN supplier_id;
DELETE FROM contract_block WHERE section_id IS NULL;
DROP TRIGGER kept_contract_block_changed ON contract_block;
ALTER TABLE contract_block DROP COLUMN model, DROP COLUMN words, ALTER COLUMN section_id SET NOT NULL, ALTER COLUMN section_number SET NOT NULL;
SELECT zabuni.keep('contract_block', '{contract_id,block_id}');
