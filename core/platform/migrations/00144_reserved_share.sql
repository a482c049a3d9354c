-- +goose Up
-- Of which part of a buyer's spend in a financial year companies of special groups are to have: whoever decides it decides all of it,
-- and a later version takes the place of the earlier one.
CREATE TABLE quota_year (
    buyer_id    uuid NOT NULL REFERENCES company,
    year        int NOT NULL CHECK (year BETWEEN 2000 AND 2100), -- in which it begins
    first_month int NOT NULL CHECK (first_month BETWEEN 1 AND 12),
    set_by      uuid NOT NULL REFERENCES account,
    set_at      timestamptz NOT NULL,
    version     int NOT NULL,
    PRIMARY KEY (buyer_id, year)
);
CREATE TABLE quota_share (
    id       uuid PRIMARY KEY,
    buyer_id uuid NOT NULL,
    year     int NOT NULL,
    version  int NOT NULL, -- of its year
    group_id uuid REFERENCES special_group, -- none: all groups together
    share    numeric(20,4) NOT NULL CHECK (share > 0 AND share <= 100), -- per cent
    FOREIGN KEY (buyer_id, year) REFERENCES quota_year,
    UNIQUE NULLS NOT DISTINCT (buyer_id, year, version, group_id)
);
REVOKE DELETE ON quota_year FROM zabuni_app, zabuni_opener;
REVOKE UPDATE, DELETE ON quota_share FROM zabuni_app, zabuni_opener;
SELECT zabuni.keep('quota_year', '{buyer_id,year}');
SELECT zabuni.keep('quota_share', '{id}');

-- Of which group a company is a member is looked for by the company.
CREATE INDEX company_special_group_company ON company_special_group (company_id, special_group_id);

-- +goose Down
DROP INDEX company_special_group_company;
DROP TABLE quota_share, quota_year;
DELETE FROM kept WHERE name IN ('quota_year', 'quota_share');
DROP FUNCTION zabuni.kept_quota_year(), zabuni.kept_quota_year_changed(), zabuni.kept_quota_year_gone(),
    zabuni.kept_quota_share(), zabuni.kept_quota_share_changed(), zabuni.kept_quota_share_gone();
