-- +goose Up
-- What a company is, who looked at it, and whose words its letters and contracts take were changed past the program without
-- anybody being told: they are kept like what is asked, sent and decided (see 00022).
SELECT zabuni.keep('company_document', '{id}');
SELECT zabuni.keep('company_owner', '{id}');
SELECT zabuni.keep('company_special_group', '{id}');
SELECT zabuni.keep('company_category_type', '{company_id}');
SELECT zabuni.keep('company_supply_location', '{company_id}');
SELECT zabuni.keep('branch', '{id}');
SELECT zabuni.keep('department', '{id}');
-- What the operator may do for a buyer, and when it looked at a company.
SELECT zabuni.keep('buyer_service', '{buyer_id}');
SELECT zabuni.keep('buyer_category_type', '{buyer_id}');
SELECT zabuni.keep('support_view', '{id}');
-- By what a person proves who it is. The last code that was taken changes at each sign-in.
SELECT zabuni.keep('authenticator', '{account_id}', '{step}');
-- Words and models.
SELECT zabuni.keep('letter_template', '{job_id,kind}');
SELECT zabuni.keep('mail_template', '{kind,language}');
SELECT zabuni.keep('document_template', '{id}');
SELECT zabuni.keep('document_template_version', '{template_id,number}');
SELECT zabuni.keep('criterion', '{id}', '{version}');
SELECT zabuni.keep('criterion_question', '{id}');
SELECT zabuni.keep('criterion_option', '{question_id}');
SELECT zabuni.keep('criterion_band', '{question_id}');
SELECT zabuni.keep('job_import', '{job_id}');
SELECT zabuni.keep('job_import_unmapped', '{job_id}');

-- +goose Down
-- +goose StatementBegin
DO $$
DECLARE
    t text;
    x text;
BEGIN
    FOREACH t IN ARRAY '{company_document,company_owner,company_special_group,company_category_type,company_supply_location,branch,department,
        buyer_service,buyer_category_type,support_view,authenticator,letter_template,mail_template,document_template,document_template_version,
        criterion,criterion_question,criterion_option,criterion_band,job_import,job_import_unmapped}'::text[] LOOP
        FOREACH x IN ARRAY ARRAY['', '_changed', '_gone'] LOOP
            EXECUTE format('DROP TRIGGER IF EXISTS %I ON %I', 'kept_' || t || x, t);
        END LOOP;
        FOREACH x IN ARRAY ARRAY['', '_changed', '_gone'] LOOP
            EXECUTE format('DROP FUNCTION IF EXISTS zabuni.%I()', 'kept_' || t || x);
        END LOOP;
        DELETE FROM kept WHERE name = t;
    END LOOP;
END $$;
-- +goose StatementEnd
