-- Mails to send: written in the transaction of the change that they tell of, sent by a job.

create table mails (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  created_at timestamptz(3) not null default now(),
  sent_at timestamptz(3),
  last_error text,
  -- Where its recipient can stop mails of its kind; forgotten once it is sent, like its words.
  unsubscribe_url text,
  tries integer not null default 0,
  -- The last mail to somebody who deleted their account: nothing of it is kept.
  forget_once_sent boolean not null default false
);

create index mails_unsent on mails (created_at) where sent_at is null;
create index mails_failed on mails (created_at desc, id desc)
  where sent_at is null and last_error is not null;
create index mails_of_recipient on mails (recipient, created_at, id);
