-- +goose Up
-- A file of a bid that was taken from the profile of its company: the version of the paper that stood there then.
ALTER TABLE bid_file ADD COLUMN paper_id uuid REFERENCES company_document;
SELECT zabuni.keep('bid_file', '{id}');

-- +goose Down
DROP TRIGGER kept_bid_file_changed ON bid_file;
ALTER TABLE bid_file DROP COLUMN paper_id;
SELECT zabuni.keep('bid_file', '{id}');
