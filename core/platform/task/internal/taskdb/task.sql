-- name: InsertTask :one
INSERT INTO task (id, kind, company_id, actor_id, title, input, input_hash, path, back, trace, created_at, next_try_at)
VALUES (@id, @kind, @company_id, @actor_id, @title, @input, @input_hash, @path, @back, @trace, @now, @now)
ON CONFLICT (company_id, actor_id, kind, input_hash) WHERE status IN ('pending', 'processing') DO NOTHING
RETURNING id;

-- name: ActiveTask :one
SELECT id FROM task WHERE company_id = @company_id AND actor_id = @actor_id AND kind = @kind AND input_hash = @input_hash
  AND status IN ('pending', 'processing');

-- name: CountActive :one
SELECT count(*) FROM task WHERE company_id = @company_id AND actor_id = @actor_id AND status IN ('pending', 'processing');

-- name: Task :one
SELECT id, kind, company_id, actor_id, title, input, status, done, total, message, path, back, error_code, error_params, result, result_id, attempt, created_at, started_at, finished_at
FROM task WHERE id = @id AND company_id = @company_id;

-- name: LockTask :one
SELECT status, kind, actor_id FROM task WHERE id = @id AND company_id = @company_id FOR UPDATE;

-- name: Tasks :many
SELECT id, kind, company_id, actor_id, title, input, status, done, total, message, path, back, error_code, error_params, result, result_id, attempt, created_at, started_at, finished_at
FROM task WHERE company_id = @company_id AND actor_id = @actor_id AND (created_at, id) < (@after_at::timestamptz, @after_id::uuid)
ORDER BY created_at DESC, id DESC LIMIT @max_rows;

-- name: CancelTask :exec
UPDATE task SET status = 'cancelled', lease_id = NULL, lease_until = NULL, finished_at = @now WHERE id = @id AND company_id = @company_id;

-- name: RestartTask :exec
UPDATE task SET status = 'pending', attempt = 0, done = 0, total = 0, message = '', error_code = NULL, error_params = '{}', started_at = NULL,
       finished_at = NULL, next_try_at = @now
WHERE id = @id AND company_id = @company_id;

-- name: ClaimTask :one
-- scope: system: the worker; rows that nobody holds, or whose holder has gone silent.
UPDATE task SET status = 'processing', lease_id = @lease_id, lease_until = zabuni.clock() + make_interval(secs => @lease_seconds::float8),
       attempt = attempt + 1, started_at = coalesce(started_at, zabuni.clock())
WHERE id = (SELECT t.id FROM task t WHERE t.kind = ANY(@kinds::text[])
              AND ((t.status = 'pending' AND t.next_try_at <= zabuni.clock()) OR (t.status = 'processing' AND t.lease_until <= zabuni.clock()))
            ORDER BY t.next_try_at LIMIT 1 FOR UPDATE SKIP LOCKED)
RETURNING id, kind, company_id, actor_id, title, input, trace, attempt, started_at, zabuni.clock()::timestamptz AS now;

-- name: Beat :execrows
-- scope: system: the worker that holds the lease.
UPDATE task SET lease_until = zabuni.clock() + make_interval(secs => @lease_seconds::float8) WHERE id = @id AND lease_id = @lease_id::uuid;

-- name: Progress :execrows
-- scope: system: the worker that holds the lease.
UPDATE task SET done = @done, total = @total, message = @message WHERE id = @id AND lease_id = @lease_id::uuid;

-- name: LockLease :one
-- scope: system: the worker that holds the lease.
SELECT id FROM task WHERE id = @id AND lease_id = @lease_id::uuid FOR UPDATE;

-- name: CompleteTask :exec
-- scope: system: the worker that holds the lease.
UPDATE task SET status = 'completed', lease_id = NULL, lease_until = NULL, finished_at = @now, result = @result, result_id = @result_id,
       done = greatest(done, total), message = ''
WHERE id = @id;

-- name: FailTask :exec
-- scope: system: the worker that holds the lease.
UPDATE task SET status = 'failed', lease_id = NULL, lease_until = NULL, finished_at = @now, error_code = @error_code, error_params = @error_params,
       result_id = @result_id
WHERE id = @id;

-- name: PutOff :execrows
-- scope: system: the worker that holds the lease.
UPDATE task SET status = 'pending', lease_id = NULL, lease_until = NULL, error_code = @error_code,
       next_try_at = zabuni.clock() + make_interval(secs => @wait_seconds::float8)
WHERE id = @id AND lease_id = @lease_id::uuid;

-- name: ActorOf :one
-- scope: system: the worker acts for whoever started the task, with the rights of this moment.
SELECT a.id, a.company_id, c.country, a.user_type, a.email::text AS email, a.first_name, a.last_name, a.language,
       (a.status = 'active' AND c.status = 'active')::boolean AS allowed,
       coalesce((SELECT array_agg(t.title ORDER BY t.title) FROM (
            SELECT p.title FROM account_role ar JOIN role_privilege p ON p.role_id = ar.role_id
            WHERE ar.account_id = a.id GROUP BY p.title HAVING NOT bool_or(p.denied)) t), '{}')::text[] AS privileges
FROM account a JOIN company c ON c.id = a.company_id WHERE a.id = @id;

-- name: StuckTasks :many
-- scope: operator: work that failed, is tried again or whose worker has gone silent, of any company.
SELECT t.id, t.kind, t.title, t.status, t.attempt, t.error_code, t.created_at, t.finished_at, c.name AS company
FROM task t JOIN company c ON c.id = t.company_id
WHERE (t.status = 'failed' OR (t.status = 'pending' AND t.attempt > 0) OR (t.status = 'processing' AND t.lease_until < zabuni.clock()))
  AND (t.created_at, t.id) < (@after_at::timestamptz, @after_id::uuid)
ORDER BY t.created_at DESC, t.id DESC LIMIT @max_rows;

-- name: CountStuck :one
-- scope: operator: see StuckTasks.
SELECT count(*) FROM task t
WHERE t.status = 'failed' OR (t.status = 'pending' AND t.attempt > 0) OR (t.status = 'processing' AND t.lease_until < zabuni.clock());

-- name: Tally :many
-- scope: operator: how many tasks there are of each kind and state.
SELECT kind, status, count(*) AS tasks FROM task GROUP BY kind, status;

-- name: LockAnyTask :one
-- scope: operator: see StuckTasks.
SELECT status, company_id FROM task WHERE id = @id FOR UPDATE;
