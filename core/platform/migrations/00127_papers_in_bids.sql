-- +goose Up
-- A file of a bid that was taken from the profile of its company: the version of the paper that stood there then.
ALTER TABLE bid_file ADD COLUMN paper_id uuid REFERENCES company_document;

-- +goose Down
ALTER TABLE bid_file DROP COLUMN paper_id;
