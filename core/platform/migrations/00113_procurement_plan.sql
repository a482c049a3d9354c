-- +goose Up
-- What a buyer means to procure in a year, approved by another person than who has sent it.
CREATE TABLE procurement_plan (
    id            uuid PRIMARY KEY,
    buyer_id      uuid NOT NULL REFERENCES company,
    year          int NOT NULL CHECK (year BETWEEN 2000 AND 2100),
    title         text NOT NULL,
    department_id uuid REFERENCES department, -- none: of the whole company
    regime        text NOT NULL, -- whose ceilings it is held against
    status        text NOT NULL CHECK (status IN ('draft', 'submitted', 'approved', 'returned', 'revised')),
    revision      int NOT NULL DEFAULT 0, -- how often it was approved
    reason        text NOT NULL DEFAULT '', -- of its last return or revision
    drawn_by      uuid NOT NULL REFERENCES account,
    sent_by       uuid REFERENCES account, -- for the approval by somebody else
    approved_by   uuid REFERENCES account,
    approved_at   timestamptz,
    created_at    timestamptz NOT NULL,
    changed_at    timestamptz NOT NULL,
    version       int NOT NULL,
    CHECK (revision > 0 OR status IN ('draft', 'submitted', 'returned')),
    CHECK ((revision > 0) = (approved_by IS NOT NULL) AND (approved_by IS NULL) = (approved_at IS NULL))
);
CREATE UNIQUE INDEX procurement_plan_title ON procurement_plan (buyer_id, year, lower(title));
CREATE INDEX procurement_plan_list ON procurement_plan (created_at DESC, id DESC);
CREATE INDEX procurement_plan_buyer ON procurement_plan (buyer_id, created_at DESC, id DESC);

-- One thing that is to be bought: how, when and for how much at most.
CREATE TABLE procurement_item (
    id             uuid PRIMARY KEY,
    plan_id        uuid NOT NULL REFERENCES procurement_plan,
    buyer_id       uuid NOT NULL REFERENCES company,
    number         text NOT NULL,
    title          text NOT NULL,
    department_id  uuid REFERENCES department,
    classification text NOT NULL CHECK (classification ~ '^[0-9]{8}$'), -- CPV without its check digit
    activity       text NOT NULL,
    currency       char(3) NOT NULL,
    estimate       numeric(20, 4) NOT NULL CHECK (estimate > 0),
    publish_on     date NOT NULL,
    award_on       date NOT NULL,
    budget_line    text NOT NULL,
    version        int NOT NULL,
    CHECK (publish_on <= award_on)
);
CREATE UNIQUE INDEX procurement_item_number ON procurement_item (plan_id, lower(number));
CREATE INDEX procurement_item_list ON procurement_item (plan_id, publish_on, id);
CREATE INDEX procurement_item_buyer ON procurement_item (buyer_id, activity);

-- What was done with a plan, and why.
CREATE TABLE procurement_change (
    plan_id    uuid NOT NULL REFERENCES procurement_plan,
    version    int NOT NULL,
    buyer_id   uuid NOT NULL REFERENCES company,
    act        text NOT NULL CHECK (act IN ('drawn', 'saved', 'item_saved', 'item_dropped', 'imported', 'submitted', 'approved', 'returned', 'revised')),
    note       text NOT NULL,
    changed_by uuid NOT NULL,
    changed_at timestamptz NOT NULL,
    PRIMARY KEY (plan_id, version)
);

-- Of which item of a plan a job is, and what it buys as CPV has it; jobs of before have neither.
ALTER TABLE job ADD COLUMN plan_item_id uuid REFERENCES procurement_item;
ALTER TABLE job ADD COLUMN classification text NOT NULL DEFAULT '' CHECK (classification ~ '^([0-9]{8})?$');
CREATE INDEX job_plan_item ON job (plan_item_id) WHERE plan_item_id IS NOT NULL;

REVOKE UPDATE, DELETE ON procurement_change FROM zabuni_app, zabuni_opener;
REVOKE DELETE ON procurement_plan FROM zabuni_app, zabuni_opener;
SELECT zabuni.keep('procurement_plan', '{id}');
SELECT zabuni.keep('procurement_item', '{id}');
SELECT zabuni.keep('procurement_change', '{plan_id,version}');
SELECT zabuni.keep('job', '{id}', '{version}');

-- +goose Down
DROP TRIGGER kept_job_changed ON job;
ALTER TABLE job DROP COLUMN classification, DROP COLUMN plan_item_id;
SELECT zabuni.keep('job', '{id}', '{version}');
DROP TABLE procurement_change, procurement_item, procurement_plan;
DELETE FROM kept WHERE name IN ('procurement_plan', 'procurement_item', 'procurement_change');
DROP FUNCTION zabuni.kept_procurement_plan(), zabuni.kept_procurement_plan_changed(), zabuni.kept_procurement_plan_gone(),
    zabuni.kept_procurement_item(), zabuni.kept_procurement_item_changed(), zabuni.kept_procurement_item_gone(),
    zabuni.kept_procurement_change(), zabuni.kept_procurement_change_changed(), zabuni.kept_procurement_change_gone();
