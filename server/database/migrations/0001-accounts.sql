-- Who people are, and how they sign in.

create table profiles (
  id uuid primary key default gen_random_uuid(),
  user_type text not null default 'customer' check (user_type in ('customer', 'developer', 'moderator')),
  first_name text check (length(first_name) between 1 and 100),
  last_name text check (length(last_name) between 1 and 100),
  profile_image_url text,
  supported_categories text[] not null default '{}',
  notifications jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  constraint nobody_is_behind_a_deleted_profile check (deleted_at is null
    or (first_name is null and last_name is null and profile_image_url is null))
);

create index profiles_developers on profiles using gin (supported_categories) where user_type = 'developer';

-- The account of a person. When it is deleted this row goes, with all that hangs on it, and their
-- address is free again; the profile stays without a name, for the requests that others took part in.
create table users (
  id uuid primary key references profiles,
  email text not null unique check (email = lower(email) and length(email) <= 255),
  password_hash text,
  -- Of who knows the password nothing is sure: the address was signed up more than once before it was
  -- confirmed, or the operator took the password away. The confirmation drops it, and until another is
  -- chosen the account is good for nothing else. See docs/decisions/0043-accounts-nobody-can-take.md.
  owes_password boolean not null default false,
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

-- One row per signed-in device. Of its refresh token only hashes are kept, and the token itself
-- sealed under a key that its holders alone can make: see docs/decisions/0004-refresh-tokens.md.
create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  -- How the person proved who they are, as the token's amr claim says it.
  method text not null,
  -- Opened by a reset link: a new password needs no other proof.
  is_recovery boolean not null default false,
  user_agent text,
  secret_hash bytea not null,
  token_hash bytea not null,
  parent_hash bytea,
  sealed_token bytea not null,
  created_at timestamptz(3) not null default now(),
  refreshed_at timestamptz(3) not null default now(),
  -- How, and when last, a second factor was shown. With one the session is at level aal2.
  second_method text check (second_method in ('totp', 'mfa/recovery_code')),
  second_factor_at timestamptz(3),
  -- When the password was last confirmed, before an act that asks for it.
  confirmed_at timestamptz(3),
  check ((second_method is null) = (second_factor_at is null))
);

create index sessions_of_user on sessions (user_id);

-- By what a device is known again at its next sign-in: hashes, keyed with JWT_KEY, of the cookie that it
-- got, and of its browser and network. The owner of an account is told of sign-ins by others.
create table known_devices (
  user_id uuid not null references users on delete cascade,
  mark bytea not null,
  -- In plain words, such as 'Firefox on Windows'.
  name text not null,
  created_at timestamptz(3) not null default now(),
  seen_at timestamptz(3) not null default now(),
  primary key (user_id, mark)
);

create index known_devices_by_age on known_devices (seen_at);

-- Links and codes sent by mail. A newer one of the same kind takes the older one's place.
create table mail_tokens (
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('signup', 'recovery', 'reauthentication')),
  -- Null for a code without a link.
  token_hash bytea unique,
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
  -- Of the session that it will open.
  method text not null,
  created_at timestamptz(3) not null default now()
);

create table waitlist (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null unique check (email = lower(email)),
  specialty text not null check (specialty in ('javascript', 'python', 'aiml', 'fullstack')),
  bio text,
  created_at timestamptz(3) not null default now(),
  status text not null default 'waiting' check (status in ('waiting', 'approved', 'declined')),
  decided_at timestamptz(3),
  decided_by uuid references profiles,
  -- What the applicant was told.
  reason text,
  check ((decided_at is not null and decided_by is not null) = (status <> 'waiting')),
  check ((reason is not null) = (status = 'declined'))
);

create index waitlist_newest on waitlist (created_at desc, id desc);

-- Links by which people join as developers or moderators. An address has one at a time: a newer one
-- takes the older one's place.
create table invitations (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (email = lower(email)),
  role text not null check (role in ('developer', 'moderator')),
  -- SHA-256; null once the link was used.
  token_hash bytea unique,
  invited_by uuid not null references profiles,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  check ((token_hash is null) = (accepted_at is not null))
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
  -- A person's id; the hash of a network address for calls that need no session.
  owner text not null,
  key text not null,
  fingerprint text not null,
  response jsonb,
  created_at timestamptz(3) not null default now(),
  primary key (owner, key)
);

create index idempotency_keys_by_age on idempotency_keys (created_at);
