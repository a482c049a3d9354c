-- +goose Up
-- The files that belong to what is asked: terms, drawings, pictures. The browser names each, so that one that is
-- sent again is the same.
CREATE TABLE attachment (
    id          uuid PRIMARY KEY,
    category_id uuid NOT NULL REFERENCES category,
    buyer_id    uuid NOT NULL,
    document_id uuid NOT NULL REFERENCES document,
    name        text NOT NULL,
    size        bigint NOT NULL,
    sha256      bytea NOT NULL,
    position    int NOT NULL,
    added_by    uuid NOT NULL REFERENCES account,
    added_at    timestamptz NOT NULL
);
CREATE INDEX attachment_category ON attachment (category_id, position);
SELECT zabuni.keep('attachment', '{id}');

-- +goose Down
DROP TABLE attachment;
DELETE FROM kept WHERE name = 'attachment';
DROP FUNCTION zabuni.kept_attachment(), zabuni.kept_attachment_changed(), zabuni.kept_attachment_gone();
