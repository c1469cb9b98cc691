-- Second factors of accounts: authenticator apps (TOTP, RFC 6238) and backup codes.

create table factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  factor_type text not null check (factor_type in ('totp', 'recovery_code')),
  -- Verified once a first code has proved that the app knows the secret; only then does it count.
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  friendly_name text check (length(friendly_name) between 1 and 100),
  -- AES-256-GCM under a key that is made from JWT_KEY: a dump of the database alone makes no codes.
  sealed_secret bytea,
  -- The 30 seconds that the last code which was taken stands for: no code is good twice.
  last_step bigint,
  last_challenged_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  check ((sealed_secret is not null) = (factor_type = 'totp')),
  check (status = 'verified' or factor_type = 'totp'),
  unique (user_id, friendly_name)
);

create index factors_of_user on factors (user_id);
create unique index one_set_of_backup_codes on factors (user_id) where factor_type = 'recovery_code';

-- A session that is about to show a code of a factor.
create table factor_challenges (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references factors on delete cascade,
  session_id uuid not null references sessions on delete cascade,
  created_at timestamptz(3) not null default now()
);

create index factor_challenges_of_factor on factor_challenges (factor_id);
create index factor_challenges_of_session on factor_challenges (session_id);
create index factor_challenges_by_age on factor_challenges (created_at);

-- Each has 80 random bits, so a hash without salt is enough.
create table backup_codes (
  factor_id uuid not null references factors on delete cascade,
  code_hash bytea not null,
  used_at timestamptz(3),
  primary key (factor_id, code_hash)
);
