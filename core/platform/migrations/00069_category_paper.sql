-- +goose Up
-- The files that belong to what is asked: terms, drawings, pictures. The browser names each, so that one that is
-- sent again is the same.
CREATE TABLE category_paper (
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
CREATE INDEX category_paper_category ON category_paper (category_id, position);
SELECT zabuni.keep('category_paper', '{id}');

-- +goose Down
DROP TABLE category_paper;
DELETE FROM kept WHERE name = 'category_paper';
DROP FUNCTION zabuni.kept_category_paper(), zabuni.kept_category_paper_changed(), zabuni.kept_category_paper_gone();
