-- What moderators see and decide. Every act of theirs is in audit_log too, which outlives all of this.

-- A report waits for an answer: nothing was wrong, the message was hidden, or the whole request was decided.
alter table reports
  add column status text not null default 'open' check (status in ('open', 'dismissed', 'hidden', 'closed')),
  add column decided_at timestamptz(3),
  add column decided_by uuid references profiles,
  add column reason text,
  add constraint decided_reports_say_by_whom check
    ((status = 'open') = (decided_at is null) and (status = 'open') = (decided_by is null)
      and (status = 'open') = (reason is null));

create index reports_open on reports (created_at, id) where status = 'open';

-- A hidden message keeps its place. Its words move here, so that nothing that reads messages (threads,
-- lists, search, mails) can show them.
alter table messages
  add column is_hidden boolean not null default false,
  add constraint words_are_there_or_gone check (case when is_hidden or is_deleted
    then text is null else text is not null or kind is not null end);

create table hidden_messages (
  message_id uuid primary key references messages on delete cascade,
  text text,
  created_at timestamptz(3) not null default now()
);

-- What a moderator decided about a request, as both sides were told. The sides as they were then: the
-- developer may have lost the request by it and can answer all the same.
create table decisions (
  id uuid primary key default gen_random_uuid(),
  -- Of two within one transaction, the later.
  position bigint generated always as identity,
  ticket_id uuid not null references tickets on delete cascade,
  -- What was decided, worded when it is shown (domain/system-message-texts.ts), and why.
  kind text not null check (kind ~ '^[a-z_]+$'),
  parameters jsonb not null,
  reason text not null,
  customer_id uuid not null references profiles,
  developer_id uuid references profiles,
  decided_by uuid not null references profiles,
  -- Its line in the thread.
  message_id uuid not null references messages on delete cascade,
  created_at timestamptz(3) not null default now()
);

create index decisions_of_ticket on decisions (ticket_id, position desc);

-- Each side may answer a decision once.
create table appeals (
  id uuid primary key default gen_random_uuid(),
  decision_id uuid not null references decisions on delete cascade,
  ticket_id uuid not null references tickets on delete cascade,
  person_id uuid not null references profiles,
  text text not null check (text ~ '\S'),
  created_at timestamptz(3) not null default now(),
  status text not null default 'open' check (status in ('open', 'granted', 'denied')),
  decided_at timestamptz(3),
  decided_by uuid references profiles,
  answer text,
  unique (decision_id, person_id),
  check ((status = 'open') = (decided_at is null) and (status = 'open') = (decided_by is null)
    and (status = 'open') = (answer is null))
);

create index appeals_open on appeals (created_at, id) where status = 'open';
create index appeals_of_ticket on appeals (ticket_id);

-- While an account is suspended its user has banned_until; here stands why.
create table suspensions (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null references profiles,
  reason text not null,
  suspended_by uuid not null references profiles,
  created_at timestamptz(3) not null default now(),
  ended_at timestamptz(3)
);

create unique index one_suspension_at_a_time on suspensions (person_id) where ended_at is null;

-- Moderators name a dispute by an id of ours; the provider's name of it is no address.
alter table disputes add column id uuid not null unique default gen_random_uuid();

-- The request that an entry belongs to, whatever its target is: together they retell what happened to it.
alter table audit_log add column ticket_id uuid;
create index audit_log_of_ticket on audit_log (ticket_id, at) where ticket_id is not null;
create index audit_log_of_target on audit_log (target_id, at);

create index tickets_by_status on tickets (status, status_since, id);
create index tickets_by_change on tickets (status_since, id);
create index tickets_by_short_id on tickets (right(id::text, 6));
