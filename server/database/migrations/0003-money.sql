-- Billing records, payments, what is asked of the provider, and the double-entry ledger.
-- All amounts are US cents. The ledger and what it refers to outlive requests and people.

-- One price that somebody pays once: of a milestone, or of another program of the operator.
create table billing_records (
  id uuid primary key default gen_random_uuid(),
  kind text not null default 'milestone' check (kind in ('milestone', 'service')),
  -- A milestone or request that is gone leaves its record behind.
  milestone_id uuid unique references milestones on delete set null,
  ticket_id uuid references tickets on delete set null,
  -- The owner of the held account: the milestone that is or was, or this record itself.
  held_for uuid not null unique,
  status text not null default 'unpaid' check (status in ('unpaid', 'held', 'released', 'refunded', 'void')),
  price_cents integer not null check (price_cents > 0),
  -- What the platform bears of the price: the first hour of a new customer. Known once paid.
  discount_cents integer not null default 0 check (discount_cents >= 0 and discount_cents < price_cents),
  -- The platform's part of the price. Decided when it is held, and never computed anew.
  fee_cents integer check (fee_cents between 0 and price_cents),
  -- Why moderators look at it before anything of it is released; null when they need not. When one
  -- of them has let it go on.
  review_reasons text[] check (cardinality(review_reasons) > 0),
  reviewed_at timestamptz(3),
  -- What of the price was accepted meanwhile, and whose it is: released once a moderator has looked.
  awarded_cents integer check (awarded_cents between 1 and price_cents),
  awarded_to uuid references profiles,
  -- How the price was divided when the hold ended.
  released_cents integer not null default 0 check (released_cents >= 0),
  refunded_cents integer not null default 0 check (refunded_cents >= 0),
  -- What went back to the customer after it had been released: a moderator's case.
  case_refunded_cents integer not null default 0
    check (case_refunded_cents between 0 and released_cents),
  created_at timestamptz(3) not null default now(),
  paid_at timestamptz(3),
  settled_at timestamptz(3),
  check ((paid_at is not null) = (status in ('held', 'released', 'refunded'))),
  check ((fee_cents is not null) = (status in ('held', 'released', 'refunded'))),
  check (reviewed_at is null or review_reasons is not null),
  check (status <> 'released' or review_reasons is null or reviewed_at is not null),
  check ((awarded_cents is null) = (awarded_to is null)),
  check (awarded_cents is null or (status = 'held' and review_reasons is not null and reviewed_at is null)),
  check ((released_cents > 0) = (status = 'released')),
  check (status <> 'refunded' or refunded_cents = price_cents),
  check (status not in ('unpaid', 'held', 'void') or refunded_cents = 0),
  check (status <> 'released' or released_cents + refunded_cents = price_cents),
  check (kind = 'milestone' or (milestone_id is null and ticket_id is null and held_for = id))
);

create index billing_records_of_ticket on billing_records (ticket_id);
create index billing_records_in_review on billing_records (paid_at, id)
  where status = 'held' and review_reasons is not null and reviewed_at is null;
create index billing_records_awarded on billing_records (awarded_to) where awarded_to is not null;

-- A record that another program of the operator made. Source: specification 7.4.
create table service_tickets (
  billing_record_id uuid primary key references billing_records,
  customer_name text not null,
  customer_email text not null,
  service_provider_name text not null,
  service_provider_email text not null,
  description text not null,
  created_at timestamptz(3) not null default now()
);

-- One try to pay a billing record at a provider.
create table checkouts (
  id uuid primary key default gen_random_uuid(),
  billing_record_id uuid not null references billing_records,
  -- Null for a service record, and once the person is gone.
  customer_id uuid references profiles on delete set null,
  provider text not null,
  -- The page at the provider, and the payment that was made on it.
  provider_reference text,
  payment_reference text,
  charge_cents integer not null check (charge_cents > 0),
  discount_cents integer not null check (discount_cents >= 0),
  status text not null default 'open' check (status in ('open', 'paid', 'returned', 'refunded', 'expired')),
  -- Keyed hashes, by which the first-hour price is given once: of the customer's address, which
  -- outlives the account, of the card, and of the network it was opened from, which goes soon.
  address_hash bytea,
  card_hash bytea,
  network_hash bytea,
  -- Whose first-hour price it was already, where a payment went back for that.
  returned_for text check (returned_for in ('address_used', 'card_used')),
  created_at timestamptz(3) not null default now(),
  -- When the provider was last asked about it.
  asked_at timestamptz(3),
  unique (provider, provider_reference),
  unique (provider, payment_reference),
  check (returned_for is null or status not in ('paid', 'refunded'))
);

