-- Requests, their plans, discussions and history.

create table tickets (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references profiles,
  developer_id uuid references profiles,
  -- Which there are is in domain/ticket-status.ts; only a step of the lifecycle writes one.
  status text not null default 'AWAITING_ASSIGNMENT' check (status ~ '^[A-Z_]+$'),
  status_since timestamptz(3) not null default now(),
  status_before_help text,
  reserved_until timestamptz(3),
  description text not null check (description ~ '\S'),
  categories text[] not null check (cardinality(categories) > 0),
  ai_tool text not null,
  ai_tool_other text check ((ai_tool_other is not null) = (ai_tool = 'OTHER')),
  stack text not null default '',
  budget text not null check (budget ~ '\S'),
  created_at timestamptz(3) not null default now(),

  constraint someone_else_does_the_work check (developer_id <> customer_id),
  constraint work_has_a_developer check (developer_id is not null or status in (
    'AWAITING_ASSIGNMENT', 'REQUIRES_MOD_ASSISTANCE', 'CUSTOMER_REJECTED')),
  constraint help_remembers_where_from check ((status_before_help is not null) = (status = 'REQUIRES_MOD_ASSISTANCE')),
  constraint reservations_end check ((reserved_until is not null) =
    (status = 'AWAITING_ASSIGNMENT' and developer_id is not null))
);

-- One index per list, in the list's own order.
create index tickets_of_customer on tickets (customer_id, created_at desc, id desc);
create index tickets_of_developer on tickets (developer_id, created_at desc, id desc)
  where developer_id is not null;
-- Open requests by category, each in the order of their list: whoever supports a rare one reads its
-- requests alone. Through one index for all, a page of a rare category read the open requests of all
-- others on the way.
create index tickets_available_mobile on tickets (created_at desc, id desc)
  where status = 'AWAITING_ASSIGNMENT' and developer_id is null and categories @> '{mobile}';
create index tickets_available_react_native on tickets (created_at desc, id desc)
  where status = 'AWAITING_ASSIGNMENT' and developer_id is null and categories @> '{react-native}';
create index tickets_available_ios on tickets (created_at desc, id desc)
  where status = 'AWAITING_ASSIGNMENT' and developer_id is null and categories @> '{ios}';
create index tickets_available_android on tickets (created_at desc, id desc)
  where status = 'AWAITING_ASSIGNMENT' and developer_id is null and categories @> '{android}';
create index tickets_available_backend on tickets (created_at desc, id desc)
  where status = 'AWAITING_ASSIGNMENT' and developer_id is null and categories @> '{backend}';
create index tickets_available_web on tickets (created_at desc, id desc)
  where status = 'AWAITING_ASSIGNMENT' and developer_id is null and categories @> '{web}';
create index tickets_available_infrastructure on tickets (created_at desc, id desc)
  where status = 'AWAITING_ASSIGNMENT' and developer_id is null and categories @> '{infrastructure}';
create index tickets_available_other on tickets (created_at desc, id desc)
  where status = 'AWAITING_ASSIGNMENT' and developer_id is null and categories @> '{other}';

create table milestones (
  id uuid primary key default gen_random_uuid(),
  ticket_id uuid not null references tickets on delete cascade,
  position integer not null,
  title text not null check (title ~ '\S'),
  description text not null check (description ~ '\S'),
  estimated_minutes integer not null check (estimated_minutes > 0),
  hourly_rate_cents integer not null check (hourly_rate_cents > 0),
  cost_cents integer not null check (cost_cents = floor((hourly_rate_cents::bigint * estimated_minutes + 30) / 60)),
  status text not null default 'PLANNED' check (status in (
    'PLANNED', 'IN_PROGRESS', 'IN_REVIEW', 'ACCEPTED', 'REJECTED')),
  started_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  unique (ticket_id, position) deferrable initially deferred
);

-- What was handed in for a milestone, round by round, and what the customer answered.
create table deliveries (
  id uuid primary key default gen_random_uuid(),
  milestone_id uuid not null references milestones on delete cascade,
  round integer not null check (round > 0),
  message text not null,
  submitted_at timestamptz(3) not null default now(),
  decision text check (decision in ('accepted', 'rejected')),
  feedback text,
  decided_at timestamptz(3),
  unique (milestone_id, round),
  check ((decision is null) = (decided_at is null))
);

