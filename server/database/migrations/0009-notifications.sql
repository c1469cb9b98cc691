-- What people are told inside the product, and who was told of new requests when.

create table notifications (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null references profiles,
  -- What happened: the notice of a step, or one of the two that no step brings.
  kind text not null check (kind ~ '^[a-z_]+$'),
  -- Null for news of several requests.
  ticket_id uuid references tickets on delete cascade,
  milestone_id uuid references milestones on delete cascade,
  -- How many of its kind it stands for, such as messages.
  count integer not null default 1 check (count > 0),
  created_at timestamptz(3) not null default now(),
  read_at timestamptz(3)
);

-- What happens again before it was read is told once, with a count.
create unique index notifications_folded on notifications (person_id, kind, ticket_id, milestone_id)
  nulls not distinct where read_at is null;
-- A new request is told to a developer once, read or not.
create unique index notifications_of_new_requests on notifications (ticket_id, person_id)
  where kind = 'new_request' and ticket_id is not null;
create index notifications_newest on notifications (person_id, created_at desc, id desc);
create index notifications_of_ticket on notifications (ticket_id);
create index notifications_of_milestone on notifications (milestone_id) where milestone_id is not null;
create index notifications_by_age on notifications (created_at);

-- Until when a developer has heard of new requests by their daily mail.
create table daily_news (
  developer_id uuid primary key references profiles,
  day date not null,
  told_until timestamptz(3) not null
);
