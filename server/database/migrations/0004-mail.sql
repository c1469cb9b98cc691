-- Mails to send: written in the transaction of the change that they tell of, sent by a job.

create table mails (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  recipient text not null,
  subject text not null,
  -- Sealed with AES-256-GCM under a key that is made from JWT_KEY: a dump of the database alone shows
  -- no link and no code. Null once it is sent, or not to be sent any more.
  words bytea,
  -- The one link or code that it carries, such as 'recovery:{user}': a newer one ends this mail.
  secret_of text,
  -- Until when that is good: nothing older is sent.
  secret_until timestamptz(3),
  created_at timestamptz(3) not null default now(),
  sent_at timestamptz(3),
  last_error text,
  tries integer not null default 0,
  -- The last mail to somebody who deleted their account: nothing of it is kept.
  forget_once_sent boolean not null default false,
  check (sent_at is null or words is null)
);

create index mails_unsent on mails (created_at) where words is not null;
create index mails_failed on mails (created_at desc, id desc)
  where words is not null and last_error is not null;
create index mails_of_secret on mails (secret_of) where words is not null;
create index mails_of_recipient on mails (recipient, created_at, id);
