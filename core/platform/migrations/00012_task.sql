-- +goose Up
-- A worker holds a task by its lease; whoever finds the lease expired takes the task over.
ALTER TABLE task
    ADD COLUMN input_hash   bytea NOT NULL DEFAULT '' ,
    ADD COLUMN result       jsonb,
    ADD COLUMN message      text NOT NULL DEFAULT '', -- code of what is being done
    ADD COLUMN path         text NOT NULL DEFAULT '', -- of the progress screen
    ADD COLUMN back         text NOT NULL DEFAULT '', -- of the screen that it was started from
    ADD COLUMN lease_id     uuid,
    ADD COLUMN lease_until  timestamptz,
    ADD COLUMN next_try_at  timestamptz NOT NULL DEFAULT zabuni.clock(),
    ADD COLUMN error_params jsonb NOT NULL DEFAULT '{}',
    ADD CONSTRAINT task_leased CHECK ((status = 'processing') = (lease_id IS NOT NULL AND lease_until IS NOT NULL));
-- Asked for twice while it runs, it is the same task.
CREATE UNIQUE INDEX task_active ON task (company_id, actor_id, kind, input_hash) WHERE status IN ('pending', 'processing');
CREATE INDEX task_due ON task (next_try_at) WHERE status = 'pending';
CREATE INDEX task_lease ON task (lease_until) WHERE status = 'processing';
CREATE INDEX task_mine ON task (company_id, actor_id, created_at DESC, id DESC);
DROP INDEX task_actor;
CREATE INDEX ticket_end ON ticket (expires_at);

-- +goose Down
DROP INDEX ticket_end, task_mine, task_lease, task_due, task_active;
CREATE INDEX task_actor ON task (actor_id, created_at DESC);
ALTER TABLE task DROP CONSTRAINT task_leased, DROP COLUMN input_hash, DROP COLUMN result, DROP COLUMN message, DROP COLUMN path, DROP COLUMN back,
    DROP COLUMN lease_id, DROP COLUMN lease_until, DROP COLUMN next_try_at, DROP COLUMN error_params;
