-- name: NextMeeting :one
INSERT INTO meeting_counter (buyer_id, last) VALUES (@buyer_id, 1)
ON CONFLICT (buyer_id) DO UPDATE SET last = meeting_counter.last + 1 WHERE meeting_counter.buyer_id = excluded.buyer_id
RETURNING last;

-- name: InsertMeeting :exec
INSERT INTO meeting (id, buyer_id, number, context, title, kind, job_id, bidders, starts_at, ends_at, timezone, place, link, agenda, status, organiser_id,
                     created_at, changed_at, version)
VALUES (@id, @buyer_id, @number, @context, @title, @kind, sqlc.narg(job_id), @bidders, @starts_at, @ends_at, @timezone, @place, @link, @agenda, 'scheduled',
        @organiser_id, @now, @now, 1);

-- name: LockMeeting :one
SELECT * FROM meeting WHERE id = @id AND buyer_id = @buyer_id FOR NO KEY UPDATE;

-- name: MeetingOwner :one
-- scope: operator: whose a meeting is that one of the platform's people has called, organises or is asked to; a buyer's own is not there.
SELECT m.buyer_id FROM meeting m WHERE m.id = @id AND EXISTS (SELECT FROM account a WHERE a.user_type = 'qed' AND (a.id = m.organiser_id OR a.id IN (
      SELECT x.account_id FROM meeting_attendee x WHERE x.meeting_id = m.id AND x.removed_at IS NULL
      UNION ALL SELECT y.changed_by FROM meeting_change y WHERE y.meeting_id = m.id AND y.version = 1)));

-- name: UpdateMeeting :exec
UPDATE meeting SET title = @title, kind = @kind, job_id = sqlc.narg(job_id), bidders = @bidders, starts_at = @starts_at, ends_at = @ends_at, timezone = @timezone,
    place = @place, link = @link, agenda = @agenda, organiser_id = @organiser_id, sequence = sequence + 1, changed_at = @now, version = version + 1
WHERE id = @id AND buyer_id = @buyer_id;

-- name: EndMeeting :exec
UPDATE meeting SET status = @status, reason = @reason, sequence = sequence + @later::int, changed_at = @now, version = version + 1
WHERE id = @id AND buyer_id = @buyer_id;

-- name: PutMinutes :exec
UPDATE meeting SET status = 'held', minutes = @minutes, published_at = coalesce(sqlc.narg(published_at), published_at), changed_at = @now, version = version + 1
WHERE id = @id AND buyer_id = @buyer_id;

-- name: PutAttendee :exec
INSERT INTO meeting_attendee (id, meeting_id, buyer_id, account_id, supplier_id, name, email)
VALUES (@id, @meeting_id, @buyer_id, sqlc.narg(account_id), sqlc.narg(supplier_id), @name, @email);

-- name: PutFormer :exec
-- Who organised it, and does so no more: somebody who is asked, or was, has a row already.
INSERT INTO meeting_attendee (id, meeting_id, buyer_id, account_id, name, email, removed_at, was_starts, was_ends, was_sequence)
VALUES (@id, @meeting_id, @buyer_id, @account_id, '', '', @now::timestamptz, @was_starts::timestamptz, @was_ends::timestamptz, @was_sequence::int)
ON CONFLICT (meeting_id, account_id) WHERE account_id IS NOT NULL DO UPDATE SET was_starts = excluded.was_starts, was_ends = excluded.was_ends, was_sequence = excluded.was_sequence, removed_at = excluded.removed_at
    WHERE meeting_attendee.buyer_id = excluded.buyer_id AND meeting_attendee.removed_at IS NOT NULL;

-- name: SetAttendee :exec
-- Who is asked stays, is asked again, or is asked no more: then with the times and the number that were told last.
UPDATE meeting_attendee SET name = @name, itself = false, removed_at = sqlc.narg(removed_at), was_starts = sqlc.narg(was_starts), was_ends = sqlc.narg(was_ends), was_sequence = sqlc.narg(was_sequence), answer = CASE WHEN @again::boolean THEN 'none' ELSE answer END,
    answered_at = CASE WHEN @again::boolean THEN NULL ELSE answered_at END