create index checkouts_of_billing_record on checkouts (billing_record_id);
create index checkouts_of_customer on checkouts (customer_id, status);
create index checkouts_open on checkouts (asked_at nulls first) where status = 'open';
create index checkouts_by_address on checkouts (address_hash) where status in ('paid', 'refunded');
create index checkouts_with_network on checkouts (created_at) where network_hash is not null;
create unique index one_first_hour_per_address on checkouts (address_hash)
  where status in ('paid', 'refunded') and discount_cents > 0;
create unique index one_first_hour_per_card on checkouts (card_hash)
  where status in ('paid', 'refunded') and discount_cents > 0;
create unique index one_payment_per_billing_record on checkouts (billing_record_id)
  where status in ('paid', 'refunded');

-- Numbers on what customers are sent: one for each payment held and each refund.
create table receipts (
  number bigint generated always as identity (start with 1001) primary key,
  kind text not null check (kind in ('payment', 'refund')),
  billing_record_id uuid not null references billing_records,
  amount_cents integer not null check (amount_cents > 0),
  -- The ledger entry that it is about.
  entry_key text not null unique,
  created_at timestamptz(3) not null default now()
);

create index receipts_of_billing_record on receipts (billing_record_id, number);

-- A developer's own account at the provider.
create table payout_accounts (
  developer_id uuid not null references profiles on delete cascade,
  provider text not null,
  reference text not null unique,
  ready boolean not null default false,
  -- When the provider was asked for what `ready` says.
  asked_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now(),
  primary key (developer_id, provider)
);

create table payouts (
  id uuid primary key default gen_random_uuid(),
  -- The ledger keeps amounts without names, so does this.
  developer_id uuid not null,
  amount_cents integer not null check (amount_cents > 0),
  status text not null default 'pending' check (status in ('pending', 'paid', 'failed')),
  created_at timestamptz(3) not null default now(),
  settled_at timestamptz(3),
  check ((settled_at is null) = (status = 'pending'))
);

create index payouts_of_developer on payouts (developer_id, created_at desc);

-- What we ask of a provider, written before it is asked. The key is the provider's idempotency
-- key, so that asking again after a crash is the same one thing.
create table provider_calls (
  key text primary key check (length(key) <= 200),
  -- Raised only once it is known what became of the key before, or when that is long forgotten.
  generation integer not null default 0,
  -- When the key of this generation was first used.
  keyed_at timestamptz(3),
  provider text not null,
  kind text not null check (kind in ('checkout', 'expire', 'refund', 'transfer', 'reversal', 'payout', 'account')),
  checkout_id uuid references checkouts,
  billing_record_id uuid references billing_records,
  developer_id uuid,
  payout_id uuid references payouts,
  amount_cents integer check (amount_cents > 0),
  request jsonb not null,
  -- Covered: what was owed went back another way, by the customer's own bank.
  state text not null default 'pending' check (state in ('pending', 'done', 'failed', 'covered')),
  -- The provider's own name of what it did, and for a checkout the page to pay on.
  reference text,
  url text,
  -- Whether the last try may have had an effect that we were not told of.
  unclear boolean not null default false,
  tries integer not null default 0,
  last_error text,
  created_at timestamptz(3) not null default now(),
  -- One server at a time asks; one that was killed while asking loses its turn.
  leased_until timestamptz(3),
  settled_at timestamptz(3),
  -- What was done and failed afterwards keeps its name.
  check (state <> 'done' or reference is not null),
  check (state <> 'pending' or reference is null),
  check ((settled_at is null) = (state = 'pending')),
  check ((kind in ('refund', 'transfer', 'reversal', 'payout')) = (amount_cents is not null))
);

-- Each refund, transfer and payout of the provider belongs to one call.
create unique index provider_calls_once on provider_calls (provider, kind, reference)
  where kind in ('refund', 'transfer', 'reversal', 'payout');
create index provider_calls_pending on provider_calls (created_at) where state = 'pending';
create index provider_calls_of_record on provider_calls (billing_record_id);
create index provider_calls_of_developer on provider_calls (developer_id, kind);

-- Events that providers sent us, each taken once: its row is written with what it changes.
create table provider_events (
  provider text not null,
  event_id text not null,
  kind text not null,
  received_at timestamptz(3) not null default now(),
  primary key (provider, event_id)
);

-- A customer's bank wants a payment back. Nothing of it leaves until that is decided.
create table disputes (
  provider text not null,
  reference text not null,
  billing_record_id uuid not null references billing_records,
  checkout_id uuid not null references checkouts,
  amount_cents integer not null check (amount_cents > 0),
  state text not null default 'open' check (state in ('open', 'won', 'lost')),
  -- Who bears a lost one whose money had been released: a moderator's decision.
  borne_by text check (borne_by in ('developer', 'platform')),
  created_at timestamptz(3) not null default now(),
  closed_at timestamptz(3),
  primary key (provider, reference),
  check ((closed_at is null) = (state = 'open')),
  check (borne_by is null or state = 'lost')
);