-- What the clock does to a request, or to one of its milestones, once its time has come. Written and
-- taken away with the steps by which it begins and ends to run.
create table deadlines (
  id bigint generated always as identity primary key,
  ticket_id uuid not null references tickets on delete cascade,
  milestone_id uuid references milestones on delete cascade,
  action text not null,
  due_at timestamptz(3) not null,
  done_at timestamptz(3)
);

create unique index deadlines_open on deadlines (ticket_id, milestone_id, action) nulls not distinct
  where done_at is null;
create index deadlines_due on deadlines (due_at, id) where done_at is null;
create index deadlines_of_milestone on deadlines (milestone_id) where milestone_id is not null;

-- The day on which somebody was last reminded of a request, so that one mail a day is the most.
create table reminders (
  ticket_id uuid primary key references tickets on delete cascade,
  day date not null
);

create table messages (
  id uuid primary key default gen_random_uuid(),
  -- The order of a thread: given out while the request's row is locked, so it is one order for all.
  position bigint generated always as identity,
  ticket_id uuid not null references tickets on delete cascade,
  author_id uuid not null references profiles,
  -- What its author wrote. Null where a step or a moderator said nothing beside what the kind says,
  -- and once it is hidden or deleted.
  text text check (text ~ '\S'),
  -- Of what a step or a moderator says, in place of its words (domain/system-message-texts.ts).
  kind text check (kind ~ '^[a-z_]+$'),
  parameters jsonb,
  is_system boolean not null generated always as (kind is not null) stored,
  is_read boolean not null default false,
  is_reported boolean not null default false,
  notification_sent boolean not null default false,
  -- Its author has shared keys or passwords in it knowingly.
  has_secrets boolean not null default false,
  is_edited boolean not null default false,
  -- It keeps its place; its words are in message_versions and its files gone.
  is_deleted boolean not null default false,
  client_id uuid,
  -- Of the moment when it is stored, not when its transaction began: in the order of the thread.
  created_at timestamptz(3) not null default clock_timestamp(),
  -- Words as written, in lower case: threads hold code, names and more than one language, where
  -- stemming does harm. ASCII punctuation parts words, so that cart.tsx is found by tsx. What people
  -- wrote is found, also in a system message, and not our own words around it.
  search tsvector not null generated always as (to_tsvector('simple',
    regexp_replace(coalesce(text, '') || ' ' || coalesce(parameters ->> 'milestone', ''),
      '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+', ' ', 'g'))) stored,
  unique (author_id, client_id),
  check ((kind is null) = (parameters is null))
);

-- Words that were edited or deleted, for moderators who look into a report about the message. Keys in
-- them are masked.
create table message_versions (
  id bigint generated always as identity primary key,
  message_id uuid not null references messages on delete cascade,
  text text not null,
  replaced_at timestamptz(3) not null default now()
);

create index message_versions_of_message on message_versions (message_id, id);

create index messages_of_ticket on messages (ticket_id, position desc);
create index messages_search on messages using gin (search);
create index messages_unread on messages (ticket_id, author_id) where not is_read;

create table reports (
  id uuid primary key default gen_random_uuid(),
  message_id uuid not null unique references messages on delete cascade,
  ticket_id uuid not null references tickets on delete cascade,
  reporter_id uuid not null references profiles,
  created_at timestamptz(3) not null default now()
);

create index reports_of_ticket on reports (ticket_id);

create table user_feedback (
  ticket_id uuid not null references tickets on delete cascade,
  -- Who it is about: a request may be given to somebody else later.
  developer_id uuid not null references profiles,
  feedback_left_by text not null check (feedback_left_by = 'customer'),
  rating integer check (rating between 1 and 5),
  feedback text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (ticket_id, feedback_left_by),
  check (rating is not null or feedback is not null)
);

create index user_feedback_of_developer on user_feedback (developer_id);

-- Who did what, when, from which state to which. Written in the transaction of the change itself.
create table ticket_history (
  id bigint generated always as identity primary key,
  ticket_id uuid not null references tickets on delete cascade,
  milestone_id uuid,
  action text not null,
  event text not null,
  actor_id uuid references profiles,
  actor text not null check (actor in ('customer', 'developer', 'moderator', 'clock', 'provider')),
  from_status text,
  to_status text not null,
  milestone_from text,
  milestone_to text,
  developer_id uuid,
  created_at timestamptz(3) not null default now()
);

create index ticket_history_of_ticket on ticket_history (ticket_id, id);
-- How often somebody reserves and leaves.
create index ticket_history_reservations on ticket_history (actor_id, created_at)
  where action = 'reserve';
