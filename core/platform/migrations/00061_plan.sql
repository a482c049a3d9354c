-- +goose Up
-- Numbers of a buyer's plans are not given twice.
CREATE TABLE plan_counter (
    buyer_id uuid PRIMARY KEY REFERENCES company,
    last     int NOT NULL
);
-- A plan is drawn by the operator or by its buyer, and approved by the buyer: of a job or of none. General and risk are two desks of the same.
CREATE TABLE plan (
    id         uuid PRIMARY KEY,
    buyer_id   uuid NOT NULL REFERENCES company,
    number     int NOT NULL,
    context    text NOT NULL CHECK (context IN ('general', 'risk')),
    title      text NOT NULL,
    job_id     uuid REFERENCES job,
    timezone   text NOT NULL,  -- IANA; whose days its days are
    week       int[] NOT NULL CHECK (cardinality(week) BETWEEN 1 AND 7), -- days on which work is done, Monday is 1
    status     text NOT NULL CHECK (status IN ('draft', 'submitted', 'approved', 'returned', 'revised')),
    revision   int NOT NULL DEFAULT 0, -- how often it was approved
    reason     text NOT NULL DEFAULT '', -- of its last return
    drawn_by   uuid NOT NULL REFERENCES account,
    by_buyer   boolean NOT NULL, -- whose people draw it: until it is sent it is theirs alone
    sent_by    uuid REFERENCES account, -- for the approval by somebody else
    created_at timestamptz NOT NULL,
    changed_at timestamptz NOT NULL,
    version    int NOT NULL,
    UNIQUE (buyer_id, number),
    CHECK (revision > 0 OR status IN ('draft', 'submitted', 'returned'))
);
CREATE INDEX plan_list ON plan (context, created_at DESC, id DESC);
CREATE INDEX plan_buyer ON plan (buyer_id, context, created_at DESC, id DESC);
CREATE INDEX plan_job ON plan (job_id) WHERE job_id IS NOT NULL;

-- What is to be done. A statutory day is that of a category: it has no name of its own and follows the job.
CREATE TABLE plan_task (
    plan_id     uuid NOT NULL REFERENCES plan,
    number      int NOT NULL CHECK (number BETWEEN 1 AND 9999),
    buyer_id    uuid NOT NULL REFERENCES company,
    position    int NOT NULL,
    kind        text NOT NULL CHECK (kind IN ('task', 'milestone', 'statutory')),
    source      text CHECK (source IN ('opens', 'closes', 'opening', 'standstill')),
    category_id uuid REFERENCES category,
    name        text NOT NULL,
    note        text NOT NULL,
    owner_id    uuid REFERENCES account,
    starts_on   date NOT NULL,
    ends_on     date NOT NULL,
    progress    int NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 100),
    after       int[] NOT NULL, -- tasks that end before it begins
    lags        int[] NOT NULL, -- and how many days lie between
    PRIMARY KEY (plan_id, number),
    CHECK (starts_on <= ends_on),
    CHECK (kind = 'task' OR starts_on = ends_on),
    CHECK ((kind = 'statutory') = (source IS NOT NULL) AND (source IS NULL) = (category_id IS NULL)),
    CHECK (cardinality(after) = cardinality(lags)),
    CHECK (kind <> 'statutory' OR cardinality(after) = 0)
);
CREATE UNIQUE INDEX plan_task_statutory ON plan_task (plan_id, category_id, source) WHERE source IS NOT NULL;

-- The plan as it was approved, each time anew: what progress is held against.
CREATE TABLE plan_baseline (
    plan_id     uuid NOT NULL REFERENCES plan,
    revision    int NOT NULL,
    number      int NOT NULL,
    buyer_id    uuid NOT NULL REFERENCES company,
    position    int NOT NULL,
    kind        text NOT NULL,
    source      text,
    category_id uuid REFERENCES category,
    name        text NOT NULL,
    starts_on   date NOT NULL,
    ends_on     date NOT NULL,
    PRIMARY KEY (plan_id, revision, number)
);

-- What was done with a plan, and why.
CREATE TABLE plan_change (
    plan_id    uuid NOT NULL REFERENCES plan,
    version    int NOT NULL,
    buyer_id   uuid NOT NULL REFERENCES company,
    act        text NOT NULL CHECK (act IN ('drawn', 'saved', 'submitted', 'approved', 'returned', 'revised', 'reported', 'moved')),
    note       text NOT NULL,
    changed_by uuid, -- null: the job that it follows
    changed_at timestamptz NOT NULL,
    PRIMARY KEY (plan_id, version)
);

REVOKE UPDATE, DELETE ON plan_baseline, plan_change FROM zabuni_app, zabuni_opener;
REVOKE DELETE ON plan FROM zabuni_app, zabuni_opener;
SELECT zabuni.keep('plan', '{id}');
SELECT zabuni.keep('plan_task', '{plan_id,number}');
SELECT zabuni.keep('plan_baseline', '{plan_id,revision,number}');
SELECT zabuni.keep('plan_change', '{plan_id,version}');

-- +goose Down
DROP TABLE plan_change, plan_baseline, plan_task, plan, plan_counter;
DELETE FROM kept WHERE name IN ('plan', 'plan_task', 'plan_baseline', 'plan_change');
DROP FUNCTION zabuni.kept_plan(), zabuni.kept_plan_changed(), zabuni.kept_plan_gone(),
    zabuni.kept_plan_task(), zabuni.kept_plan_task_changed(), zabuni.kept_plan_task_gone(),
    zabuni.kept_plan_baseline(), zabuni.kept_plan_baseline_changed(), zabuni.kept_plan_baseline_gone(),
    zabuni.kept_plan_change(), zabuni.kept_plan_change_changed(), zabuni.kept_plan_change_gone();
