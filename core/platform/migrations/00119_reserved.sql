-- +goose Up
-- For which special group of the platform a category is reserved: nobody else takes part. None: everybody may.
ALTER TABLE category ADD COLUMN reserved_for uuid REFERENCES special_group;
SELECT zabuni.keep('category', '{id}', '{version}');

-- +goose Down
DROP TRIGGER kept_category_changed ON category;
ALTER TABLE category DROP COLUMN reserved_for;
SELECT zabuni.keep('category', '{id}', '{version}');
