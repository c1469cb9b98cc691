-- What moderators did: written in the transaction of the act itself, and never changed afterwards.

create table audit_log (
  id uuid primary key default gen_random_uuid(),
  actor_id uuid not null references profiles,
  action text not null check (action ~ '^[a-z_]+$'),
  -- What it was done to, by its id alone: names and addresses can be deleted, this cannot.
  target_type text not null check (target_type ~ '^[a-z_]+$'),
  target_id uuid not null,
  reason text,
  before jsonb,
  after jsonb,
  at timestamptz(3) not null default clock_timestamp()
);

create index audit_log_newest on audit_log (at desc, id desc);

create function audit_log_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only';
end $$;

create trigger audit_log_stays before update or delete on audit_log
  for each row execute function audit_log_is_append_only();
create trigger audit_log_all_stays before truncate on audit_log
  for each statement execute function audit_log_is_append_only();
