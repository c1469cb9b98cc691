-- Billing records, payments, and the double-entry ledger. All amounts are US cents.

create table billing_records (
  id uuid primary key default gen_random_uuid(),
  -- A milestone that left the plan leaves its record behind.
  milestone_id uuid unique references milestones on delete set null,
  ticket_id uuid not null references tickets on delete cascade,
  status text not null default 'unpaid' check (status in ('unpaid', 'held', 'released', 'refunded', 'void')),
  price_cents integer not null check (price_cents > 0),
  -- What the platform bears of the price: the first hour of a new customer. Known once paid.
  discount_cents integer not null default 0 check (discount_cents >= 0 and discount_cents < price_cents),
  created_at timestamptz(3) not null default now(),
  paid_at timestamptz(3),
  settled_at timestamptz(3),
  check ((paid_at is not null) = (status in ('held', 'released', 'refunded'))),
  check (milestone_id is not null or status in ('void', 'refunded'))
);

create index billing_records_of_ticket on billing_records (ticket_id);

-- One try to pay a billing record at a provider.
create table checkouts (
  id uuid primary key default gen_random_uuid(),
  billing_record_id uuid not null references billing_records on delete cascade,
  customer_id uuid not null references profiles,
  provider text not null,
  provider_reference text,
  charge_cents integer not null check (charge_cents > 0),
  discount_cents integer not null check (discount_cents >= 0),
  status text not null default 'open' check (status in ('open', 'paid', 'returned', 'refunded', 'expired')),
  created_at timestamptz(3) not null default now(),
  unique (provider, provider_reference)
);

create index checkouts_of_billing_record on checkouts (billing_record_id);
create index checkouts_of_customer on checkouts (customer_id, status);

-- The sandbox provider's own books: what a real provider would keep on its side.
create table sandbox_payments (
  reference text primary key,
  description text not null,
  amount_cents integer not null check (amount_cents > 0),
  status text not null default 'open' check (status in ('open', 'succeeded', 'declined', 'expired', 'refunded')),
  return_url text not null,
  cancel_url text not null,
  created_at timestamptz(3) not null default now()
);

-- Events that providers sent us, each taken once.
create table provider_events (
  provider text not null,
  event_id text not null,
  received_at timestamptz(3) not null default now(),
  primary key (provider, event_id)
);

create table ledger_entries (
  id bigint generated always as identity primary key,
  -- What this entry is, so that the same thing cannot be booked twice: 'hold:<checkout id>'.
  key text not null unique,
  kind text not null check (kind in ('hold', 'release', 'refund', 'return', 'paid_back')),
  billing_record_id uuid not null,
  created_at timestamptz(3) not null default now()
);

create index ledger_entries_of_billing_record on ledger_entries (billing_record_id);

-- Positive: the account holds more; the lines of one entry sum to zero.
create table ledger_lines (
  entry_id bigint not null references ledger_entries,
  account text not null check (account in ('clearing', 'held', 'developer', 'fees', 'promotions', 'refunds')),
  -- The milestone of a held account, the person of a developer account.
  owner_id uuid,
  amount_cents bigint not null check (amount_cents <> 0),
  check ((owner_id is not null) = (account in ('held', 'developer')))
);

create index ledger_lines_of_entry on ledger_lines (entry_id);
create index ledger_lines_of_account on ledger_lines (account, owner_id);

create function ledger_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only';
end $$;

create trigger ledger_entries_stay before update or delete on ledger_entries
  for each row execute function ledger_is_append_only();
create trigger ledger_lines_stay before update or delete on ledger_lines
  for each row execute function ledger_is_append_only();
create trigger ledger_entries_all_stay before truncate on ledger_entries
  for each statement execute function ledger_is_append_only();
create trigger ledger_lines_all_stay before truncate on ledger_lines
  for each statement execute function ledger_is_append_only();

create function ledger_entry_balances() returns trigger language plpgsql as $$
begin
  if (select count(*) < 2 or sum(amount_cents) <> 0 from ledger_lines where entry_id = new.id) then
    raise exception 'ledger entry % does not balance', new.id;
  end if;
  return null;
end $$;

-- Lines cannot be added to an older entry, so each entry is checked once, when it is complete.
create constraint trigger ledger_entries_balance after insert on ledger_entries
  deferrable initially deferred for each row execute function ledger_entry_balances();

create function ledger_entry_is_new() returns trigger language plpgsql as $$
begin
  if not exists (select from ledger_entries where id = new.entry_id
      and xmin = pg_current_xact_id()::xid) then
    raise exception 'ledger entry % is complete', new.entry_id;
  end if;
  return new;
end $$;

create trigger ledger_lines_with_their_entry before insert on ledger_lines
  for each row execute function ledger_entry_is_new();

create function held_is_never_negative() returns trigger language plpgsql as $$
begin
  if (select sum(amount_cents) < 0 from ledger_lines
      where account = 'held' and owner_id = new.owner_id) then
    raise exception 'more would leave milestone % than is held for it', new.owner_id;
  end if;
  return null;
end $$;

create constraint trigger held_stays_covered after insert on ledger_lines
  deferrable initially deferred for each row when (new.account = 'held')
  execute function held_is_never_negative();