WHERE id = @id AND meeting_id = @meeting_id AND buyer_id = @buyer_id;

-- name: ForgetAnswers :exec
-- It is at another time: who has answered is asked again.
UPDATE meeting_attendee SET answer = 'none', answered_at = NULL WHERE meeting_id = @meeting_id AND buyer_id = @buyer_id;

-- name: Attendees :many
-- All who were ever asked, in their order.
SELECT t.id, t.account_id, t.supplier_id, t.itself, t.answer, t.answered_at, t.removed_at,
       coalesce(nullif(t.name, ''), s.name, a.first_name || ' ' || a.last_name, '')::text AS name, t.email, coalesce(a.company_id = t.buyer_id, false)::boolean AS of_buyer
FROM meeting_attendee t LEFT JOIN account a ON a.id = t.account_id LEFT JOIN company s ON s.id = t.supplier_id
WHERE t.meeting_id = @meeting_id AND t.buyer_id = @buyer_id ORDER BY t.id;

-- name: DropActions :exec
DELETE FROM meeting_action WHERE meeting_id = @meeting_id AND buyer_id = @buyer_id;

-- name: PutAction :exec
INSERT INTO meeting_action (meeting_id, number, buyer_id, what, owner_id, due_on, done)
VALUES (@meeting_id, @number, @buyer_id, @what, sqlc.narg(owner_id), sqlc.narg(due_on), @done);

-- name: Actions :many
SELECT x.number, x.what, x.owner_id, x.due_on, x.done, coalesce(a.first_name || ' ' || a.last_name, '')::text AS owner_name
FROM meeting_action x LEFT JOIN account a ON a.id = x.owner_id WHERE x.meeting_id = @meeting_id AND x.buyer_id = @buyer_id ORDER BY x.number;

-- name: KeepMeetingChange :exec
INSERT INTO meeting_change (meeting_id, version, buyer_id, act, note, changed_by, changed_at)
SELECT m.id, m.version, m.buyer_id, @act, @note, @changed_by::uuid, m.changed_at FROM meeting m WHERE m.id = @meeting_id AND m.buyer_id = @buyer_id;

-- name: MeetingChanges :many
SELECT c.version, c.act, c.note, c.changed_at, coalesce(a.first_name || ' ' || a.last_name, '')::text AS by_name
FROM meeting_change c LEFT JOIN account a ON a.id = c.changed_by WHERE c.meeting_id = @meeting_id AND c.buyer_id = @buyer_id ORDER BY c.version DESC LIMIT 200;

-- name: Meetings :many
-- scope: operator: where no buyer is named those of all that one of the platform's people has called, organises or is asked to; the latest first.
SELECT m.id, m.number, m.context, m.title, m.kind, m.status, m.starts_at, m.ends_at, m.timezone, m.place, m.link, m.buyer_id, b.name AS buyer_name,
       coalesce(j.title, '')::text AS job_title, m.published_at
FROM meeting m JOIN company b ON b.id = m.buyer_id LEFT JOIN job j ON j.id = m.job_id AND j.buyer_id = m.buyer_id
WHERE m.buyer_id = coalesce(sqlc.narg(buyer_id)::uuid, m.buyer_id) AND m.context = @context
  AND (sqlc.narg(buyer_id)::uuid IS NOT NULL OR EXISTS (SELECT FROM account a WHERE a.user_type = 'qed' AND (a.id = m.organiser_id OR a.id IN (
      SELECT x.account_id FROM meeting_attendee x WHERE x.meeting_id = m.id AND x.removed_at IS NULL
      UNION ALL SELECT y.changed_by FROM meeting_change y WHERE y.meeting_id = m.id AND y.version = 1))))
  AND (m.starts_at, m.id) < (@after_at::timestamptz, @after_id::uuid)
  AND (cardinality(@statuses::text[]) = 0 OR m.status = ANY(@statuses::text[]))
  AND (cardinality(@kinds::text[]) = 0 OR m.kind = ANY(@kinds::text[]))
  AND (sqlc.narg(search)::text IS NULL OR m.title ILIKE '%' || sqlc.narg(search) || '%' OR j.title ILIKE '%' || sqlc.narg(search) || '%'
       OR b.name ILIKE '%' || sqlc.narg(search) || '%')
