-- +goose Up
-- For which part of its company somebody buys or sells; jobs of before, and of companies without departments, have none.
ALTER TABLE job ADD COLUMN department_id uuid REFERENCES department;
SELECT zabuni.keep('job', '{id}', '{version}');

-- +goose Down
DROP TRIGGER kept_job_changed ON job;
ALTER TABLE job DROP COLUMN department_id;
SELECT zabuni.keep('job', '{id}', '{version}');
