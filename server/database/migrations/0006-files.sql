-- Uploaded files and what they are attached to. Their bytes are on disk or in S3, under their keys.

create table files (
  -- Made by the server: nobody guesses one, and no name of anybody's ever becomes a path.
  key text primary key check (key ~ '^[A-Za-z0-9_-]{32}$'),
  -- Null when a program of the operator uploaded it, or its owner is gone.
  owner_id uuid references profiles on delete set null,
  -- These three are known once all of it is here.
  name text not null default 'file' check (length(name) between 1 and 200),
  size integer check (size >= 0),
  type text,
  -- uploading: nothing of it can be opened; stored: waits to be attached, once, by its owner;
  -- removed: nobody may open it any more, and a job removes its bytes and then this row.
  status text not null default 'uploading' check (status in ('uploading', 'stored', 'attached', 'removed')),
  thumbnail text not null default 'none' check (thumbnail in ('none', 'waiting', 'made', 'failed')),
  -- Whether it was looked through for keys and passwords; until it is ready, nobody but its owner and
  -- moderators opens it. blocked: it has some, and its owner has not said what becomes of them.
  state text not null default 'checking' check (state in ('checking', 'ready', 'blocked')),
  -- What its owner said.
  choice text check (choice in ('mask', 'share')),
  -- What was found, and what could not be read: null until it was looked through.
  secrets jsonb,
  unread jsonb,
  -- Of a copy with placeholders: what its owner should replace, the dummies for whoever gets it, and
  -- what is not in it.
  rotate jsonb,
  dummy_env text,
  left_out jsonb,
  created_at timestamptz(3) not null default now(),
  check (state = 'checking' or secrets is not null),
  check (size is not null and type is not null or status in ('uploading', 'removed'))
);

create index files_of_owner on files (owner_id) where status <> 'removed';
create index files_unattached on files (created_at) where status in ('uploading', 'stored');
create index files_removed on files (key) where status = 'removed';

-- What a file is part of, as long as that thing is there: of one request (of the request itself, or
-- of one message, milestone or delivery of it), or of a profile.
create table attachments (
  file_key text primary key references files,
  -- The order in which they were attached.
  position bigint generated always as identity,
  ticket_id uuid references tickets on delete cascade,
  message_id uuid references messages on delete cascade,
  milestone_id uuid references milestones on delete cascade,
  delivery_id uuid references deliveries on delete cascade,
  profile_id uuid references profiles on delete cascade,
  check (num_nonnulls(ticket_id, profile_id) = 1),
  check (num_nonnulls(message_id, milestone_id, delivery_id, profile_id) <= 1)
);

create index attachments_of_ticket on attachments (ticket_id, position) where ticket_id is not null;
create index attachments_of_message on attachments (message_id) where message_id is not null;
create index attachments_of_milestone on attachments (milestone_id) where milestone_id is not null;
create index attachments_of_delivery on attachments (delivery_id) where delivery_id is not null;
create unique index attachments_of_profile on attachments (profile_id) where profile_id is not null;

-- However a thing goes, by whatever command or cascade: its files go with it, in the same transaction.
create function attachment_is_gone() returns trigger language plpgsql as $$
begin
  update files set status = 'removed' where key = old.file_key;
  return null;
end $$;

create trigger attachments_take_files_along after delete on attachments
  for each row execute function attachment_is_gone();
