-- Who people are, and how they sign in.

create table users (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (email = lower(email) and length(email) <= 255),
  password_hash text,
  user_metadata jsonb not null default '{}',
  email_confirmed_at timestamptz(3),
  confirmation_sent_at timestamptz(3),
  recovery_sent_at timestamptz(3),
  reauthentication_sent_at timestamptz(3),
  last_sign_in_at timestamptz(3),
  banned_until timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

create table profiles (
  id uuid primary key references users on delete cascade,
  user_type text not null default 'customer' check (user_type in ('customer', 'developer', 'moderator')),
  first_name text check (length(first_name) between 1 and 100),
  last_name text check (length(last_name) between 1 and 100),
  profile_image_url text,
  supported_categories text[] not null default '{}',
  notifications jsonb not null default '{}',
  created_at timestamptz(3) not null default now()
);

create index profiles_developers on profiles using gin (supported_categories) where user_type = 'developer';

create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  -- How the person proved who they are, as the token's amr claim says it.
  method text not null,
  user_agent text,
  created_at timestamptz(3) not null default now(),
  refreshed_at timestamptz(3) not null default now()
);

create index sessions_of_user on sessions (user_id);

-- Only hashes of tokens are kept: nothing in a dump of this database can be replayed.
-- The chain of a session's tokens shows reuse of an old one.
create table refresh_tokens (
  hash bytea primary key,
  session_id uuid not null references sessions on delete cascade,
  parent_hash bytea,
  -- The successor cannot be read back from its hash, so it is kept sealed with a key made from
  -- the parent token, which only its holder has: a lost answer can be given again.
  sealed_successor bytea,
  used_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);

create index refresh_tokens_of_session on refresh_tokens (session_id, created_at desc);

-- Links and codes sent by mail. A newer one of the same kind takes the older one's place.
create table mail_tokens (
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('signup', 'recovery', 'reauthentication', 'invite')),
  token_hash bytea not null unique,
  code_hash bytea,
  code_tries integer not null default 0,
  code_expires_at timestamptz(3),
  code_challenge text,
  code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  primary key (user_id, kind)
);

-- PKCE: the code that a followed link hands out, waiting to be exchanged.
create table auth_codes (
  code_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  code_challenge text not null,
  code_challenge_method text not null check (code_challenge_method in ('s256', 'plain')),
  method text not null,
  created_at timestamptz(3) not null default now()
);

create table waitlist (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null unique check (email = lower(email)),
  specialty text not null check (specialty in ('javascript', 'python', 'aiml', 'fullstack')),
  bio text,
  created_at timestamptz(3) not null default now()
);

-- Limits that hold across server processes: one row per key and window.
create table rate_limits (
  key text primary key,
  hits integer not null,
  window_ends_at timestamptz(3) not null
);

create index rate_limits_expired on rate_limits (window_ends_at);

-- The first answer to a request that carried an Idempotency-Key, kept for a day and more.
create table idempotency_keys (
  user_id uuid not null references profiles on delete cascade,
  key text not null,
  fingerprint text not null,
  response jsonb,
  created_at timestamptz(3) not null default now(),
  primary key (user_id, key)
);

create index idempotency_keys_by_age on idempotency_keys (created_at);
