-- +goose Up
-- Which of its papers a supplier lets every buyer open, those that it never dealt with too; until it takes that back.
ALTER TABLE company ADD COLUMN shown_papers text[] NOT NULL DEFAULT '{}'
    CONSTRAINT company_shown_papers CHECK (shown_papers <@ '{registration,tax_compliance,trading_licence}'::text[] AND (shown_papers = '{}' OR kind = 'supplier'));
SELECT zabuni.keep('company', '{id}', '{version,updated_at,folded,letters,tax_signs,premises}');

-- +goose Down
DROP TRIGGER kept_company_changed ON company;
ALTER TABLE company DROP COLUMN shown_papers;
SELECT zabuni.keep('company', '{id}', '{version,updated_at,folded,letters,tax_signs,premises}');