ORDER BY m.starts_at DESC, m.id DESC LIMIT @max_rows;

-- name: Meeting :one
SELECT m.id, m.buyer_id, m.number, m.context, m.title, m.kind, m.job_id, m.bidders, m.starts_at, m.ends_at, m.timezone, m.place, m.link, m.agenda, m.status,
       m.reason, m.minutes, m.published_at, m.sequence, m.organiser_id, m.changed_at, m.version, b.name AS buyer_name,
       coalesce(j.title, '')::text AS job_title, coalesce(j.activity, '')::text AS activity, (o.first_name || ' ' || o.last_name)::text AS organiser_name
FROM meeting m JOIN company b ON b.id = m.buyer_id JOIN account o ON o.id = m.organiser_id LEFT JOIN job j ON j.id = m.job_id
WHERE m.id = @id AND m.buyer_id = @buyer_id;

-- name: JobStatuses :many
-- How far the categories of a job have come; of those that were called off only such as somebody takes part in whose bids nobody opened.
SELECT c.status FROM category c WHERE c.job_id = @job_id AND c.buyer_id = @buyer_id AND c.parent_id IS NULL
  AND (c.status <> 'cancelled' OR ((EXISTS (SELECT FROM participation p WHERE p.category_id = c.id AND p.buyer_id = c.buyer_id) OR EXISTS (SELECT FROM paid_line l WHERE l.category_id = c.id))
       AND NOT EXISTS (SELECT FROM opening_session o WHERE o.category_id = c.id AND o.buyer_id = c.buyer_id AND o.opened_at IS NOT NULL))) ORDER BY c.number;

-- name: OwnMeetings :many
-- scope: system: meetings of any buyer, by what the supplier itself was asked to or takes part in.
-- A supplier's own: to which its company is asked, or all who take part in a job of which it is one.
SELECT m.id, m.title, m.kind, m.status, m.starts_at, m.ends_at, m.timezone, m.place, m.link, b.name AS buyer_name, coalesce(j.title, '')::text AS job_title,
       m.published_at, coalesce(t.answer, 'none')::text AS answer
FROM meeting m JOIN company b ON b.id = m.buyer_id LEFT JOIN job j ON j.id = m.job_id
    LEFT JOIN meeting_attendee t ON t.meeting_id = m.id AND t.supplier_id = @supplier_id AND t.removed_at IS NULL
WHERE (m.starts_at, m.id) < (@after_at::timestamptz, @after_id::uuid)
  AND m.id IN (SELECT x.meeting_id FROM meeting_attendee x WHERE x.supplier_id = @supplier_id AND x.removed_at IS NULL
               UNION SELECT y.id FROM meeting y JOIN category c ON c.job_id = y.job_id WHERE y.bidders AND c.id IN (
                   SELECT i.category_id FROM invitation i WHERE i.supplier_id = @supplier_id AND i.told_at IS NOT NULL
                   UNION SELECT l.category_id FROM paid_line l WHERE l.supplier_id = @supplier_id
                   UNION SELECT p.category_id FROM participation p WHERE p.supplier_id = @supplier_id))
  AND (cardinality(@statuses::text[]) = 0 OR m.status = ANY(@statuses::text[]))
  AND (sqlc.narg(search)::text IS NULL OR m.title ILIKE '%' || sqlc.narg(search) || '%' OR b.name ILIKE '%' || sqlc.narg(search) || '%')
