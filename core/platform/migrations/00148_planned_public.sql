-- +goose Up
-- What a buyer means to buy, for everybody: a release for each item of a plan that was approved, unless its buyer keeps the plan out.
-- Plans of before were approved when nobody else read them: their buyers may say otherwise.
ALTER TABLE procurement_plan ADD COLUMN private boolean NOT NULL DEFAULT true;
ALTER TABLE procurement_plan ALTER COLUMN private SET DEFAULT false;
SELECT zabuni.keep('procurement_plan', '{id}');

-- An item of a plan of which something is public, as its last release says it; the item itself may have been dropped since.
CREATE TABLE publication_planned (
    item_id        uuid PRIMARY KEY,
    plan_id        uuid NOT NULL REFERENCES procurement_plan,
    buyer_id       uuid NOT NULL REFERENCES company,
    plan           text NOT NULL, -- its title, with its year
    title          text NOT NULL,
    classification text NOT NULL,
    activity       text NOT NULL,
    publish_on     date NOT NULL,
    award_on       date NOT NULL,
    withdrawn      boolean NOT NULL,
    releases       int NOT NULL CHECK (releases > 0)
);
CREATE INDEX publication_planned_plan ON publication_planned (plan_id);
CREATE INDEX publication_planned_list ON publication_planned (publish_on, item_id) WHERE NOT withdrawn;

-- A release is of a job, or of such an item.
ALTER TABLE publication_release ALTER COLUMN job_id DROP NOT NULL,
    ADD COLUMN item_id uuid REFERENCES publication_planned,
    ADD CHECK (num_nonnulls(job_id, item_id) = 1),
    ADD UNIQUE (item_id, number);
REVOKE DELETE ON publication_planned FROM zabuni_app, zabuni_opener;
SELECT zabuni.keep('publication_planned', '{item_id}');
SELECT zabuni.keep('publication_release', '{sequence}');

-- +goose Down
DELETE FROM publication_release WHERE item_id IS NOT NULL;
DROP TRIGGER kept_publication_release_changed ON publication_release;
ALTER TABLE publication_release DROP COLUMN item_id;
ALTER TABLE publication_release ALTER COLUMN job_id SET NOT NULL;
SELECT zabuni.keep('publication_release', '{sequence}');
DROP TABLE publication_planned;
DELETE FROM kept WHERE name = 'publication_planned';
DROP FUNCTION zabuni.kept_publication_planned(), zabuni.kept_publication_planned_changed(), zabuni.kept_publication_planned_gone();
DROP TRIGGER kept_procurement_plan_changed ON procurement_plan;
ALTER TABLE procurement_plan DROP COLUMN private;
SELECT zabuni.keep('procurement_plan', '{id}');
