-- +goose Up
-- When the people of an invited supplier were told: not before the category can be seen. Who was invited to what
-- has opened before this knows it by now.
ALTER TABLE invitation ADD COLUMN told_at timestamptz;
UPDATE invitation i SET told_at = i.invited_at FROM category c
    WHERE c.id = i.category_id AND c.status NOT IN ('draft', 'hidden', 'not_approved', 'approved');
CREATE INDEX invitation_untold ON invitation (category_id, supplier_id) WHERE told_at IS NULL;

-- Who is told of a category of a kind of supply.
CREATE INDEX company_category_type_type ON company_category_type (category_type_id, company_id);

-- A message that speaks of bids of a category is nobody's to know of but its reader's until the category has closed.
ALTER TABLE mail_delivery ADD COLUMN under_category uuid REFERENCES category;
-- +goose StatementBegin
CREATE FUNCTION zabuni.unclosed(in_category uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT EXISTS (SELECT FROM category c WHERE c.id = in_category AND c.closed_at IS NULL)
$$;
-- +goose StatementEnd
GRANT EXECUTE ON FUNCTION zabuni.unclosed(uuid) TO zabuni_app, zabuni_opener;

-- That bidders were reminded of a closing, once for each.
CREATE TABLE closing_reminder (
    category_id uuid NOT NULL REFERENCES category,
    buyer_id    uuid NOT NULL,
    closes_at   timestamptz NOT NULL,
    at          timestamptz NOT NULL,
    PRIMARY KEY (category_id, closes_at)
);

-- +goose Down
DROP TABLE closing_reminder;
ALTER TABLE mail_delivery DROP COLUMN under_category;
DROP FUNCTION zabuni.unclosed(uuid);
DROP INDEX company_category_type_type, invitation_untold;
ALTER TABLE invitation DROP COLUMN told_at;