ORDER BY m.starts_at DESC, m.id DESC LIMIT @max_rows;

-- name: OwnMeeting :one
-- A supplier's own, as its desk shows it: of others who come nothing is told.
SELECT m.id, m.buyer_id, m.title, m.kind, m.status, m.starts_at, m.ends_at, m.timezone, m.place, m.link, m.agenda, m.reason, m.sequence, m.changed_at, b.name AS buyer_name,
       coalesce(j.title, '')::text AS job_title, m.published_at, (CASE WHEN m.published_at IS NULL THEN '' ELSE m.minutes END)::text AS minutes,
       coalesce(t.answer, 'none')::text AS answer
FROM meeting m JOIN company b ON b.id = m.buyer_id LEFT JOIN job j ON j.id = m.job_id
    LEFT JOIN meeting_attendee t ON t.meeting_id = m.id AND t.supplier_id = @supplier_id AND t.removed_at IS NULL
WHERE m.id = @id AND (t.id IS NOT NULL OR m.bidders AND EXISTS (SELECT FROM category c WHERE c.job_id = m.job_id AND c.id IN (
                   SELECT i.category_id FROM invitation i WHERE i.supplier_id = @supplier_id AND i.told_at IS NOT NULL
                   UNION SELECT l.category_id FROM paid_line l WHERE l.supplier_id = @supplier_id
                   UNION SELECT p.category_id FROM participation p WHERE p.supplier_id = @supplier_id)));

-- name: AnswerAsSupplier :exec
-- A bidder that is asked with all others stands there by its answer.
INSERT INTO meeting_attendee (id, meeting_id, buyer_id, supplier_id, name, email, itself, answer, answered_at)
VALUES (@id, @meeting_id, @buyer_id, @supplier_id, '', '', true, @answer, @now)
ON CONFLICT (meeting_id, supplier_id) WHERE supplier_id IS NOT NULL DO UPDATE SET answer = excluded.answer, answered_at = excluded.answered_at,
    itself = meeting_attendee.itself OR meeting_attendee.removed_at IS NOT NULL, removed_at = NULL, was_starts = NULL, was_ends = NULL, was_sequence = NULL
    WHERE meeting_attendee.buyer_id = excluded.buyer_id;

-- name: AnswerAsPerson :execrows
UPDATE meeting_attendee SET answer = @answer, answered_at = @now WHERE meeting_id = @meeting_id AND buyer_id = @buyer_id AND account_id = @account_id AND removed_at IS NULL;

-- name: NextBidders :many
-- scope: system: those who take part in a job and are not asked by name, by their ids; whoever is told hears of the meeting alone.
SELECT t.supplier_id FROM (
    SELECT i.supplier_id FROM invitation i JOIN category c ON c.id = i.category_id WHERE c.job_id = @job_id AND i.told_at IS NOT NULL
    UNION SELECT l.supplier_id FROM paid_line l JOIN category c ON c.id = l.category_id WHERE c.job_id = @job_id
    UNION SELECT p.supplier_id FROM participation p JOIN category c ON c.id = p.category_id WHERE c.job_id = @job_id) t
WHERE t.supplier_id > @after::uuid
  AND NOT EXISTS (SELECT FROM meeting_attendee x WHERE x.meeting_id = @meeting_id AND x.supplier_id = t.supplier_id AND NOT x.itself)
ORDER BY t.supplier_id LIMIT @max_rows;

-- name: FirstCategory :one
-- scope: system: under whose closing it stays hidden who is told of a meeting of a job.
SELECT c.id FROM category c WHERE c.job_id = @job_id AND c.parent_id IS NULL ORDER BY c.closes_at DESC NULLS LAST, c.id LIMIT 1;

