-- +goose Up
-- What a buyer company may use. A module without a row is on.
CREATE TABLE buyer_module (
    buyer_id   uuid NOT NULL REFERENCES company,
    module     text NOT NULL,
    active     boolean NOT NULL,
    changed_by uuid NOT NULL,
    changed_at timestamptz NOT NULL,
    PRIMARY KEY (buyer_id, module)
);
-- What a buyer company bought of the platform's own services.
CREATE TABLE buyer_service (
    buyer_id   uuid NOT NULL REFERENCES company,
    service    text NOT NULL,
    starts_on  date NOT NULL,
    ends_on    date,
    note       text NOT NULL DEFAULT '',
    changed_by uuid NOT NULL,
    changed_at timestamptz NOT NULL,
    PRIMARY KEY (buyer_id, service),
    CHECK (ends_on >= starts_on)
);

ALTER TABLE category_type ADD description text NOT NULL DEFAULT '', ADD active boolean NOT NULL DEFAULT true;
CREATE TABLE buyer_category_type (
    buyer_id         uuid NOT NULL REFERENCES company,
    category_type_id uuid NOT NULL REFERENCES category_type,
    PRIMARY KEY (buyer_id, category_type_id)
);
-- A criterion is a section with its questions, ready to be put into a category.
CREATE TABLE criterion (
    id               uuid PRIMARY KEY,
    category_type_id uuid NOT NULL REFERENCES category_type,
    name             text NOT NULL,
    description      text NOT NULL DEFAULT '',
    weight           numeric(20, 6) CHECK (weight BETWEEN 0 AND 100),
    position         int NOT NULL,
    version          int NOT NULL DEFAULT 1,
    created_at       timestamptz NOT NULL
);
CREATE INDEX criterion_type ON criterion (category_type_id, position);
CREATE TABLE criterion_question (
    id            uuid PRIMARY KEY,
    criterion_id  uuid NOT NULL REFERENCES criterion ON DELETE CASCADE,
    prompt        text NOT NULL,
    help          text NOT NULL DEFAULT '',
    response_type text NOT NULL,
    must_answer   boolean NOT NULL,
    goes_qa       boolean NOT NULL,
    goes_dd       boolean NOT NULL,
    scored        boolean NOT NULL,
    max_score     numeric(20, 6) CHECK (max_score > 0),
    min_score     numeric(20, 6) CHECK (min_score >= 0),
    position      int NOT NULL,
    UNIQUE (criterion_id, position)
);
CREATE TABLE criterion_option (
    question_id uuid NOT NULL REFERENCES criterion_question ON DELETE CASCADE,
    position    int NOT NULL,
    label       text NOT NULL,
    score       numeric(20, 6),
    PRIMARY KEY (question_id, position)
);
CREATE TABLE criterion_band (
    question_id uuid NOT NULL REFERENCES criterion_question ON DELETE CASCADE,
    position    int NOT NULL,
    lower       numeric(20, 6),
    upper       numeric(20, 6),
    score       numeric(20, 6) NOT NULL,
    PRIMARY KEY (question_id, position)
);

CREATE TABLE branch (
    id          uuid PRIMARY KEY,
    company_id  uuid NOT NULL REFERENCES company,
    name        text NOT NULL,
    code        text NOT NULL,
    location_id int REFERENCES location,
    address     text NOT NULL DEFAULT '',
    phone       text NOT NULL DEFAULT '',
    active      boolean NOT NULL DEFAULT true,
    created_at  timestamptz NOT NULL
);
CREATE UNIQUE INDEX branch_code ON branch (company_id, upper(code));
CREATE TABLE department (
    id         uuid PRIMARY KEY,
    company_id uuid NOT NULL REFERENCES company,
    branch_id  uuid NOT NULL REFERENCES branch,
    name       text NOT NULL,
    active     boolean NOT NULL DEFAULT true,
    created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX department_name ON department (company_id, branch_id, lower(name));

-- One case against one supplier, from the notice to its end. What is over stays.
CREATE TABLE blacklist_case (
    id          uuid PRIMARY KEY,
    supplier_id uuid NOT NULL REFERENCES company,
    buyer_id    uuid REFERENCES company, -- null: of the whole platform
    ground      text NOT NULL CHECK (ground IN ('fraud', 'corruption', 'collusion', 'default', 'false_documents', 'other')),
    reason      text NOT NULL,
    status      text NOT NULL CHECK (status IN ('notified', 'replied', 'blacklisted', 'dismissed', 'lifted')),
    noticed_by  uuid NOT NULL,
    noticed_at  timestamptz NOT NULL,
    reply_by    timestamptz NOT NULL,
    reply       text NOT NULL DEFAULT '',
    replied_at  timestamptz,
    decision    text NOT NULL DEFAULT '',
    decided_by  uuid,
    decided_at  timestamptz,
    expires_at  timestamptz,
    appeal      text NOT NULL DEFAULT '',
    appealed_at timestamptz,
    lifted_why  text NOT NULL DEFAULT '',
    lifted_by   uuid,
    lifted_at   timestamptz,
    CHECK (status <> 'blacklisted' OR (expires_at IS NOT NULL AND decided_at IS NOT NULL))
);
CREATE UNIQUE INDEX blacklist_one_open ON blacklist_case (supplier_id, buyer_id) NULLS NOT DISTINCT WHERE status IN ('notified', 'replied');
CREATE INDEX blacklist_list ON blacklist_case (buyer_id, noticed_at DESC, id DESC);
CREATE INDEX blacklist_in_force ON blacklist_case (supplier_id, expires_at) WHERE status = 'blacklisted';

CREATE TABLE document_template (
    id          uuid PRIMARY KEY,
    buyer_id    uuid NOT NULL REFERENCES company,
    name        text NOT NULL,
    category    text NOT NULL CHECK (category IN ('solicitation', 'instructions', 'contract', 'evaluation', 'letter', 'other')),
    description text NOT NULL DEFAULT '',
    archived_at timestamptz,
    created_at  timestamptz NOT NULL
);
CREATE UNIQUE INDEX document_template_name ON document_template (buyer_id, lower(name)) WHERE archived_at IS NULL;
CREATE TABLE document_template_version (
    template_id uuid NOT NULL REFERENCES document_template,
    number      int NOT NULL,
    buyer_id    uuid NOT NULL REFERENCES company,
    document_id uuid NOT NULL REFERENCES document,
    note        text NOT NULL DEFAULT '',
    created_by  uuid NOT NULL,
    created_at  timestamptz NOT NULL,
    PRIMARY KEY (template_id, number)
);

-- +goose Down
DROP TABLE document_template_version, document_template, blacklist_case, department, branch, criterion_band, criterion_option,
    criterion_question, criterion, buyer_category_type, buyer_service, buyer_module;
ALTER TABLE category_type DROP description, DROP active;
