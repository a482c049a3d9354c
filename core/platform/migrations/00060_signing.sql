-- +goose Up
-- A request to sign: what is signed, by whom, until when. Of a contract one is open at a time; one that ended stays as it ended.
CREATE TABLE contract_signing (
    id          uuid PRIMARY KEY,
    contract_id uuid NOT NULL REFERENCES contract,
    buyer_id    uuid NOT NULL REFERENCES company,
    supplier_id uuid REFERENCES company,          -- null: the counterparty is no supplier of the platform
    number      int NOT NULL,                     -- of the version that is signed
    sum         bytea NOT NULL,                   -- of that version
    paper_id    uuid NOT NULL REFERENCES document, -- the PDF with the signatures that it has
    paper_sum   bytea NOT NULL,                   -- SHA-256 of it: whoever signs names it
    expires_at  timestamptz NOT NULL,
    begun_by    uuid NOT NULL REFERENCES account,
    begun_at    timestamptz NOT NULL,
    outcome     text CHECK (outcome IN ('signed', 'declined', 'called_off', 'expired')), -- null: open
    reason      text NOT NULL DEFAULT '',
    ended_by    uuid REFERENCES account,          -- null where nobody did: its time was over
    ended_at    timestamptz,
    FOREIGN KEY (contract_id, number) REFERENCES contract_version,
    CHECK ((outcome IS NULL) = (ended_at IS NULL))
);
CREATE UNIQUE INDEX contract_signing_open ON contract_signing (contract_id) WHERE outcome IS NULL;
CREATE INDEX contract_signing_of ON contract_signing (contract_id, begun_at DESC);
CREATE INDEX contract_signing_ends ON contract_signing (expires_at) WHERE outcome IS NULL;

-- Who signs, in turns: those of one number in any order.
CREATE TABLE contract_signer (
    id          uuid PRIMARY KEY,
    signing_id  uuid NOT NULL REFERENCES contract_signing,
    buyer_id    uuid NOT NULL REFERENCES company,
    supplier_id uuid REFERENCES company,
    side        text NOT NULL CHECK (side IN ('buyer', 'counterparty')),
    account_id  uuid NOT NULL REFERENCES account,
    name        text NOT NULL, -- as the paper has it
    capacity    text NOT NULL,
    turn        int NOT NULL CHECK (turn BETWEEN 1 AND 20),
    reminded_at timestamptz,
    UNIQUE (signing_id, account_id)
);

-- What somebody signed. Nobody changes or deletes one.
CREATE TABLE contract_signature (
    signer_id   uuid PRIMARY KEY REFERENCES contract_signer,
    signing_id  uuid NOT NULL REFERENCES contract_signing,
    buyer_id    uuid NOT NULL REFERENCES company,
    supplier_id uuid REFERENCES company,
    revision    int NOT NULL,
    shown       bytea NOT NULL,  -- SHA-256 of the paper that they read
    paper_id    uuid NOT NULL REFERENCES document,
    sum         bytea NOT NULL,  -- SHA-256 of the paper with their signature
    certificate bytea NOT NULL,  -- of that act
    proved_at   timestamptz NOT NULL, -- when they last proved who they are
    stamped_at  timestamptz NOT NULL, -- as the token says
    signed_at   timestamptz NOT NULL,
    entry       bigint NOT NULL, -- of the log
    UNIQUE (signing_id, revision)
);

-- A contract that was signed on paper, as it was scanned; it counts once a second person has compared it.
CREATE TABLE contract_scan (
    id           uuid PRIMARY KEY,
    contract_id  uuid NOT NULL REFERENCES contract,
    buyer_id     uuid NOT NULL REFERENCES company,
    file_id      uuid NOT NULL REFERENCES contract_file,
    number       int NOT NULL,     -- of the version that it says
    signed_on    date NOT NULL,
    for_buyer    text NOT NULL,    -- who signed
    for_other    text NOT NULL,
    reason       text NOT NULL,    -- why it says another version than the newest
    offered_by   uuid NOT NULL REFERENCES account,
    offered_at   timestamptz NOT NULL,
    outcome      text CHECK (outcome IN ('taken', 'refused')), -- null: it waits for the second person
    refusal      text NOT NULL DEFAULT '',
    decided_by   uuid REFERENCES account,
    decided_at   timestamptz,
    FOREIGN KEY (contract_id, number) REFERENCES contract_version,
    CHECK ((outcome IS NULL) = (decided_at IS NULL) AND (decided_by IS NULL) = (decided_at IS NULL)),
    CHECK (outcome IS NULL OR decided_by <> offered_by)
);
CREATE UNIQUE INDEX contract_scan_open ON contract_scan (contract_id) WHERE outcome IS NULL;
CREATE INDEX contract_scan_of ON contract_scan (contract_id, offered_at DESC);

REVOKE UPDATE, DELETE ON contract_signature FROM zabuni_app, zabuni_opener;
REVOKE DELETE ON contract_signing, contract_signer, contract_scan FROM zabuni_app, zabuni_opener;
SELECT zabuni.keep('contract_signing', '{id}');
SELECT zabuni.keep('contract_signer', '{id}', '{reminded_at}');
SELECT zabuni.keep('contract_signature', '{signer_id}');
SELECT zabuni.keep('contract_scan', '{id}');

-- +goose Down
DROP TABLE contract_scan, contract_signature, contract_signer, contract_signing;
DELETE FROM kept WHERE name IN ('contract_scan', 'contract_signature', 'contract_signer', 'contract_signing');
DROP FUNCTION zabuni.kept_contract_scan(), zabuni.kept_contract_scan_changed(), zabuni.kept_contract_scan_gone(),
    zabuni.kept_contract_signature(), zabuni.kept_contract_signature_changed(), zabuni.kept_contract_signature_gone(),
    zabuni.kept_contract_signer(), zabuni.kept_contract_signer_changed(), zabuni.kept_contract_signer_gone(),
    zabuni.kept_contract_signing(), zabuni.kept_contract_signing_changed(), zabuni.kept_contract_signing_gone();