create index disputes_of_record on disputes (billing_record_id);

-- What the reconciliation found and could not repair. Resolved when it is no longer found.
create table money_findings (
  kind text not null,
  about text not null,
  detail text not null,
  found_at timestamptz(3) not null default now(),
  seen_at timestamptz(3) not null default now(),
  resolved_at timestamptz(3),
  primary key (kind, about)
);

-- Each run of the ledger checker; an empty list is a good one.
create table ledger_checks (
  id bigint generated always as identity primary key,
  broken text[] not null,
  took_ms integer not null,
  created_at timestamptz(3) not null default now()
);

-- The sandbox provider's own books: what a real provider would keep on its side.
create table sandbox_payments (
  reference text primary key,
  checkout_id uuid not null,
  description text not null,
  amount_cents integer not null check (amount_cents > 0),
  refunded_cents integer not null default 0 check (refunded_cents between 0 and amount_cents),
  status text not null default 'open'
    check (status in ('open', 'processing', 'succeeded', 'declined', 'expired')),
  -- The same for the same card, as a provider would tell it; null where no number was typed.
  card_fingerprint text,
  -- When a delayed payment succeeds.
  succeeds_at timestamptz(3),
  return_url text not null,
  cancel_url text not null,
  created_at timestamptz(3) not null default now(),
  check ((succeeds_at is not null) = (status = 'processing'))
);

create table sandbox_moves (
  key text primary key,
  reference text not null unique,
  kind text not null check (kind in ('refund', 'transfer', 'reversal', 'payout')),
  -- The payment, transfer or account that it is about.
  subject text not null,
  amount_cents integer not null check (amount_cents > 0),
  created_at timestamptz(3) not null default now()
);

create index sandbox_moves_of_subject on sandbox_moves (subject);

create table sandbox_events (
  id text primary key,
  payload text not null,
  created_at timestamptz(3) not null default now(),
  delivered_at timestamptz(3)
);

create index sandbox_events_undelivered on sandbox_events (created_at) where delivered_at is null;

create table ledger_entries (
  id bigint generated always as identity primary key,
  -- What this entry is, so that the same thing cannot be booked twice. Every end of a hold has the
  -- key 'settle:<record id>', so that one hold ends at most once.
  key text not null unique,
  kind text not null check (kind in ('hold', 'release', 'refund', 'split', 'return', 'paid_back',
    'refund_failed', 'transfer', 'reversal', 'payout', 'paid_out', 'payout_failed', 'case_refund',
    'dispute', 'dispute_won', 'dispute_lost', 'case_dispute')),
  billing_record_id uuid,
  payout_id uuid,
  created_at timestamptz(3) not null default now(),
  -- A reversal is the developer's, of no one record.
  check ((payout_id is not null) = (kind in ('payout', 'paid_out', 'payout_failed'))),
  check ((billing_record_id is null) = (payout_id is not null))
);

create index ledger_entries_of_billing_record on ledger_entries (billing_record_id);
create index ledger_entries_of_payout on ledger_entries (payout_id) where payout_id is not null;

-- Positive: the account holds more; the lines of one entry sum to zero.
create table ledger_lines (
  entry_id bigint not null references ledger_entries,
  account text not null check (account in ('clearing', 'connected', 'held', 'developer', 'payouts',
    'fees', 'promotions', 'refunds', 'disputes', 'losses')),
  -- What a held account is held for, the person of a developer or connected account.
  owner_id uuid,
  amount_cents bigint not null check (amount_cents <> 0),
  check ((owner_id is not null) = (account in ('held', 'developer', 'connected')))
);

create index ledger_lines_of_entry on ledger_lines (entry_id);
create index ledger_lines_of_account on ledger_lines (account, owner_id);

create function money_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;

create trigger ledger_entries_stay before update or delete on ledger_entries
  for each row execute function money_is_append_only();
create trigger ledger_lines_stay before update or delete on ledger_lines
  for each row execute function money_is_append_only();
create trigger receipts_stay before update or delete on receipts
  for each row execute function money_is_append_only();
create trigger ledger_entries_all_stay before truncate on ledger_entries
  for each statement execute function money_is_append_only();
create trigger ledger_lines_all_stay before truncate on ledger_lines
  for each statement execute function money_is_append_only();
create trigger receipts_all_stay before truncate on receipts
  for each statement execute function money_is_append_only();

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
    raise exception 'more would leave % than is held for it', new.owner_id;
  end if;
  return null;
end $$;

create constraint trigger held_stays_covered after insert on ledger_lines
  deferrable initially deferred for each row when (new.account = 'held')
  execute function held_is_never_negative();
