-- +goose Up
-- The role that the system keeps with every privilege of its type; one a company and type, so that nobody is locked out.
ALTER TABLE role ADD COLUMN protected boolean NOT NULL DEFAULT false;
UPDATE role r SET protected = true, name = 'Administrator'
WHERE r.id = (SELECT f.id FROM role f WHERE f.company_id = r.company_id AND f.user_type = r.user_type AND f.name LIKE 'Administrator %'
              ORDER BY f.created_at, f.id LIMIT 1);
INSERT INTO account_role (account_id, role_id)
SELECT ar.account_id, p.id FROM account_role ar JOIN role r ON r.id = ar.role_id AND NOT r.protected AND r.name LIKE 'Administrator %'
JOIN role p ON p.company_id = r.company_id AND p.user_type = r.user_type AND p.protected
ON CONFLICT DO NOTHING;
DELETE FROM role r USING role p
WHERE p.company_id = r.company_id AND p.user_type = r.user_type AND p.protected AND NOT r.protected AND r.name LIKE 'Administrator %';
CREATE UNIQUE INDEX role_administrator ON role (company_id, user_type) WHERE protected;
CREATE INDEX account_role_role ON account_role (role_id);

-- Whoever has left keeps a name in the history and nothing to be reached by; the address may be used again.
ALTER TABLE account DROP CONSTRAINT account_email_key;
CREATE UNIQUE INDEX account_email_key ON account (email) WHERE status <> 'deleted';
ALTER TABLE account ADD COLUMN approval_level int NOT NULL DEFAULT 0 CHECK (approval_level >= 0);
ALTER TABLE account ADD CONSTRAINT account_deleted_is_unreachable CHECK (status <> 'deleted' OR (email = '' AND phone = '' AND password_hash IS NULL));

-- Doors of single categories, for one person of the buyer: a denied one is closed whatever the person may do; with any allowed one, the others are.
CREATE TABLE category_access (
    buyer_id    uuid NOT NULL REFERENCES company,
    account_id  uuid NOT NULL REFERENCES account,
    category_id uuid NOT NULL REFERENCES category,
    allowed     boolean NOT NULL,
    PRIMARY KEY (account_id, category_id)
);
-- The one place that says whether a category's door is open to somebody.
-- +goose StatementBegin
CREATE FUNCTION zabuni.admits(in_account uuid, in_category uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT NOT EXISTS (SELECT FROM category_access x WHERE x.account_id = in_account AND x.category_id = in_category AND NOT x.allowed)
       AND (EXISTS (SELECT FROM category_access x WHERE x.account_id = in_account AND x.category_id = in_category AND x.allowed)
            OR NOT EXISTS (SELECT FROM category_access x WHERE x.account_id = in_account AND x.allowed))
$$;
-- +goose StatementEnd
GRANT EXECUTE ON FUNCTION zabuni.admits(uuid, uuid) TO zabuni_app, zabuni_opener;

-- +goose Down
DROP FUNCTION zabuni.admits(uuid, uuid);
DROP TABLE category_access;
ALTER TABLE account DROP CONSTRAINT account_deleted_is_unreachable, DROP COLUMN approval_level;
DROP INDEX account_email_key;
ALTER TABLE account ADD CONSTRAINT account_email_key UNIQUE (email);
DROP INDEX account_role_role, role_administrator;
ALTER TABLE role DROP COLUMN protected;