-- name: MeetingPeople :many
-- Who may be asked or organise: people of the buyer, and of the platform who manage jobs.
SELECT a.id, (a.first_name || ' ' || a.last_name)::text AS name, (a.company_id = @buyer_id)::boolean AS of_buyer
FROM account a WHERE a.id = ANY(@ids::uuid[]) AND (a.company_id = @buyer_id OR a.user_type = 'qed') ORDER BY of_buyer DESC, name, a.id;

-- name: BuyerPeople :many
SELECT a.id FROM account a WHERE a.company_id = @buyer_id AND a.status = 'active' AND a.user_type = 'buyer';

-- name: PutFeed :exec
-- scope: system: the caller's own.
INSERT INTO calendar_feed (account_id, secret, created_at) VALUES (@account_id, @secret, @now)
ON CONFLICT (account_id) DO UPDATE SET secret = excluded.secret, created_at = excluded.created_at;

-- name: DropFeed :execrows
-- scope: system: the caller's own.
DELETE FROM calendar_feed WHERE account_id = @account_id;

-- name: Feed :one
-- scope: system: the caller's own.
SELECT created_at FROM calendar_feed WHERE account_id = @account_id;

-- name: FeedOf :one
-- scope: system: whose a secret is; who has left, or whose company has, has none.
SELECT a.id, a.company_id, a.user_type FROM calendar_feed f JOIN account a ON a.id = f.account_id JOIN company c ON c.id = a.company_id
WHERE f.secret = @secret AND a.status = 'active' AND c.status = 'active';

-- name: FeedMeetings :many
-- scope: system: those of one person, or of their company, from a day on; what is off too, which a calendar that had it is told, and
-- what is off for its reader, who is asked no more, as it was then. Where there are more, those nearest to now.
WITH f AS (
    SELECT m.id, m.buyer_id, m.title, m.place, m.link, m.agenda, m.status, r.asked,
        (CASE WHEN r.asked THEN m.starts_at ELSE r.was_starts END)::timestamptz AS starts_at,
        (CASE WHEN r.asked THEN m.ends_at ELSE r.was_ends END)::timestamptz AS ends_at,
        (CASE WHEN r.asked THEN m.sequence ELSE r.was_sequence END)::int AS sequence,
        (CASE WHEN r.asked THEN m.changed_at ELSE r.removed_at END)::timestamptz AS changed_at
    FROM (
        SELECT t.meeting_id, bool_or(t.asked)::boolean AS asked, max(t.was_starts) AS was_starts, max(t.was_ends) AS was_ends, max(t.was_sequence) AS was_sequence, max(t.removed_at) AS removed_at FROM (
            SELECT x.meeting_id, x.removed_at IS NULL AS asked, x.was_starts, x.was_ends, x.was_sequence, x.removed_at FROM meeting_attendee x WHERE x.account_id = @account_id OR x.supplier_id = @company_id
            UNION ALL SELECT o.id, true, NULL, NULL, NULL, NULL FROM meeting o WHERE o.organiser_id = @account_id
            UNION ALL SELECT y.id, true, NULL, NULL, NULL, NULL FROM meeting y JOIN category c ON c.job_id = y.job_id WHERE y.bidders AND c.id IN (
                SELECT i.category_id FROM invitation i WHERE i.supplier_id = @company_id AND i.told_at IS NOT NULL
                UNION SELECT l.category_id FROM paid_line l WHERE l.supplier_id = @company_id
                UNION SELECT p.category_id FROM participation p WHERE p.supplier_id = @company_id)) t
        GROUP BY t.meeting_id) r
    JOIN meeting m ON m.id = r.meeting_id)
SELECT f.id, f.title, f.starts_at, f.ends_at, f.place, f.link, f.agenda, f.status, f.sequence, f.changed_at, b.name AS buyer_name, f.asked
FROM f JOIN company b ON b.id = f.buyer_id
WHERE f.ends_at >= @since::timestamptz
ORDER BY abs(extract(epoch FROM f.starts_at - @now::timestamptz)), f.id LIMIT 500;
