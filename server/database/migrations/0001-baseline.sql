-- The whole schema at the first release. From then on it changes by further files alone, forward only.

-- Accounts ----------------------------------------------------------------------------------------

-- Who people are, and how they sign in.

create table profiles (
  id uuid primary key default gen_random_uuid(),
  user_type text not null default 'customer' check (user_type in ('customer', 'developer', 'moderator')),
  first_name text check (length(first_name) between 1 and 100),
  last_name text check (length(last_name) between 1 and 100),
  profile_image_url text,
  supported_categories text[] not null default '{}',
  notifications jsonb not null default '{}',
  -- Of an unblocker: filters of the open requests, by their names.
  saved_filters jsonb not null default '{}' check (jsonb_typeof(saved_filters) = 'object'),
  -- Where an unblocker is paid; null until they have said so.
  payout_country text check (payout_country ~ '^[A-Z]{2}$'),
  -- Of an unblocker: until when they are away, how many requests they take at a time (null: any number),
  -- and how many of their first ones are finished, which only grows. See docs/decisions/0091-when-unblockers-take-requests.md.
  away_until timestamptz(3),
  max_running smallint default 10 check (max_running between 1 and 10),
  first_finished smallint not null default 0 check (first_finished between 0 and 3),
  created_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  constraint nobody_is_behind_a_deleted_profile check (deleted_at is null
    or (first_name is null and last_name is null and profile_image_url is null
      and payout_country is null))
);

create index profiles_developers on profiles using gin (supported_categories) where user_type = 'developer';

-- A person's account. Deleting it deletes everything that depends on it and frees its address; the
-- profile stays, without a name, for the requests of other people.
create table users (
  id uuid primary key references profiles,
  email text not null unique check (email = lower(email) and length(email) <= 255),
  password_hash text,
  -- The password may be another person's: the address was signed up more than once before it was
  -- confirmed, or the operator removed the password. The confirmation drops it, and until a new one is
  -- chosen the account can do nothing else. See docs/decisions/0043-accounts-nobody-can-take.md.
  owes_password boolean not null default false,
  user_metadata jsonb not null default '{}',
  email_confirmed_at timestamptz(3),
  confirmation_sent_at timestamptz(3),
  recovery_sent_at timestamptz(3),
  reauthentication_sent_at timestamptz(3),
  last_sign_in_at timestamptz(3),
  banned_until timestamptz(3),
  -- The version of Terms and Privacy Policy that the person agreed to by signing up; null: made by the
  -- operator.
  terms_version text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

-- One row per signed-in device. Of its refresh token only hashes are stored, and the token encrypted
-- with a key that only its holders can derive: see docs/decisions/0004-refresh-tokens.md.
create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  -- How the person proved who they are, in the words of the token's amr claim.
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
  -- How and when a second factor was last shown. With one the session has level aal2.
  second_method text check (second_method in ('totp', 'mfa/recovery_code', 'mfa/webauthn')),
  second_factor_at timestamptz(3),
  -- When the password was last confirmed, before an act that needs it.
  confirmed_at timestamptz(3),
  check ((second_method is null) = (second_factor_at is null))
);

create index sessions_of_user on sessions (user_id);

-- Keys of programs to their owner's account. Each acts by a session of its own, which has its id: what
-- ends the one ends the other. Of the key only the hash is stored.
create table access_tokens (
  id uuid primary key references sessions on delete cascade,
  user_id uuid not null references users on delete cascade,
  name text not null,
  token_hash bytea not null unique,
  ends_with text not null,
  scopes text[] not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3),
  last_used_at timestamptz(3)
);

create index access_tokens_of_user on access_tokens (user_id);

-- What programs did, for their owner to read: what is alike on one day in one row. It outlives its
-- program, for 30 days.
create table program_uses (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  program_id uuid not null,
  program_name text not null,
  -- The call in words, as the API describes it.
  act text not null,
  -- The request that it was about, if any.
  ticket_id uuid,
  day date not null,
  count integer not null,
  last_at timestamptz(3) not null,
  unique nulls not distinct (program_id, act, ticket_id, day)
);

create index program_uses_of_user on program_uses (user_id, last_at desc, id desc);
create index program_uses_by_age on program_uses (last_at);
-- Programs that a person has let in by OAuth, see docs/decisions/0078-connected-programs.md. Each acts
-- by a session of its own, as an access token does.
create table connected_programs (
  id uuid primary key references sessions on delete cascade,
  user_id uuid not null references users on delete cascade,
  -- As it is registered, or the address of the document that describes it.
  client_id text not null,
  -- What it calls itself, and where its answers go.
  -- Null where it was let in by a code that its person typed.
  name text not null check (length(name) between 1 and 100),
  address text,
  scopes text[] not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);

create index connected_programs_of_user on connected_programs (user_id);
create index connected_programs_of_client on connected_programs (client_id);

-- What the OAuth library keeps: registered programs, questions to people, codes and tokens. Whatever
-- opens something is stored as a hash, and stands nowhere in the payload.
create table oauth_records (
  model text not null check (model in ('Client', 'Interaction', 'Grant', 'AuthorizationCode',
    'DeviceCode', 'AccessToken', 'RefreshToken')),
  id_hash bytea not null,
  payload jsonb not null,
  -- The connection that it belongs to, and goes with.
  connection_id uuid references connected_programs on delete cascade,
  -- Of what a device shows, and its person types.
  user_code_hash bytea unique check (user_code_hash is null or model = 'DeviceCode'),
  -- Of a code or refresh token that was used.
  consumed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  -- Of a registered program: when somebody last let it in.
  used_at timestamptz(3),
  expires_at timestamptz(3),
  primary key (model, id_hash),
  check ((connection_id is null) = (model in ('Client', 'Interaction')) or model = 'DeviceCode'),
  check ((expires_at is null) = (model = 'Client'))
);

create index oauth_records_of_connection on oauth_records (connection_id);
create index oauth_records_by_expiry on oauth_records (expires_at);

-- Recognises a device at its next sign-in: hashes, keyed with JWT_KEY, of its cookie, and of its
-- browser and network. The owner of an account is told of sign-ins by others.
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

-- Links and codes sent by mail. A newer one of the same kind and asker replaces the older one.
create table mail_tokens (
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('signup', 'recovery', 'reauthentication')),
  -- Who asked for it, as a keyed hash of their device or network; empty where it is one for everybody.
  asker bytea not null default '',
  -- Null for a code without a link.
  token_hash bytea unique,
  code_hash bytea,
  code_tries integer not null default 0,
  -- Those of them that came from elsewhere than from who asked.
  tries_elsewhere integer not null default 0,
  code_expires_at timestamptz(3),
  code_challenge text,
  code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  primary key (user_id, kind, asker)
);

-- Links that were followed or replaced by a newer one: a person who follows one again is told so.
create table ended_links (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  ended_at timestamptz(3) not null default now()
);
create index ended_links_user on ended_links (user_id);

create function keep_ended_link() returns trigger language plpgsql as $$
begin
  -- Nothing is kept about a person who is being deleted.
  insert into ended_links (token_hash, user_id)
  select old.token_hash, id from users where id = old.user_id;
  return null;
end $$;

create trigger ended_links_are_known after delete on mail_tokens
  for each row when (old.token_hash is not null) execute function keep_ended_link();

-- PKCE: the code from a followed link, waiting to be exchanged.
create table auth_codes (
  code_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  code_challenge text not null,
  code_challenge_method text not null check (code_challenge_method in ('s256', 'plain')),
  -- Of the session that it will open.
  method text not null,
  created_at timestamptz(3) not null default now()
);

create index auth_codes_of_user on auth_codes (user_id);

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

-- What an applicant adds to their entry by a link of their mail. See docs/decisions/0094-becoming-an-unblocker.md.
create table applications (
  id uuid primary key default gen_random_uuid(),
  waitlist_id uuid not null unique references waitlist on delete cascade,
  -- By which unblockers know it, instead of a name.
  number integer not null unique generated always as identity,
  -- SHA-256 of the link's token.
  token_hash bytea not null unique,
  issued_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  -- A draft until it is submitted: domain/application.ts.
  examples jsonb not null default '[]',
  categories text[] not null default '{}',
  ai_tools text[] not null default '{}',
  time_zone text,
  hours text not null default '',
  proofs jsonb not null default '[]',
  created_at timestamptz(3) not null default now(),
  submitted_at timestamptz(3)
);

create index applications_waiting on applications (submitted_at, id) where submitted_at is not null;

-- The project of the entry test as somebody mended it: small, so that its pack is in its row and goes
-- with the application.
create table entry_versions (
  application_id uuid primary key references applications on delete cascade,
  -- Its files with their places in the pack (server/code/packed-project.ts).
  files jsonb not null,
  pack bytea not null,
  bytes integer not null,
  left_out jsonb not null,
  masked integer not null,
  -- Compared once, with the project as it was given to them.
  changes jsonb not null,
  created_at timestamptz(3) not null default now()
);

-- What unblockers say of an application: two of them, each once.
create table application_reviews (
  application_id uuid not null references applications on delete cascade,
  place smallint not null check (place in (1, 2)),
  reviewer_id uuid not null references profiles,
  checks jsonb not null,
  marks jsonb not null,
  recommends boolean not null,
  note text not null,
  created_at timestamptz(3) not null default now(),
  primary key (application_id, place),
  unique (application_id, reviewer_id)
);

create index application_reviews_by on application_reviews (reviewer_id, created_at);

-- Nobody reviews their own, and none that was not submitted.
create function application_is_reviewed() returns trigger language plpgsql as $$
begin
  if not exists (select from applications a
    join waitlist w on w.id = a.waitlist_id
    join users u on u.id = new.reviewer_id
    where a.id = new.application_id and a.submitted_at is not null and u.email <> w.email) then
    raise exception 'this application is not theirs to review' using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger applications_are_reviewed before insert or update of application_id, reviewer_id
  on application_reviews for each row execute function application_is_reviewed();

-- Invitations for developers and moderators. An address has one at a time: a newer one replaces the
-- older one.
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

-- Rate limits across server processes: one row per key and window.
create table rate_limits (
  key text primary key,
  hits integer not null,
  window_ends_at timestamptz(3) not null
);

create index rate_limits_expired on rate_limits (window_ends_at);

-- Built files of the web, of all releases that run or ran of late: any server answers for them.
create table web_files (
  -- It changes with the content.
  name text primary key,
  -- Compressed by Brotli, where that makes it smaller.
  content bytea not null,
  is_packed boolean not null,
  -- When a server of that release last tidied, or the first one started.
  used_at timestamptz(3) not null default now()
);

alter table web_files alter column content set storage external;

-- The first answer to a request with an Idempotency-Key, encrypted: it may have a new token in it.
create table idempotency_keys (
  -- A person's id; the hash of a network address for calls that need no session.
  owner text not null,
  key text not null,
  fingerprint text not null,
  sealed_answer bytea,
  created_at timestamptz(3) not null default now(),
  primary key (owner, key)
);

create index idempotency_keys_by_age on idempotency_keys (created_at);

-- Second factors ----------------------------------------------------------------------------------

-- Second factors of accounts: authenticator apps (TOTP, RFC 6238) and backup codes.

create table factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  factor_type text not null check (factor_type in ('totp', 'recovery_code')),
  -- Verified by a first code; only then does it count.
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  friendly_name text check (length(friendly_name) between 1 and 100),
  -- AES-256-GCM with a key derived from JWT_KEY: a dump of the database alone makes no codes.
  sealed_secret bytea,
  -- The 30-second step of the last accepted code: no code works twice.
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

-- A session that is about to send a code of a factor.
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

-- Passkeys and accounts elsewhere -----------------------------------------------------------------

-- Keys on people's own devices that sign them in, see docs/decisions/0073-passkeys.md.
create table passkeys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  -- As the authenticator names it, in base64url.
  credential_id text not null unique check (length(credential_id) <= 1400),
  -- COSE. Nothing here signs in: the private half never leaves the device.
  public_key bytea not null,
  -- Of signatures; 0 for devices that do not count.
  counter bigint not null,
  transports text[] not null default '{}',
  friendly_name text not null check (length(friendly_name) between 1 and 100),
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);

create index passkeys_of_user on passkeys (user_id);

-- What a device has to sign, once.
create table passkey_challenges (
  id uuid primary key default gen_random_uuid(),
  challenge text not null,
  -- The session that adds a passkey; null: anybody who wants to sign in.
  session_id uuid references sessions on delete cascade,
  created_at timestamptz(3) not null default now()
);

create index passkey_challenges_of_session on passkey_challenges (session_id);
create index passkey_challenges_by_age on passkey_challenges (created_at);

-- Accounts elsewhere that sign a person in here, see docs/decisions/0074-other-providers.md.
create table identities (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  provider text not null,
  -- The provider's own name for the person, which never changes.
  subject text not null check (length(subject) between 1 and 255),
  -- As the provider last said.
  email text,
  created_at timestamptz(3) not null default now(),
  last_sign_in_at timestamptz(3),
  unique (provider, subject),
  unique (user_id, provider)
);

-- A browser that has gone to a provider and is to come back.
create table provider_flows (
  state_hash bytea primary key,
  -- Of the cookie that this browser has.
  browser_hash bytea not null,
  provider text not null,
  code_challenge text not null,
  code_challenge_method text not null check (code_challenge_method in ('s256', 'plain')),
  redirect_to text not null,
  -- The session whose account gets another way in; null for a sign-in.
  session_id uuid references sessions on delete cascade,
  created_at timestamptz(3) not null default now()
);

create index provider_flows_of_session on provider_flows (session_id);
create index provider_flows_by_age on provider_flows (created_at);

-- Requests ----------------------------------------------------------------------------------------

-- Requests, their plans, discussions and history.

create table tickets (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references profiles,
  developer_id uuid references profiles,
  -- The current pairing. Here, so that a lock on this row tells whose a new message is; pairings refer
  -- to tickets, and mutual foreign keys would make both hard to truncate.
  pairing_id uuid,
  -- Former developers who are not offered it again.
  replaced uuid[] not null default '{}',
  -- Whether it can be grabbed or takes quotes; until when it takes them, where it still does; and
  -- whether its customer was told that this time ends soon.
  mode text not null default 'grab' check (mode in ('grab', 'quotes')),
  quotes_until timestamptz(3),
  quotes_told boolean not null default false,
  -- Authors of its running quotes, and developers whom its customer has invited: both see it while it is
  -- open, whatever their categories. At most three quotes, also of authors who post at once.
  quoted_by uuid[] not null default '{}' check (cardinality(quoted_by) <= 3),
  invited uuid[] not null default '{}' check (cardinality(invited) <= 10),
  -- Until when only these see it among all whom it suits, as it fits them best. See
  -- docs/decisions/0092-who-hears-of-a-request.md.
  first_until timestamptz(3),
  first_for uuid[] not null default '{}',
  -- A developer who had grabbed it left: its plan, work and money are looked up for its next one.
  handed_over boolean not null default false,
  -- A version of its code was read: lists say what its project is made of.
  has_project boolean not null default false,
  -- The statuses are in domain/ticket-status.ts; only steps of the lifecycle write one.
  status text not null default 'AWAITING_ASSIGNMENT' check (status ~ '^[A-Z_]+$'),
  status_since timestamptz(3) not null default now(),
  status_before_help text,
  reserved_until timestamptz(3),
  -- Given back while its customer wants held money to stay held.
  keeps_held boolean not null default false,
  -- Why a side brought it to the moderators, while it waits for them. domain/way-out.ts has the shape
  -- of this and of the open proposal to cancel.
  help jsonb check (help is null or status = 'REQUIRES_MOD_ASSISTANCE'),
  cancellation jsonb,
  -- An open question, and when time stood still: see domain/clock.ts. And the position of the message
  -- that asked it first: what its author asked before that is over.
  question jsonb,
  question_from bigint check ((question_from is null) = (question is null)),
  pauses jsonb not null default '[]',
  -- When the person whose turn it is was last reminded.
  reminded_at timestamptz(3),
  -- The open change of the plan (domain/plan-change.ts); plan_changes has all of it.
  change jsonb,
  -- How it ended; and, while it needs help after that, how it had.
  ending text check (ending ~ '^[a-z_]+$'),
  ending_before_help text check (ending_before_help is null or status_before_help is not null),
  -- While what broke of a rejected one is repaired: how it had ended.
  ending_before_repair text,
  -- While it needs help: the step that brought it to the moderators, the moderator of the case, and
  -- when moderators asked both sides a question that neither has answered.
  help_kind text,
  moderator_id uuid references profiles,
  moderator_since timestamptz(3),
  asked_at timestamptz(3),
  -- What its billing records hold, kept by a trigger: the queue of moderators is sorted by it.
  held_cents integer not null default 0 check (held_cents >= 0),
  description text not null check (description ~ '\S'),
  categories text[] not null check (cardinality(categories) > 0),
  ai_tool text not null,
  ai_tool_other text check ((ai_tool_other is not null) = (ai_tool = 'OTHER')),
  stack text not null default '',
  budget text not null check (budget ~ '\S'),
  -- Part of its hashes in the evidence, so that nobody can guess the text from them.
  salt uuid not null default gen_random_uuid(),
  created_at timestamptz(3) not null default now(),

  constraint someone_else_does_the_work check (developer_id <> customer_id),
  constraint a_developer_makes_a_pair check ((pairing_id is null) = (developer_id is null)),
  constraint work_has_a_developer check (developer_id is not null or status in (
    'AWAITING_ASSIGNMENT', 'REQUIRES_MOD_ASSISTANCE', 'CUSTOMER_REJECTED')),
  constraint help_remembers_where_from check ((status_before_help is not null) = (status = 'REQUIRES_MOD_ASSISTANCE')),
  constraint only_open_cases_are_handled check (status = 'REQUIRES_MOD_ASSISTANCE'
    or num_nonnulls(help_kind, moderator_id, asked_at) = 0),
  constraint taken_cases_say_since_when check ((moderator_id is null) = (moderator_since is null)),
  constraint reservations_end check ((reserved_until is not null) =
    (status = 'AWAITING_ASSIGNMENT' and developer_id is not null)),
  constraint some_come_first_for_a_time check ((first_until is null) = (cardinality(first_for) = 0)),
  constraint quotes_are_asked_for check (mode = 'quotes'
    or quotes_until is null and cardinality(quoted_by) = 0)
);

-- One index per list, in the list's own order.
create index tickets_of_customer on tickets (customer_id, created_at desc, id desc);
create index tickets_of_developer on tickets (developer_id, created_at desc, id desc)
  where developer_id is not null;
-- Counted for each list that a developer opens.
create index tickets_reserved on tickets (developer_id)
  where reserved_until is not null or status_before_help = 'AWAITING_ASSIGNMENT';
create index tickets_grabbed on tickets (developer_id) where status in
  ('DEVELOPER_PLANNING', 'CUSTOMER_REVIEWING_PLAN', 'DEVELOPER_WORKING', 'CUSTOMER_REVIEWING_RESULTS');
-- For the figures of what the best fitting saw first.
create index tickets_first on tickets (created_at) where first_until is not null;
-- Available requests of every category, and by category, each in the order of the list: with one index
-- for all alone, a page of a rare category would read all other requests on the way.
create index tickets_available on tickets (created_at desc, id desc)
  where status = 'AWAITING_ASSIGNMENT' and developer_id is null;
create index tickets_available_named on tickets using gin ((quoted_by || invited))
  where status = 'AWAITING_ASSIGNMENT' and developer_id is null;
create index tickets_available_mobile on tickets (created_at desc, id desc)
  where status = 'AWAITING_ASSIGNMENT' and developer_id is null and categories @> '{mobile}';
create index tickets_available_react_native on tickets (created_at desc, id desc)
  where status = 'AWAITING_ASSIGNMENT' and developer_id is null and categories @> '{react-native}';
create index tickets_available_ios on tickets (created_at desc, id desc)
  where status = 'AWAITING_ASSIGNMENT' and developer_id is null and categories @> '{ios}';
create index tickets_available_android on tickets (created_at desc, id desc)
  where status = 'AWAITING_ASSIGNMENT' and developer_id is null and categories @> '{android}';
create index tickets_available_backend on tickets (created_at desc, id desc)
  where status = 'AWAITING_ASSIGNMENT' and developer_id is null and categories @> '{backend}';
create index tickets_available_web on tickets (created_at desc, id desc)
  where status = 'AWAITING_ASSIGNMENT' and developer_id is null and categories @> '{web}';
create index tickets_available_infrastructure on tickets (created_at desc, id desc)
  where status = 'AWAITING_ASSIGNMENT' and developer_id is null and categories @> '{infrastructure}';
create index tickets_available_other on tickets (created_at desc, id desc)
  where status = 'AWAITING_ASSIGNMENT' and developer_id is null and categories @> '{other}';

-- A customer with one developer, from the reservation or grab until the developer loses the request.
-- Their messages and files are private to them: see docs/decisions/0055-pairings.md.
create table pairings (
  id uuid primary key default gen_random_uuid(),
  ticket_id uuid not null references tickets on delete cascade,
  -- Null for messages of moderators to a customer whose request had no developer so far.
  developer_id uuid references profiles,
  began_at timestamptz(3) not null default clock_timestamp(),
  ended_at timestamptz(3),
  -- The action by which it ended.
  ended_by text,
  -- The developer's note for the next one.
  note text check (note ~ '\S'),
  -- The later pairing that the customer shares it with, to read.
  shared_with uuid references pairings,
  shared_at timestamptz(3),
  unique (ticket_id, id),
  check ((ended_at is null) = (ended_by is null)),
  check ((shared_with is null) = (shared_at is null))
);

create unique index one_pairing_at_a_time on pairings (ticket_id) where ended_at is null;
create index pairings_of_developer on pairings (developer_id, ticket_id);
create index pairings_by_time on pairings (began_at);
create index pairings_shared on pairings (shared_with) where shared_with is not null;

create table milestones (
  id uuid primary key default gen_random_uuid(),
  ticket_id uuid not null references tickets on delete cascade,
  position integer not null,
  title text not null check (title ~ '\S'),
  description text not null check (description ~ '\S'),
  estimated_minutes integer not null check (estimated_minutes > 0),
  hourly_rate_cents integer not null check (hourly_rate_cents >= 0),
  cost_cents integer not null check (cost_cents = floor((hourly_rate_cents::bigint * estimated_minutes + 30) / 60)),
  status text not null default 'PLANNED' check (status in (
    'PLANNED', 'IN_PROGRESS', 'IN_REVIEW', 'ACCEPTED', 'REJECTED')),
  started_at timestamptz(3),
  -- A later date than the estimate gives, promised by its developer in the plan.
  named_due_at timestamptz(3),
  -- More time from its customer after a missed deadline, and since when.
  extended_to timestamptz(3),
  extended_at timestamptz(3),
  -- The last reminder of its time, in percent; and when it was missed.
  reminded_percent smallint not null default 0,
  missed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  -- Of a free repair: the milestone that broke. One at a time.
  repairs uuid references milestones on delete cascade,
  -- The message whose words its description begins with; a moderator may hide it there.
  message_id uuid,
  unique (ticket_id, position) deferrable initially deferred,
  check ((extended_to is null) = (extended_at is null)),
  constraint only_repairs_are_free check ((repairs is null) = (hourly_rate_cents > 0))
);

create unique index milestones_in_repair on milestones (repairs)
  where repairs is not null and status <> 'ACCEPTED';
create index milestones_repaired on milestones (repairs) where repairs is not null;

-- Deliveries of a milestone, round by round, with the customer's answers.
create table deliveries (
  id uuid primary key default gen_random_uuid(),
  milestone_id uuid not null references milestones on delete cascade,
  -- Of the developer who delivered it.
  pairing_id uuid not null references pairings on delete cascade,
  round integer not null check (round > 0),
  message text not null,
  submitted_at timestamptz(3) not null default now(),
  -- Its due date at the time, if it had one.
  due_at timestamptz(3),
  -- Withdrawn: its developer left before it was decided.
  decision text check (decision in ('accepted', 'rejected', 'withdrawn')),
  decided_at timestamptz(3),
  -- Where the customer said why; a moderator may hide it there.
  message_id uuid,
  -- Its customer asked for more time to review it.
  more_time_at timestamptz(3),
  -- What stood in the way of its automatic approval ended: an address that did not pass, or a report.
  -- Of a report only the time for which it stood is added.
  cleared_at timestamptz(3),
  unique (milestone_id, round),
  check ((decision is null) = (decided_at is null))
);

create index deliveries_of_pairing on deliveries (pairing_id);
create index deliveries_by_time on deliveries (submitted_at);
create index deliveries_decided on deliveries (decided_at) where decided_at is not null;

-- How the two sides can tell that a milestone is done: one to seven checks.
create table checks (
  id uuid primary key default gen_random_uuid(),
  milestone_id uuid not null references milestones on delete cascade,
  position integer not null check (position between 1 and 7),
  -- Null where nobody wrote any: then its text comes from the title (domain/check.ts).
  text text check (text ~ '\S'),
  -- For a check with an address: what the server fetches, and what it expects.
  url text check (url ~ '^[Hh][Tt][Tt][Pp][Ss]?:'),
  expect_status integer check (expect_status between 100 and 599),
  expect_text text check (expect_text ~ '\S'),
  -- The customer's mark on the last delivery, else the result of the last look at the address.
  state text not null default 'open' check (state in ('open', 'passed', 'failed')),
  -- The result of the last look (domain/check.ts).
  last_probe jsonb,
  unique (milestone_id, position) deferrable initially deferred,
  check ((url is null) = (expect_status is null)),
  check (url is not null or num_nonnulls(expect_text, last_probe) = 0)
);

-- Each check in each round of delivery: evidence, the customer's mark, and the look at its address when
-- it was delivered.
create table check_results (
  delivery_id uuid not null references deliveries on delete cascade,
  check_id uuid not null references checks on delete cascade,
  text text check (text ~ '\S'),
  url text,
  passed boolean,
  note text check (note ~ '\S'),
  probe jsonb,
  -- Of the note.
  salt uuid not null default gen_random_uuid(),
  primary key (delivery_id, check_id),
  check (note is null or passed is not null)
);

create index check_results_of_check on check_results (check_id);

-- Steps that the clock will take on a request or one of its milestones, kept up to date by other steps.
create table deadlines (
  id bigint generated always as identity primary key,
  ticket_id uuid not null references tickets on delete cascade,
  milestone_id uuid references milestones on delete cascade,
  action text not null,
  due_at timestamptz(3) not null,
  done_at timestamptz(3)
);

create unique index deadlines_open on deadlines (ticket_id, milestone_id, action) nulls not distinct
  where done_at is null;
create index deadlines_of_ticket on deadlines (ticket_id);
create index deadlines_due on deadlines (due_at, id) where done_at is null;
create index deadlines_of_milestone on deadlines (milestone_id) where milestone_id is not null;

create table messages (
  id uuid primary key default gen_random_uuid(),
  -- The order of a thread: assigned while the request's row is locked, so it is the same for everybody.
  position bigint generated always as identity,
  ticket_id uuid not null references tickets on delete cascade,
  -- Null for the customer's messages while the request had no developer.
  pairing_id uuid,
  author_id uuid not null references profiles,
  -- The author's text. Null where a step or moderator added none, and once it is hidden or deleted.
  text text check (text ~ '\S'),
  -- For system messages, in place of text (domain/system-message-texts.ts).
  kind text check (kind ~ '^[a-z_]+$'),
  parameters jsonb,
  is_system boolean not null generated always as (kind is not null) stored,
  is_read boolean not null default false,
  is_reported boolean not null default false,
  notification_sent boolean not null default false,
  -- Its author shares keys or passwords in it on purpose.
  has_secrets boolean not null default false,
  -- Its author wants an answer to it.
  needs_answer boolean not null default false,
  -- The lines of the project that it is about (domain/code.ts, CodeLines), gone with its words.
  code jsonb check (jsonb_typeof(code) = 'array'),
  is_edited boolean not null default false,
  -- It keeps its place; its words are in message_versions and its files gone.
  is_deleted boolean not null default false,
  -- By a moderator. It keeps its place; its text moves to hidden_messages, so that no reader of
  -- messages (threads, lists, search, mails) can show it.
  is_hidden boolean not null default false,
  client_id uuid,
  -- The message of the same thread that it answers.
  reply_to uuid references messages on delete set null,
  -- Part of its hashes in the evidence, and deleted with its text.
  salt uuid not null default gen_random_uuid(),
  -- When it is stored, not when its transaction began: in the order of the thread.
  created_at timestamptz(3) not null default clock_timestamp(),
  -- Words as written, in lower case: threads hold code, names and several languages, which stemming
  -- would spoil. ASCII punctuation separates words, so that tsx finds cart.tsx. System messages are
  -- found by the author's text, not by our own words around it.
  search tsvector not null generated always as (to_tsvector('simple',
    regexp_replace(coalesce(text, '') || ' ' || coalesce(parameters ->> 'milestone', ''),
      '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+', ' ', 'g'))) stored,
  unique (author_id, client_id),
  foreign key (ticket_id, pairing_id) references pairings (ticket_id, id) on delete cascade,
  check ((kind is null) = (parameters is null)),
  constraint words_are_there_or_gone check (case when is_hidden or is_deleted
    then text is null else text is not null or kind is not null end)
);

alter table deliveries add constraint deliveries_message_id_fkey
  foreign key (message_id) references messages on delete set null;
alter table milestones add constraint milestones_message_id_fkey
  foreign key (message_id) references messages on delete set null;
create index milestones_of_message on milestones (message_id) where message_id is not null;
create index deliveries_of_message on deliveries (message_id) where message_id is not null;

-- Proposed changes of approved plans, with the answers.
create table plan_changes (
  id uuid primary key default gen_random_uuid(),
  position bigint generated always as identity,
  ticket_id uuid not null references tickets on delete cascade,
  -- The two who proposed and answered it.
  pairing_id uuid not null references pairings on delete cascade,
  asked_by text not null check (asked_by in ('customer', 'developer')),
  asked_at timestamptz(3) not null,
  -- The message that told it: its words are the reason.
  message_id uuid references messages on delete set null,
  -- The changes, line by line (domain/plan-difference.ts).
  differences jsonb not null,
  outcome text check (outcome in ('agreed', 'declined', 'withdrawn', 'lapsed')),
  decided_at timestamptz(3),
  check ((outcome is null) = (decided_at is null))
);

create unique index one_change_at_a_time on plan_changes (ticket_id) where outcome is null;
create index plan_changes_of_ticket on plan_changes (ticket_id, position);
create index plan_changes_of_pairing on plan_changes (pairing_id);
create index plan_changes_of_message on plan_changes (message_id) where message_id is not null;

-- Every submitted plan, with the answer; an accepted change makes one.
create table plan_versions (
  ticket_id uuid not null references tickets on delete cascade,
  number integer not null check (number > 0),
  -- Whose plan it was.
  pairing_id uuid not null references pairings on delete cascade,
  change_id uuid references plan_changes on delete cascade,
  submitted_by text not null check (submitted_by in ('customer', 'developer')),
  submitted_at timestamptz(3) not null default now(),
  -- See domain/plan-difference.ts.
  milestones jsonb not null,
  outcome text check (outcome in ('approved', 'changes_requested', 'withdrawn')),
  decided_at timestamptz(3),
  -- Where the customer said what should be different; a moderator may hide it there.
  message_id uuid references messages on delete set null,
  primary key (ticket_id, number),
  check ((outcome is null) = (decided_at is null))
);

create index plan_versions_of_pairing on plan_versions (pairing_id);
create index plan_versions_of_change on plan_versions (change_id) where change_id is not null;
create index plan_versions_of_message on plan_versions (message_id) where message_id is not null;

-- Earlier texts of edited or deleted messages, for moderators who review a report. Keys in them are
-- masked.
-- Quotes: plans with words, by developers who do not have the request. See domain/quote.ts.
create table quotes (
  id uuid primary key default gen_random_uuid(),
  ticket_id uuid not null references tickets on delete cascade,
  developer_id uuid not null references profiles,
  message text not null check (message ~ '\S'),
  -- See domain/plan-difference.ts.
  milestones jsonb not null,
  -- How often it was written: whoever chooses it has seen the last one.
  version integer not null default 1 check (version > 0),
  created_at timestamptz(3) not null default now(),
  edited_at timestamptz(3) not null default now(),
  outcome text check (outcome in ('chosen', 'declined', 'withdrawn', 'closed')),
  decided_at timestamptz(3),
  -- Its place among its author's running quotes: at most five, also where several are sent at once.
  place smallint check (place between 1 and 5),
  -- By a moderator: its author alone reads its words, as those of a hidden message about it.
  hidden_at timestamptz(3),
  check ((outcome is null) = (decided_at is null)),
  check ((outcome is null) = (place is not null)),
  unique (developer_id, place)
);
create unique index one_running_quote on quotes (ticket_id, developer_id) where outcome is null;
create index quotes_of_ticket on quotes (ticket_id, created_at);
create index quotes_of_developer on quotes (developer_id, created_at desc);

-- What the customer and the author of a quote asked each other before the choice.
create table quote_messages (
  id uuid primary key default gen_random_uuid(),
  position bigint generated always as identity,
  quote_id uuid not null references quotes on delete cascade,
  author_id uuid not null references profiles,
  text text not null check (text ~ '\S'),
  created_at timestamptz(3) not null default clock_timestamp(),
  hidden_at timestamptz(3)
);
create index quote_messages_in_order on quote_messages (quote_id, position);
create index quote_messages_of_author on quote_messages (author_id);

create table message_versions (
  id bigint generated always as identity primary key,
  message_id uuid not null references messages on delete cascade,
  text text not null,
  replaced_at timestamptz(3) not null default now()
);

create index message_versions_of_message on message_versions (message_id, id);

create index messages_of_ticket on messages (ticket_id, position desc);
create index messages_search on messages using gin (search);
create index messages_hidden on messages (ticket_id) where is_hidden;
create index messages_replies on messages (reply_to) where reply_to is not null;
create index messages_unread on messages (ticket_id, pairing_id, author_id) where not is_read;

create table reports (
  id uuid primary key default gen_random_uuid(),
  message_id uuid not null unique references messages on delete cascade,
  ticket_id uuid not null references tickets on delete cascade,
  reporter_id uuid not null references profiles,
  created_at timestamptz(3) not null default now(),
  -- Closed when it is dismissed, the message is hidden, or the request is decided as a whole.
  status text not null default 'open' check (status in ('open', 'dismissed', 'hidden', 'closed')),
  decided_at timestamptz(3),
  decided_by uuid references profiles,
  reason text,
  constraint decided_reports_say_by_whom check
    ((status = 'open') = (decided_at is null) and (status = 'open') = (decided_by is null)
      and (status = 'open') = (reason is null))
);

create index reports_of_ticket on reports (ticket_id);
create index reports_open on reports (created_at, id) where status = 'open';

-- How each side found the other, once the work can be judged. See docs/decisions/0086-reviews.md.
create table user_feedback (
  id uuid not null unique default gen_random_uuid(),
  ticket_id uuid not null references tickets on delete cascade,
  -- A request may have another developer later.
  developer_id uuid not null references profiles,
  feedback_left_by text not null check (feedback_left_by in ('customer', 'developer')),
  rating integer check (rating between 1 and 5),
  feedback text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- Until then its author alone reads it.
  opens_at timestamptz(3) not null,
  -- It was changed after that.
  edited_at timestamptz(3),
  -- By the person it is about, once.
  reply text check (reply ~ '\S'),
  replied_at timestamptz(3),
  reply_hidden_at timestamptz(3),
  hidden_at timestamptz(3),
  hidden_reason text,
  primary key (ticket_id, developer_id, feedback_left_by),
  check (rating is not null or feedback is not null),
  check ((reply is null) = (replied_at is null) and (reply_hidden_at is null or reply is not null)),
  check ((hidden_at is null) = (hidden_reason is null))
);

-- With all that an average is made of: the directory shows twenty people's.
create index user_feedback_of_developer on user_feedback (developer_id, opens_at desc, id)
  include (feedback_left_by, rating, hidden_at);

-- Reports of such reviews, by the person they are about, of the replies to them, by their authors, and of
-- what is said about quotes, by the other side. The request goes on.
create table feedback_reports (
  -- Of a review its own id.
  id uuid primary key default gen_random_uuid(),
  about text not null check (about in ('review', 'reply', 'quote')),
  feedback_id uuid references user_feedback (id) on delete cascade,
  quote_id uuid references quotes on delete cascade,
  -- Null: the words of the quote itself.
  quote_message_id uuid references quote_messages on delete cascade,
  reporter_id uuid not null references profiles,
  text text not null check (text ~ '\S'),
  created_at timestamptz(3) not null default now(),
  -- Appealed: hidden, and its author does not agree, once; upheld it is hidden again, and for good.
  status text not null default 'open'
    check (status in ('open', 'appealed', 'dismissed', 'hidden', 'overturned')),
  decided_at timestamptz(3),
  decided_by uuid references profiles,
  reason text,
  appeal text check (appeal ~ '\S'),
  appealed_at timestamptz(3),
  appeal_answer text,
  check ((status = 'open') = (decided_at is null) and (status = 'open') = (decided_by is null)
    and (status = 'open') = (reason is null)),
  check ((appeal is null) = (appealed_at is null) and (appeal is not null or appeal_answer is null)
    and (status not in ('appealed', 'overturned') or appeal is not null)),
  check ((about = 'quote') = (feedback_id is null) and (about = 'quote') = (quote_id is not null)
    and (about <> 'review' or feedback_id = id) and (quote_message_id is null or about = 'quote')),
  unique (feedback_id, about)
);

create index feedback_reports_open on feedback_reports (created_at, id)
  where status in ('open', 'appealed');
create unique index words_of_quotes_reported_once on feedback_reports (quote_id, quote_message_id)
  nulls not distinct where quote_id is not null;
create index feedback_reports_of_quote_message on feedback_reports (quote_message_id)
  where quote_message_id is not null;

-- Every step: who, when, from which status to which. Written in the transaction of the step.
create table ticket_history (
  id bigint generated always as identity primary key,
  ticket_id uuid not null references tickets on delete cascade,
  milestone_id uuid,
  action text not null,
  event text not null,
  actor_id uuid references profiles,
  actor text not null check (actor in ('customer', 'developer', 'moderator', 'clock', 'provider')),
  from_status text,
  to_status text not null,
  milestone_from text,
  milestone_to text,
  developer_id uuid,
  -- The conversation, including its last step; null before the first.
  pairing_id uuid,
  -- For an answer to a delivery: the texts of the failed checks.
  failed_checks text[],
  -- The money that it moved, from the ledger (domain/record-money.ts); null for none.
  money jsonb,
  created_at timestamptz(3) not null default now(),
  -- By both, as messages: with a request its history is found by the index below.
  foreign key (ticket_id, pairing_id) references pairings (ticket_id, id) on delete cascade
);

create index ticket_history_of_ticket on ticket_history (ticket_id, id);
-- Counts reservations and drops.
create index ticket_history_reservations on ticket_history (actor_id, created_at)
  where action = 'reserve';

-- How fast requests are taken.
create index ticket_history_grabs on ticket_history (created_at desc) where action = 'grab';

-- For the track record.
create index ticket_history_plans_of on ticket_history (actor_id, created_at)
  where action = 'submit-plan';
create index ticket_history_repairs on ticket_history (created_at, developer_id)
  where action = 'broke-again';

create index tickets_by_status on tickets (status, status_since, id);
-- The moderators' queue in its three orders; the index above has the one by age.
create index tickets_help_by_held on tickets ((-held_cents), status_since, id)
  where status = 'REQUIRES_MOD_ASSISTANCE';
create index tickets_help_by_turn on tickets (((asked_at is not null)::int), status_since, id)
  where status = 'REQUIRES_MOD_ASSISTANCE';
create index tickets_of_moderator on tickets (moderator_id) where moderator_id is not null;
create index tickets_by_change on tickets (status_since, id);
create index tickets_by_short_id on tickets (right(id::text, 6));

-- Files -------------------------------------------------------------------------------------------

-- Requests that were written with a sign-up, until its address is confirmed. Nobody can read them, and
-- their id, which is told once, is a secret. See docs/decisions/0077-problem-first.md.
create table held_requests (
  id uuid primary key default gen_random_uuid(),
  -- The account that waits for its confirmation; null where the sign-up made none, as its address was
  -- known already. That one is never posted, and answers like any other.
  user_id uuid references users on delete cascade,
  -- As the form sends it; null once it is posted.
  request jsonb,
  -- Its author was told of the keys in its words, and shares them.
  keys_shared boolean not null default false,
  ticket_id uuid references tickets on delete cascade,
  created_at timestamptz(3) not null default now(),
  check ((request is null) = (ticket_id is not null))
);

create unique index held_requests_of_user on held_requests (user_id) where ticket_id is null;
create index held_requests_user on held_requests (user_id) where user_id is not null;
create index held_requests_of_ticket on held_requests (ticket_id) where ticket_id is not null;
create index held_requests_by_age on held_requests (created_at);

-- The confirmation posts what its sign-up holds, however the address was confirmed: a job does it. Not
-- where another person may have signed the address up: then the password is gone, and so is this.
create function confirmed_address_posts() returns trigger language plpgsql as $$
begin
  if new.owes_password or new.password_hash is null then
    delete from held_requests where user_id = new.id and ticket_id is null;
  elsif exists (select from held_requests where user_id = new.id and ticket_id is null) then
    perform graphile_worker.add_job('post-held', json_build_object('user_id', new.id));
  end if;
  return null;
end $$;

create trigger confirmed_addresses_post after update of email_confirmed_at on users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
  execute function confirmed_address_posts();

-- Uploaded files and what they are attached to. Their bytes are on disk or in S3, under their keys.

create table files (
  -- Generated: nobody can guess one, and no user's file name becomes a path.
  key text primary key check (key ~ '^[A-Za-z0-9_-]{32}$'),
  -- Null when an operator's program uploaded it, or its owner deleted their account.
  owner_id uuid references profiles on delete set null,
  -- Waits with a request for a confirmed address: nobody owns or opens it before.
  held_id uuid references held_requests on delete set null,
  -- These four are known once it has arrived completely.
  name text not null default 'file' check (length(name) between 1 and 200),
  size integer check (size >= 0),
  type text,
  sha256 bytea,
  -- Part of the evidence's hashes with its name and content, and deleted with them.
  salt uuid not null default gen_random_uuid(),
  -- uploading: cannot be opened; stored: waits to be attached, once, by its owner; taken: a version of
  -- a project is read from it; removed: nobody can open it, and a job deletes its bytes and then this row.
  status text not null default 'uploading'
    check (status in ('uploading', 'stored', 'attached', 'taken', 'removed')),
  thumbnail text not null default 'none' check (thumbnail in ('none', 'waiting', 'made', 'failed')),
  -- Whether it was scanned for keys and passwords; until it is ready, only its owner and moderators can
  -- open it. blocked: it contains some, and its owner has not chosen what to do.
  state text not null default 'checking' check (state in ('checking', 'ready', 'blocked')),
  -- The owner's choice.
  choice text check (choice in ('mask', 'share')),
  -- What the scan found, and what it could not read: null before it.
  secrets jsonb,
  unread jsonb,
  -- For a masked copy: the keys that its owner should replace, the dummies for the recipient, and what
  -- was left out.
  rotate jsonb,
  dummy_env text,
  left_out jsonb,
  created_at timestamptz(3) not null default now(),
  -- When its bytes were last compared with the hash above, and what was wrong: they are gone, or others.
  checked_at timestamptz(3),
  damage text check (damage in ('missing', 'changed')),
  check (state = 'checking' or secrets is not null),
  check (size is not null and type is not null or status in ('uploading', 'removed'))
);

create index files_of_owner on files (owner_id) where status <> 'removed';
create index files_unattached on files (created_at) where status in ('uploading', 'stored');
create index files_removed on files (key) where status = 'removed';
create index files_held on files (held_id) where held_id is not null;
create index files_to_check on files (checked_at nulls first)
  where status in ('attached', 'taken') and sha256 is not null;
create index files_damaged on files (checked_at) where damage is not null;

create function held_request_is_gone() returns trigger language plpgsql as $$
begin
  update files set status = 'removed' where held_id = old.id;
  return old;
end $$;

create trigger held_requests_take_files_along before delete on held_requests
  for each row execute function held_request_is_gone();

-- Requests that a program has prepared. Their owner opens them in the form, and posts them or does not.
create table request_drafts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  -- As the form has it.
  request jsonb not null,
  -- Uploads of its owner, which live as long as it does.
  file_keys text[] not null default '{}',
  -- The same: the project as an archive, and sessions with the AI tool.
  project_key text,
  attempt_keys text[] not null default '{}',
  created_at timestamptz(3) not null default now()
);

create index request_drafts_of_user on request_drafts (user_id, created_at desc);
create index request_drafts_by_age on request_drafts (created_at);

-- What a file is attached to: to one request (itself, or one of its messages, milestones or
-- deliveries), or to a profile.
create table attachments (
  file_key text primary key references files,
  -- The order in which they were attached.
  position bigint generated always as identity,
  ticket_id uuid references tickets on delete cascade,
  message_id uuid references messages on delete cascade,
  milestone_id uuid references milestones on delete cascade,
  delivery_id uuid references deliveries on delete cascade,
  -- For files of a delivery: the check that they are evidence for.
  check_id uuid references checks on delete set null,
  profile_id uuid references profiles on delete cascade,
  check (num_nonnulls(ticket_id, profile_id) = 1),
  check (num_nonnulls(message_id, milestone_id, delivery_id, profile_id) <= 1),
  check (check_id is null or delivery_id is not null)
);

create index attachments_of_ticket on attachments (ticket_id, position) where ticket_id is not null;
create index attachments_of_message on attachments (message_id) where message_id is not null;
create index attachments_of_milestone on attachments (milestone_id) where milestone_id is not null;
create index attachments_of_delivery on attachments (delivery_id) where delivery_id is not null;
create index attachments_of_check on attachments (check_id) where check_id is not null;
create unique index attachments_of_profile on attachments (profile_id) where profile_id is not null;

-- However something is deleted, its files are marked in the same transaction.
create function attachment_is_gone() returns trigger language plpgsql as $$
begin
  update files set status = 'removed' where key = old.file_key;
  return null;
end $$;

create trigger attachments_take_files_along after delete on attachments
  for each row execute function attachment_is_gone();

-- Code --------------------------------------------------------------------------------------------

-- Versions of a request's project, kept by content as Git does it, within one request: removing that
-- removes all of it. See docs/decisions/0069-the-code-room.md.

create table snapshots (
  id uuid primary key default gen_random_uuid(),
  ticket_id uuid not null references tickets on delete cascade,
  number integer not null check (number > 0),
  kind text not null check (kind in ('project', 'delivery')),
  -- Of a delivery: what it is for, between whom, and the round that it was submitted with.
  milestone_id uuid references milestones on delete cascade,
  pairing_id uuid references pairings on delete cascade,
  delivery_id uuid unique references deliveries on delete cascade,
  -- The version that it changes.
  parent_id uuid references snapshots on delete set null,
  author_id uuid references profiles on delete set null,
  source text not null check (source in ('archive', 'changes', 'patch', 'git')),
  name text not null,
  ref text,
  -- What its author said of an archive, and of the keys in it.
  holds text check (holds in ('project', 'changes')),
  choice text check (choice in ('mask', 'share')),
  state text not null default 'reading' check (state in ('reading', 'blocked', 'ready', 'failed')),
  trouble text,
  -- What it is read from; gone once it is ready or has failed.
  file_key text unique references files,
  -- Hash of its top folder.
  root bytea,
  files integer not null default 0,
  bytes integer not null default 0,
  left_out jsonb not null default '[]',
  -- Keys found, and those to replace where placeholders stand for them.
  secrets jsonb not null default '[]',
  rotate jsonb not null default '[]',
  is_masked boolean not null default false,
  dummy_env text,
  -- What the placeholders stand for, of this version and those read before it by the same author (config/sealed.ts).
  sealed bytea,
  packet jsonb,
  report jsonb,
  must_keep text check (must_keep ~ '\S'),
  -- Since when a job may read it: its author may have said late what becomes of the keys in it.
  reading_since timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now(),
  unique (ticket_id, number),
  check ((kind = 'delivery') = (milestone_id is not null)),
  check ((kind = 'delivery') = (pairing_id is not null)),
  check (delivery_id is null or state = 'ready'),
  check ((state = 'ready') = (root is not null)),
  check ((state = 'failed') = (trouble is not null)),
  check (state not in ('ready', 'failed') or file_key is null)
);

create index snapshots_of_milestone on snapshots (milestone_id) where milestone_id is not null;
create index snapshots_of_pairing on snapshots (pairing_id) where pairing_id is not null;
create index snapshots_of_parent on snapshots (parent_id) where parent_id is not null;
create index snapshots_of_author on snapshots (author_id);

-- What a version was read from goes as soon as the version does not need it any more.
create function snapshot_lets_go() returns trigger language plpgsql as $$
begin
  update files set status = 'removed' where key = old.file_key;
  return null;
end $$;

create trigger snapshots_let_go after delete on snapshots
  for each row when (old.file_key is not null) execute function snapshot_lets_go();
create trigger read_snapshots_let_go after update of file_key on snapshots
  for each row when (old.file_key is not null and new.file_key is distinct from old.file_key)
  execute function snapshot_lets_go();

-- One object `packs/KEY` in the store for each intake: its new files in frames, each packed by itself, of
-- many small texts or one other file. Without a request, or never finished, a job removes the object
-- and then this row.
create table code_packs (
  key text primary key check (key ~ '^[A-Za-z0-9_-]{32}$'),
  ticket_id uuid references tickets on delete set null,
  -- In whose storage it counts.
  owner_id uuid references profiles on delete set null,
  -- Bytes; null until it is whole.
  size integer,
  created_at timestamptz(3) not null default now()
);

create index code_packs_of_ticket on code_packs (ticket_id);
create index code_packs_of_owner on code_packs (owner_id);
create index code_packs_left on code_packs (created_at) where ticket_id is null or size is null;

-- Where the bytes of a file lie, by their SHA-256: a frame of a pack, and how much of it comes before.
create table code_blobs (
  ticket_id uuid not null references tickets on delete cascade,
  hash bytea not null,
  pack_key text not null references code_packs,
  start integer not null,
  length integer not null,
  skip integer not null,
  size integer not null,
  kind text not null check (kind in ('text', 'image', 'binary', 'large')),
  lines integer,
  primary key (ticket_id, hash)
);

create index code_blobs_of_pack on code_blobs (pack_key);

-- Folders, by the SHA-256 of what is in them: [{name, type, hash, size, files, kind, executable}].
create table code_trees (
  ticket_id uuid not null references tickets on delete cascade,
  hash bytea not null,
  entries jsonb not null,
  primary key (ticket_id, hash)
);

-- What each person has marked as viewed among the changed files of a version.
create table viewed_code (
  person_id uuid not null references profiles on delete cascade,
  snapshot_id uuid not null references snapshots on delete cascade,
  path text not null,
  primary key (person_id, snapshot_id, path)
);

create index viewed_code_of_snapshot on viewed_code (snapshot_id);

-- What the AI tool of a customer already tried, as it was read from a session or chat. The file itself
-- is not kept.
create table attempts (
  id uuid primary key default gen_random_uuid(),
  ticket_id uuid not null references tickets on delete cascade,
  kind text not null check (kind in ('claude_code', 'chat', 'git', 'text')),
  name text not null,
  content jsonb not null,
  created_at timestamptz(3) not null default now()
);

create index attempts_of_ticket on attempts (ticket_id, created_at, id);

-- Webhooks ----------------------------------------------------------------------------------------

-- Addresses that are told what happens to their owner's requests, see docs/decisions/0080-webhooks.md.

create table webhooks (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  url text not null check (length(url) <= 2000),
  -- What it hears: events of the history, and message_sent (domain/webhook-type.ts).
  events text[] not null check (cardinality(events) > 0),
  -- AES-256-GCM with a key derived from JWT_KEY. The replaced one signs as well until its time is over.
  sealed_secret bytea not null,
  old_sealed_secret bytea,
  old_secret_until timestamptz(3),
  -- Nothing was taken since; null while it works.
  failing_since timestamptz(3),
  off_since timestamptz(3),
  off_by text check (off_by in ('owner', 'failures', 'gone')),
  -- One process at a time sends to it; one that has crashed is not waited for.
  busy_until timestamptz(3),
  created_at timestamptz(3) not null default now(),
  check ((off_since is null) = (off_by is null)),
  check ((old_sealed_secret is null) = (old_secret_until is null))
);

create index webhooks_of_user on webhooks (user_id);

-- What each was told, or is to be told. The body is made when it is sent.
create table webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  -- The order in which it happened.
  position bigint generated always as identity,
  webhook_id uuid not null references webhooks on delete cascade,
  event text not null,
  ticket_id uuid references tickets on delete cascade,
  milestone_id uuid,
  message_id uuid,
  actor text,
  happened_at timestamptz(3) not null default now(),
  state text not null default 'waiting' check (state in ('waiting', 'taken', 'failed')),
  -- The next try.
  due_at timestamptz(3) default now(),
  -- Failed ones in this row of tries; somebody may ask for another row.
  failures integer not null default 0,
  -- The last ones, with the answers (domain/webhook.ts).
  tries jsonb not null default '[]',
  check ((due_at is not null) = (state = 'waiting'))
);

create index webhook_deliveries_of_webhook on webhook_deliveries (webhook_id, happened_at desc, id desc);
create index webhook_deliveries_waiting on webhook_deliveries (webhook_id, position)
  where state = 'waiting';
create index webhook_deliveries_due on webhook_deliveries (due_at) where state = 'waiting';
create index webhook_deliveries_of_ticket on webhook_deliveries (ticket_id) where ticket_id is not null;
create index webhook_deliveries_by_age on webhook_deliveries (happened_at);

-- All that is told to webhooks starts here, in the transaction of what happened: with a line of the
-- history, or a message.
create function tell_webhooks(of_ticket uuid, what text, milestone uuid, message uuid, who text, at timestamptz)
returns void language plpgsql as $$
declare
  hearer uuid;
begin
  for hearer in
    insert into webhook_deliveries
      (webhook_id, event, ticket_id, milestone_id, message_id, actor, happened_at)
    -- In one order, so that no two changes wait for each other.
    select w.id, what, of_ticket, milestone, message, who, at
    from tickets t join webhooks w on w.user_id in (t.customer_id, t.developer_id)
    where t.id = of_ticket and w.off_since is null and what = any (w.events)
    order by w.id
    returning webhook_id
  loop
    -- A job that waits will see this, and is not touched: several changes may rely on the same one.
    perform graphile_worker.add_job('send-webhooks', json_build_object('webhook_id', hearer),
      job_key => 'send-webhooks:' || hearer, job_key_mode => 'preserve_run_at')
    where not exists (select from graphile_worker._private_jobs j
      where j.key = 'send-webhooks:' || hearer and j.is_available for share);
  end loop;
end $$;

create function is_heard(of_ticket uuid) returns boolean language sql stable as $$
  select exists (select from tickets t join webhooks w on w.user_id in (t.customer_id, t.developer_id)
    where t.id = of_ticket)
$$;

create function webhooks_hear_step() returns trigger language plpgsql as $$
begin
  -- Most requests are heard by nobody, and should not pay for it.
  if is_heard(new.ticket_id) then
    perform tell_webhooks(new.ticket_id, new.event, new.milestone_id, null, new.actor, new.created_at);
  end if;
  return null;
end $$;

create trigger steps_are_told after insert on ticket_history
  for each row execute function webhooks_hear_step();

-- Steps write messages of their own, which the step itself tells.
create function webhooks_hear_messages() returns trigger language plpgsql as $$
begin
  perform tell_webhooks(m.ticket_id, 'message_sent', null, m.id, case m.author_id
      when t.customer_id then 'customer' when t.developer_id then 'developer' else 'moderator' end,
    m.created_at)
  from added m join tickets t on t.id = m.ticket_id
  where m.kind is null and exists (select from webhooks w where w.user_id in (t.customer_id, t.developer_id))
  order by m.position;
  return null;
end $$;

-- Once for all that are posted at the same moment.
create trigger messages_are_told after insert on messages referencing new table as added
  for each statement execute function webhooks_hear_messages();

-- Money -------------------------------------------------------------------------------------------

-- Billing records, payments, calls to the provider, and the double-entry ledger. All amounts are US
-- cents. The ledger and what it refers to outlive requests and people.

-- A price that is paid once: of a milestone, or of another program of the operator.
create table billing_records (
  id uuid primary key default gen_random_uuid(),
  kind text not null default 'milestone' check (kind in ('milestone', 'service')),
  -- Null once the milestone or request is deleted.
  milestone_id uuid unique references milestones on delete set null,
  ticket_id uuid references tickets on delete set null,
  -- The owner of the held account: the milestone, or this record itself.
  held_for uuid not null unique,
  status text not null default 'unpaid' check (status in ('unpaid', 'held', 'released', 'refunded', 'void')),
  price_cents integer not null check (price_cents > 0),
  -- What the platform bears of the price: the first hour of a new customer. Known once paid.
  discount_cents integer not null default 0 check (discount_cents >= 0 and discount_cents < price_cents),
  -- The platform's part of the price, fixed when it is held.
  fee_cents integer check (fee_cents between 0 and price_cents),
  -- What was paid for, as its milestone said when the money was held: papers show this, whoever plans the
  -- milestone later. Goes with the request.
  milestone_title text,
  estimated_minutes integer,
  hourly_rate_cents integer,
  -- Why moderators review it before anything is released; null when they need not. And when one of them
  -- cleared it.
  review_reasons text[] check (cardinality(review_reasons) > 0),
  reviewed_at timestamptz(3),
  -- The approved part of the price, and whose it is: released after the review.
  awarded_cents integer check (awarded_cents between 1 and price_cents),
  awarded_to uuid references profiles,
  -- How the price was split when the hold ended.
  released_cents integer not null default 0 check (released_cents >= 0),
  refunded_cents integer not null default 0 check (refunded_cents >= 0),
  -- Refunded after the release: a moderator's case.
  case_refunded_cents integer not null default 0
    check (case_refunded_cents between 0 and released_cents),
  -- From when the released money can be paid out, where that is later than its release.
  payable_at timestamptz(3),
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
  check (kind = 'milestone' or (milestone_id is null and ticket_id is null and held_for = id)),
  check (num_nulls(milestone_title, estimated_minutes, hourly_rate_cents) in (0, 3)),
  check (milestone_title is null or (paid_at is not null and ticket_id is not null))
);

create index billing_records_of_ticket on billing_records (ticket_id);

create function request_takes_its_words() returns trigger language plpgsql as $$
begin
  new.milestone_title := null;
  new.estimated_minutes := null;
  new.hourly_rate_cents := null;
  return new;
end $$;

create trigger billing_records_let_words_go before update of ticket_id on billing_records
  for each row when (new.ticket_id is null) execute function request_takes_its_words();

create function request_knows_what_is_held() returns trigger language plpgsql as $$
begin
  update tickets set held_cents = held.cents
  from (select coalesce(sum(price_cents), 0) as cents from billing_records
    where ticket_id = new.ticket_id and status = 'held') held
  where id = new.ticket_id and held_cents <> held.cents;
  return null;
end $$;

create trigger billing_records_tell_what_is_held after insert or update of status, price_cents
  on billing_records for each row when (new.ticket_id is not null)
  execute function request_knows_what_is_held();

create index billing_records_in_review on billing_records (paid_at, id)
  where status = 'held' and review_reasons is not null and reviewed_at is null;
create index billing_records_awarded on billing_records (awarded_to) where awarded_to is not null;

-- A record of another program of the operator. Source: specification 7.4.
create table service_tickets (
  billing_record_id uuid primary key references billing_records,
  customer_name text not null,
  customer_email text not null,
  service_provider_name text not null,
  service_provider_email text not null,
  description text not null,
  created_at timestamptz(3) not null default now()
);

-- An attempt to pay a billing record at a provider.
create table checkouts (
  id uuid primary key default gen_random_uuid(),
  billing_record_id uuid not null references billing_records,
  -- Null for a service record, and once the account is deleted.
  customer_id uuid references profiles on delete set null,
  provider text not null,
  -- The page at the provider, and the payment that was made on it.
  provider_reference text,
  payment_reference text,
  charge_cents integer not null check (charge_cents > 0),
  discount_cents integer not null check (discount_cents >= 0),
  status text not null default 'open' check (status in ('open', 'paid', 'returned', 'refunded', 'expired')),
  -- Keyed hashes, so that the first-hour price is granted once: of the customer's email address, which
  -- outlives the account, of the card, and of the network, which is deleted soon.
  address_hash bytea,
  card_hash bytea,
  network_hash bytea,
  -- Why a payment at the first-hour price was refunded.
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

-- Numbers on receipts: one for each payment held and each refund.
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

-- A developer's account at the provider.
create table payout_accounts (
  developer_id uuid not null references profiles on delete cascade,
  provider text not null,
  reference text not null unique,
  ready boolean not null default false,
  -- When the provider was asked for `ready`, to the microsecond: two answers may be a millisecond apart.
  asked_at timestamptz not null default now(),
  created_at timestamptz(3) not null default now(),
  primary key (developer_id, provider)
);

create table payouts (
  id uuid primary key default gen_random_uuid(),
  -- Like the ledger, without a foreign key, so that it outlives people.
  developer_id uuid not null,
  amount_cents integer not null check (amount_cents > 0),
  status text not null default 'pending' check (status in ('pending', 'paid', 'failed')),
  -- A dispute keeps it from being asked of the provider, as of the last time it was looked at.
  kept boolean not null default false,
  created_at timestamptz(3) not null default now(),
  settled_at timestamptz(3),
  check ((settled_at is null) = (status = 'pending'))
);

create index payouts_of_developer on payouts (developer_id, created_at desc);

-- Calls to a provider, stored before they are made. The key is the provider's idempotency key, so that
-- a repeated call after a crash has no second effect.
create table provider_calls (
  key text primary key check (length(key) <= 200),
  -- Raised once the outcome of the previous key is known, or that key is long forgotten.
  generation integer not null default 0,
  -- When this generation's key was first used.
  keyed_at timestamptz(3),
  provider text not null,
  kind text not null check (kind in ('checkout', 'expire', 'refund', 'transfer', 'reversal', 'payout', 'account')),
  checkout_id uuid references checkouts,
  billing_record_id uuid references billing_records,
  developer_id uuid,
  payout_id uuid references payouts,
  amount_cents integer check (amount_cents > 0),
  request jsonb not null,
  -- Covered: the debt was settled without the provider, by the customer's own bank or by us.
  state text not null default 'pending' check (state in ('pending', 'done', 'failed', 'covered')),
  -- The provider's reference, and for a checkout the page to pay on.
  reference text,
  url text,
  -- Whether the last try may have had an effect that we do not know.
  unclear boolean not null default false,
  tries integer not null default 0,
  last_error text,
  created_at timestamptz(3) not null default now(),
  -- One server at a time makes the call; the lease of a killed one expires.
  leased_until timestamptz(3),
  settled_at timestamptz(3),
  -- A call that failed after it was done keeps its reference.
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
create index provider_calls_of_checkout on provider_calls (checkout_id) where checkout_id is not null;
create index provider_calls_of_payout on provider_calls (payout_id) where payout_id is not null;
create index provider_calls_of_developer on provider_calls (developer_id, kind);

-- Events from providers, each taken once: its row is written together with its effects.
create table provider_events (
  provider text not null,
  event_id text not null,
  kind text not null,
  received_at timestamptz(3) not null default now(),
  primary key (provider, event_id)
);

-- A customer's bank wants a payment back. None of it leaves until that is decided.
create table disputes (
  -- The id for moderators; the provider's reference is not used in addresses.
  id uuid not null unique default gen_random_uuid(),
  provider text not null,
  reference text not null,
  billing_record_id uuid not null references billing_records,
  checkout_id uuid not null references checkouts,
  amount_cents integer not null check (amount_cents > 0),
  state text not null default 'open' check (state in ('open', 'won', 'lost')),
  -- Who bears a lost dispute over released money: a moderator's decision.
  borne_by text check (borne_by in ('developer', 'platform')),
  created_at timestamptz(3) not null default now(),
  closed_at timestamptz(3),
  primary key (provider, reference),
  check ((closed_at is null) = (state = 'open')),
  check (borne_by is null or state = 'lost')
);

create index disputes_of_record on disputes (billing_record_id);
create index disputes_of_checkout on disputes (checkout_id);

-- Discrepancies that the reconciliation could not repair. Resolved when they are no longer found.
create table money_findings (
  id uuid not null unique default gen_random_uuid(),
  kind text not null,
  about text not null,
  detail text not null,
  found_at timestamptz(3) not null default now(),
  seen_at timestamptz(3) not null default now(),
  resolved_at timestamptz(3),
  primary key (kind, about)
);

-- Runs of the ledger check; an empty list is good.
create table ledger_checks (
  id bigint generated always as identity primary key,
  broken text[] not null,
  took_ms integer not null,
  created_at timestamptz(3) not null default now()
);

-- The sandbox provider's own books, which a real provider would keep.
create table sandbox_payments (
  reference text primary key,
  checkout_id uuid not null,
  description text not null,
  amount_cents integer not null check (amount_cents > 0),
  refunded_cents integer not null default 0 check (refunded_cents between 0 and amount_cents),
  status text not null default 'open'
    check (status in ('open', 'processing', 'succeeded', 'declined', 'expired')),
  -- The same for the same card; null where no number was typed.
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
  -- The payment, transfer or account of the event.
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
  -- Unique, so that nothing is booked twice. Every end of a hold has the key 'settle:<record id>', so
  -- that a hold ends at most once.
  key text not null unique,
  kind text not null check (kind in ('hold', 'release', 'refund', 'split', 'return', 'paid_back',
    'refund_failed', 'paid_elsewhere', 'transfer', 'reversal', 'payout', 'paid_out', 'payout_failed', 'case_refund',
    'dispute', 'dispute_won', 'dispute_lost', 'case_dispute')),
  billing_record_id uuid,
  payout_id uuid,
  created_at timestamptz(3) not null default now(),
  -- A reversal belongs to the developer, not to one record.
  -- Paid elsewhere is a refund, or the payout of somebody who has left.
  check (kind = 'paid_elsewhere'
    or (payout_id is not null) = (kind in ('payout', 'paid_out', 'payout_failed'))),
  check ((billing_record_id is null) = (payout_id is not null))
);

create index ledger_entries_of_billing_record on ledger_entries (billing_record_id);
create index ledger_entries_of_payout on ledger_entries (payout_id) where payout_id is not null;

-- Positive: the account holds more; the lines of an entry sum to zero.
create table ledger_lines (
  entry_id bigint not null references ledger_entries,
  account text not null check (account in ('clearing', 'connected', 'held', 'developer', 'payouts',
    'fees', 'promotions', 'refunds', 'disputes', 'losses', 'outside')),
  -- What a held account is held for; the person of a developer or connected account.
  owner_id uuid,
  amount_cents bigint not null check (amount_cents <> 0),
  check ((owner_id is not null) = (account in ('held', 'developer', 'connected')))
);

create index ledger_lines_of_entry on ledger_lines (entry_id);
-- With the amounts, so that balances are summed up from it alone.
create index ledger_lines_of_account on ledger_lines (account, owner_id) include (amount_cents);

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

-- Invoices: an unblocker's to a customer for released money, and the platform's to the unblocker for its
-- fee. A refund that the unblocker bears is a credit note. See docs/decisions/0095-statements-and-invoices.md.

-- Whose numbers they are, and the last one given out. Whoever takes the next one locks the row until the
-- end of the change, so that none is skipped: a sequence would keep what a failed change took.
create table invoice_series (
  id integer generated always as identity (start with 1001) primary key,
  -- Null: the platform's.
  developer_id uuid unique nulls not distinct references profiles,
  last integer not null default 0 check (last >= 0)
);

create table invoices (
  id uuid primary key default gen_random_uuid(),
  series_id integer not null references invoice_series,
  number integer not null check (number > 0),
  -- Dated by its entry.
  entry_id bigint not null references ledger_entries,
  billing_record_id uuid not null references billing_records,
  -- Who did the work: like the ledger, without a foreign key, so that it outlives people.
  developer_id uuid not null,
  amount_cents integer not null check (amount_cents > 0),
  -- What the platform bears of it: the first hour of a new customer.
  promotion_cents integer not null default 0 check (promotion_cents between 0 and amount_cents),
  -- The short id of the request, which is removed after twelve months.
  request text,
  -- The invoice that a credit note is about.
  credits uuid references invoices,
  unique (series_id, number),
  unique (entry_id, series_id)
);

create index invoices_of_billing_record on invoices (billing_record_id);
create index invoices_of_developer on invoices (developer_id, entry_id);
create index invoices_credited on invoices (credits) where credits is not null;

create trigger invoices_stay before update or delete on invoices
  for each row execute function money_is_append_only();
create trigger invoices_all_stay before truncate on invoices
  for each statement execute function money_is_append_only();

create function next_invoice(of_developer uuid) returns invoice_series language plpgsql as $$
declare
  series invoice_series;
begin
  update invoice_series set last = last + 1
  where developer_id = of_developer or (of_developer is null and developer_id is null)
  returning * into series;
  if found then return series; end if;
  insert into invoice_series as s (developer_id, last) values (of_developer, 1)
  on conflict (developer_id) do update set last = s.last + 1
  returning * into series;
  return series;
end $$;

-- An entry by which an unblocker earns, or gives back what they earned. A refund that the platform bears
-- leaves their earnings as they are, and so their invoices.
create function earning_is_invoiced() returns trigger language plpgsql as $$
declare
  about record;
  part record;
  series invoice_series;
begin
  select d.owner_id as developer_id, d.amount_cents + coalesce(f.amount_cents, 0) as gross_cents,
    coalesce(f.amount_cents, 0) as fee_cents, new.kind not in ('release', 'split') as is_credit,
    case when new.kind in ('release', 'split')
      then b.discount_cents - coalesce(p.amount_cents, 0) else 0 end as promotion_cents,
    upper(right(b.ticket_id::text, 6)) as request
  into about
  from ledger_lines d join billing_records b on b.id = new.billing_record_id
  left join ledger_lines f on f.entry_id = d.entry_id and f.account = 'fees'
  left join ledger_lines p on p.entry_id = d.entry_id and p.account = 'promotions'
  where d.entry_id = new.id and d.account = 'developer';
  if not found then return null; end if;
  -- In one order with the trigger that sums the outcomes of this unblocker.
  perform from unblockers where developer_id = about.developer_id for update;
  for part in select * from (values (about.developer_id, about.gross_cents, about.promotion_cents),
      (null, about.fee_cents, 0)) as v (developer_id, cents, promotion_cents) where cents <> 0 loop
    series := next_invoice(part.developer_id);
    insert into invoices (series_id, number, entry_id, billing_record_id, developer_id, amount_cents,
      promotion_cents, request, credits)
    values (series.id, series.last, new.id, new.billing_record_id, about.developer_id, abs(part.cents),
      part.promotion_cents, about.request, case when about.is_credit then (select i.id from invoices i
        where i.billing_record_id = new.billing_record_id and i.series_id = series.id
          and i.credits is null) end);
  end loop;
  return null;
end $$;

-- At the end of a change, so that changes wait for the platform's one series as shortly as can be.
create constraint trigger earnings_are_invoiced after insert on ledger_entries
  deferrable initially deferred for each row
  when (new.kind in ('release', 'split', 'case_refund', 'case_dispute'))
  execute function earning_is_invoiced();

-- Mail --------------------------------------------------------------------------------------------

-- Mails to send: written within the transaction of their change, sent by a job.

create table mails (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  recipient text not null,
  subject text not null,
  -- AES-256-GCM with a key derived from JWT_KEY: a dump of the database alone shows no link or code.
  -- Null once it is sent, or not to be sent any more.
  words bytea,
  -- Whose link or code it carries, such as 'recovery:{user}': a newer one ends this mail.
  secret_of text,
  -- When that expires: it is not sent later.
  secret_until timestamptz(3),
  created_at timestamptz(3) not null default now(),
  sent_at timestamptz(3),
  last_error text,
  tries integer not null default 0,
  -- The last mail to a deleted account: nothing of it is kept.
  forget_once_sent boolean not null default false,
  check (sent_at is null or words is null)
);

create index mails_unsent on mails (created_at) where words is not null;
create index mails_failed on mails (created_at desc, id desc)
  where words is not null and last_error is not null;
create index mails_of_secret on mails (secret_of) where words is not null;
create index mails_of_recipient on mails (recipient, created_at, id);

-- Audit log ---------------------------------------------------------------------------------------

-- Acts of moderators: written within the transaction of the act, and never changed.

create table audit_log (
  id uuid primary key default gen_random_uuid(),
  actor_id uuid not null references profiles,
  action text not null check (action ~ '^[a-z_]+$'),
  -- The target, by id only: names and addresses can be deleted, this cannot.
  target_type text not null check (target_type ~ '^[a-z_]+$'),
  target_id uuid not null,
  -- The request that it belongs to, whose whole story these entries tell.
  ticket_id uuid,
  reason text,
  before jsonb,
  after jsonb,
  at timestamptz(3) not null default clock_timestamp()
);

create index audit_log_of_ticket on audit_log (ticket_id, at) where ticket_id is not null;
create index audit_log_of_target on audit_log (target_id, at);

create index audit_log_newest on audit_log (at desc, id desc);

create function audit_log_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only';
end $$;

create trigger audit_log_stays before update or delete on audit_log
  for each row execute function audit_log_is_append_only();
create trigger audit_log_all_stays before truncate on audit_log
  for each statement execute function audit_log_is_append_only();

-- Moderation --------------------------------------------------------------------------------------

-- What moderators see and decide. Every act is also in audit_log, which outlives all of this.

create table hidden_messages (
  message_id uuid primary key references messages on delete cascade,
  text text,
  created_at timestamptz(3) not null default now()
);

-- A moderator's decision about a request, as both sides read it. With the sides at the time: a
-- developer who lost the request by it can still appeal.
create table decisions (
  id uuid primary key default gen_random_uuid(),
  -- Orders decisions of one transaction.
  position bigint generated always as identity,
  ticket_id uuid not null references tickets on delete cascade,
  -- Stored as kind and parameters, worded when it is shown (domain/system-message-texts.ts), with the
  -- reason.
  kind text not null check (kind ~ '^[a-z_]+$'),
  parameters jsonb not null,
  reason text not null,
  customer_id uuid not null references profiles,
  developer_id uuid references profiles,
  -- Other developers whose money it moved, of earlier parts of the request.
  others uuid[] not null default '{}',
  decided_by uuid not null references profiles,
  -- Its line in the thread.
  message_id uuid not null references messages on delete cascade,
  -- Of a message_hidden: which one.
  hidden_message_id uuid references messages on delete set null,
  created_at timestamptz(3) not null default now()
);

create index decisions_of_ticket on decisions (ticket_id, position desc);
create index decisions_of_message on decisions (message_id);
create index decisions_of_hidden_message on decisions (hidden_message_id)
  where hidden_message_id is not null;

-- Each side may appeal against a decision once.
create table appeals (
  id uuid primary key default gen_random_uuid(),
  decision_id uuid not null references decisions on delete cascade,
  ticket_id uuid not null references tickets on delete cascade,
  person_id uuid not null references profiles,
  text text not null check (text ~ '\S'),
  created_at timestamptz(3) not null default now(),
  status text not null default 'open' check (status in ('open', 'granted', 'denied')),
  decided_at timestamptz(3),
  decided_by uuid references profiles,
  answer text,
  unique (decision_id, person_id),
  check ((status = 'open') = (decided_at is null) and (status = 'open') = (decided_by is null)
    and (status = 'open') = (answer is null))
);

create index appeals_open on appeals (created_at, id) where status = 'open';
create index appeals_of_ticket on appeals (ticket_id);

-- While an account is suspended its user has banned_until; this has the reason.
create table suspensions (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null references profiles,
  reason text not null,
  suspended_by uuid not null references profiles,
  created_at timestamptz(3) not null default now(),
  ended_at timestamptz(3)
);

create unique index one_suspension_at_a_time on suspensions (person_id) where ended_at is null;

-- Replies that moderators share.
create table saved_replies (
  id uuid primary key default gen_random_uuid(),
  title text not null check (title ~ '\S'),
  text text not null check (text ~ '\S'),
  updated_at timestamptz(3) not null default now()
);

-- When a moderator was last mailed about the queue, to keep the interval that they chose.
create table desk_mails (
  person_id uuid primary key references users on delete cascade,
  mailed_at timestamptz(3) not null
);

-- Notifications -----------------------------------------------------------------------------------

-- Notifications, and who was told about new requests when.

create table notifications (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null references profiles,
  -- The notice of a step, or one of the three kinds without a step.
  kind text not null check (kind ~ '^[a-z_]+$'),
  -- Null for news about several requests, or about none.
  ticket_id uuid references tickets on delete cascade,
  milestone_id uuid references milestones on delete cascade,
  -- How many events it stands for, such as messages.
  count integer not null default 1 check (count > 0),
  -- The money that it mentions, as in the history.
  money jsonb,
  created_at timestamptz(3) not null default now(),
  read_at timestamptz(3)
);

-- Repeated before it is read, an event only raises the count.
create unique index notifications_folded on notifications (person_id, kind, ticket_id, milestone_id)
  nulls not distinct where read_at is null;
-- A developer is told about a new request once, read or not.
create unique index notifications_of_new_requests on notifications (ticket_id, person_id)
  where kind = 'new_request' and ticket_id is not null;
create index notifications_newest on notifications (person_id, created_at desc, id desc);
create index notifications_of_ticket on notifications (ticket_id);
create index notifications_of_milestone on notifications (milestone_id) where milestone_id is not null;
create index notifications_by_age on notifications (created_at);

-- Which new requests an unblocker wants to hear of, and when. Without any, all that suit them.
create table alerts (
  id uuid primary key default gen_random_uuid(),
  developer_id uuid not null references users on delete cascade,
  categories text[] not null default '{}',
  ai_tools text[] not null default '{}',
  words text check (words ~ '\S'),
  min_budget_cents integer check (min_budget_cents >= 0),
  pace text not null check (pace in ('at_once', 'daily')),
  created_at timestamptz(3) not null default now()
);

create index alerts_of on alerts (developer_id, created_at);

-- Up to when a developer's daily mail has covered new requests.
create table daily_news (
  developer_id uuid primary key references profiles,
  day date not null,
  told_until timestamptz(3) not null
);

-- Until when each reviewer was told of applications that wait: a day later they may be told again.
create table application_news (
  reviewer_id uuid primary key references profiles,
  told_until timestamptz(3) not null
);

-- Statistics and retention ------------------------------------------------------------------------

-- Indexes for statistics and retention. They contain the columns that are read, so that the rows are
-- not.

create index ticket_history_moves on ticket_history (created_at) include (from_status, to_status)
  where from_status is distinct from to_status;
create index ticket_history_reviews on ticket_history (created_at, action)
  where action in ('accept', 'reject');
create index ticket_history_firsts on ticket_history (action, created_at) include (ticket_id, id)
  where action in ('grab', 'submit-plan');
create index ticket_history_before on ticket_history (ticket_id, action, id) include (created_at)
  where action in ('grab', 'submit-plan');
create index tickets_by_time on tickets (created_at) include (id, customer_id);
create index tickets_running on tickets (status)
  where status not in ('CUSTOMER_APPROVED', 'CUSTOMER_REJECTED');
create index tickets_finished on tickets (status_since, id)
  where status in ('CUSTOMER_APPROVED', 'CUSTOMER_REJECTED');
create index ledger_entries_by_time on ledger_entries (created_at);
create index billing_records_held on billing_records (price_cents) where status = 'held';

-- Unblockers --------------------------------------------------------------------------------------

-- What unblockers show of themselves, and what is counted of their work. See
-- docs/decisions/0085-profiles-of-unblockers.md.

-- The lower end of the 95% interval of a share (Wilson): 48 of 50 comes before 3 of 3.
create function lower_end(count integer, total integer) returns real
language sql immutable parallel safe as $$
  select case when total <= 0 then 0 else (((count + 1.9208) / total
    - 1.96 * sqrt(count::float8 * (total - count) / total + 0.9604) / total)
    / (1 + 3.8416 / total))::real end
$$;

-- Addresses of profiles. One that was used stays its person's, and leads on to their present one.
create table unblocker_slugs (
  slug text primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) between 3 and 40),
  developer_id uuid not null references profiles on delete cascade,
  taken_at timestamptz(3) not null default now()
);

create index unblocker_slugs_of on unblocker_slugs (developer_id);

create table unblockers (
  developer_id uuid primary key references profiles on delete cascade,
  -- The profile: as its owner wrote it, with their name from profiles, which is searched too.
  is_public boolean not null default false,
  slug text unique references unblocker_slugs,
  name text not null default '',
  headline text check (headline ~ '\S'),
  words text check (words ~ '\S'),
  categories text[] not null default '{}',
  ai_tools text[] not null default '{}',
  languages text[] not null default '{}',
  time_zone text,
  updated_at timestamptz(3),
  -- Words as written, like those of messages.
  search tsvector not null generated always as (to_tsvector('simple',
    regexp_replace(name || ' ' || coalesce(headline, '') || ' ' || coalesce(words, ''),
      '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+', ' ', 'g'))) stored,
  -- The sums of their outcomes, kept by a trigger.
  finished integer not null default 0,
  dated integer not null default 0,
  on_time integer not null default 0,
  answered integer not null default 0,
  first_pass integer not null default 0,
  approved integer not null default 0,
  repairs integer not null default 0,
  answers integer not null default 0,
  answers_1h integer not null default 0,
  answers_4h integer not null default 0,
  answers_24h integer not null default 0,
  -- What the directory is sorted by. Without 3 finished requests there is no rate.
  first_pass_low real not null generated always as
    (case when finished < 3 then 0 else lower_end(first_pass, answered) end) stored,
  on_time_low real not null generated always as
    (case when finished < 3 then 0 else lower_end(on_time, dated) end) stored,
  stayed_fixed_low real not null generated always as
    (case when finished < 3 then 0 else lower_end(greatest(approved - repairs, 0), approved) end) stored,
  constraint public_profiles_are_whole check (not is_public
    or (slug is not null and headline is not null and time_zone is not null and name <> ''))
);

create index unblockers_search on unblockers using gin (search, categories, ai_tools, languages)
  where is_public;
create index unblockers_by_first_pass on unblockers
  (first_pass_low desc, finished desc, developer_id desc) where is_public;
create index unblockers_by_on_time on unblockers
  (on_time_low desc, finished desc, developer_id desc) where is_public;
create index unblockers_by_stayed_fixed on unblockers
  (stayed_fixed_low desc, finished desc, developer_id desc) where is_public;
create index unblockers_by_finished on unblockers (finished desc, developer_id desc) where is_public;

create function unblocker_is_renamed() returns trigger language plpgsql as $$
begin
  update unblockers set name = concat_ws(' ', new.first_name, new.last_name),
    is_public = is_public and new.first_name is not null
  where developer_id = new.id;
  return null;
end $$;

-- A profile without a name is not shown, nor that of a person who has left.
create trigger unblockers_are_renamed after update of first_name, last_name on profiles
  for each row when (new.first_name is distinct from old.first_name
    or new.last_name is distinct from old.last_name)
  execute function unblocker_is_renamed();

-- How many requests an unblocker finished, by category and AI tool.
create table unblocker_fields (
  developer_id uuid not null references profiles on delete cascade,
  kind text not null check (kind in ('category', 'ai_tool')),
  name text not null,
  finished integer not null,
  primary key (developer_id, kind, name)
);

-- What came of one pairing: a row of a few numbers, so that what is removed with an old request can be
-- taken out of the sums again.
create table outcomes (
  pairing_id uuid primary key references pairings on delete cascade,
  developer_id uuid not null references profiles,
  categories text[] not null,
  ai_tool text not null,
  finished boolean not null default false,
  dated integer not null default 0,
  on_time integer not null default 0,
  answered integer not null default 0,
  first_pass integer not null default 0,
  approved integer not null default 0,
  repairs integer not null default 0,
  answers integer not null default 0,
  answers_1h integer not null default 0,
  answers_4h integer not null default 0,
  answers_24h integer not null default 0
);

create index outcomes_of_developer on outcomes (developer_id);

-- The definitions, as those of the track record (server/moderation/track-record.ts): first deliveries by
-- their due date, first deliveries that were approved, approvals, and free repairs.
create view counted_work as
select p.id as pairing_id, p.developer_id, t.categories, t.ai_tool,
  -- By how it ended last: one that broke again may be closed for its customer after all.
  coalesce((select h.to_status = 'CUSTOMER_APPROVED' from ticket_history h
    where h.ticket_id = p.ticket_id and h.pairing_id = p.id
      and h.to_status in ('CUSTOMER_APPROVED', 'CUSTOMER_REJECTED', 'AWAITING_ASSIGNMENT')
    order by h.id desc limit 1), false) as finished,
  d.dated, d.on_time, d.answered, d.first_pass, d.approved,
  (select count(*)::int from ticket_history h where h.ticket_id = p.ticket_id and h.pairing_id = p.id
    and h.action = 'broke-again') as repairs
from pairings p
join tickets t on t.id = p.ticket_id
cross join lateral (
  select count(*) filter (where is_first and due_at is not null)::int as dated,
    count(*) filter (where is_first and submitted_at <= due_at)::int as on_time,
    count(*) filter (where is_first and decision in ('accepted', 'rejected'))::int as answered,
    count(*) filter (where is_first and decision = 'accepted')::int as first_pass,
    count(*) filter (where decision = 'accepted' and repairs is null)::int as approved
  from (select d.*, m.repairs, not exists (select from deliveries e
      where e.milestone_id = d.milestone_id and e.pairing_id = d.pairing_id and e.round < d.round) as is_first
    from deliveries d join milestones m on m.id = d.milestone_id where d.pairing_id = p.id) d) d
where p.developer_id is not null;

-- From the first message that the customer waits with to the next of the unblocker, in minutes.
create view counted_answers as
select ticket_id, pairing_id, count(*)::int as answers,
  count(*) filter (where minutes <= 60)::int as answers_1h,
  count(*) filter (where minutes <= 240)::int as answers_4h,
  count(*) filter (where minutes <= 1440)::int as answers_24h
from (
  select ticket_id, pairing_id, is_customers, extract(epoch from lead(created_at)
    over (partition by ticket_id, pairing_id order by position) - created_at) / 60 as minutes
  from (
    select m.ticket_id, m.pairing_id, m.position, m.created_at, m.author_id = t.customer_id as is_customers,
      lag(m.author_id) over (partition by m.ticket_id, m.pairing_id order by m.position)
        is distinct from m.author_id as begins
    from pairings p join tickets t on t.id = p.ticket_id
    join messages m on m.ticket_id = p.ticket_id and m.pairing_id = p.id
      and not m.is_system and m.author_id in (t.customer_id, p.developer_id)) m
  where begins) m
where is_customers and minutes is not null
group by ticket_id, pairing_id;

-- Counts the work of one pairing, which is little.
create function count_work(of_pairing uuid) returns void language sql as $$
  insert into outcomes (pairing_id, developer_id, categories, ai_tool, finished, dated, on_time,
    answered, first_pass, approved, repairs)
  select * from counted_work where pairing_id = of_pairing
  on conflict (pairing_id) do update set (categories, ai_tool, finished, dated, on_time, answered,
    first_pass, approved, repairs) = (excluded.categories, excluded.ai_tool, excluded.finished,
    excluded.dated, excluded.on_time, excluded.answered, excluded.first_pass, excluded.approved,
    excluded.repairs)
  where (outcomes.categories, outcomes.ai_tool, outcomes.finished, outcomes.dated, outcomes.on_time,
    outcomes.answered, outcomes.first_pass, outcomes.approved, outcomes.repairs) is distinct from
    (excluded.categories, excluded.ai_tool, excluded.finished, excluded.dated, excluded.on_time,
    excluded.answered, excluded.first_pass, excluded.approved, excluded.repairs)
$$;

create function work_is_counted() returns trigger language plpgsql as $$
begin
  perform count_work(case tg_op when 'DELETE' then old.pairing_id else new.pairing_id end);
  return null;
end $$;

create trigger deliveries_are_counted
  after insert or delete or update of submitted_at, due_at, decision on deliveries
  for each row execute function work_is_counted();
create trigger steps_are_counted after insert on ticket_history for each row
  when (new.pairing_id is not null and (new.action = 'broke-again'
    or new.to_status = 'CUSTOMER_APPROVED' and new.from_status is distinct from new.to_status))
  execute function work_is_counted();

-- Only what was finished can be so no more: to drop or cancel another request waits for nobody's sums.
create function end_is_counted() returns trigger language plpgsql as $$
begin
  if exists (select from outcomes where pairing_id = new.pairing_id and finished) then
    perform count_work(new.pairing_id);
  end if;
  return null;
end $$;

create trigger ends_are_counted after insert on ticket_history for each row
  when (new.pairing_id is not null and new.to_status in ('CUSTOMER_REJECTED', 'AWAITING_ASSIGNMENT')
    and new.from_status is distinct from new.to_status)
  execute function end_is_counted();

-- Counts the answers in the conversations of a request. Not while messages are posted, which would wait
-- for each other at the sums of their unblocker: see docs/decisions/0085-profiles-of-unblockers.md.
create function count_answers(of_ticket uuid) returns void language sql as $$
  insert into outcomes (pairing_id, developer_id, categories, ai_tool, answers, answers_1h, answers_4h,
    answers_24h)
  select p.id, p.developer_id, t.categories, t.ai_tool, c.answers, c.answers_1h, c.answers_4h, c.answers_24h
  from counted_answers c join pairings p on p.id = c.pairing_id join tickets t on t.id = c.ticket_id
  where c.ticket_id = of_ticket and p.developer_id is not null
  on conflict (pairing_id) do update set (answers, answers_1h, answers_4h, answers_24h) =
    (excluded.answers, excluded.answers_1h, excluded.answers_4h, excluded.answers_24h)
  where (outcomes.answers, outcomes.answers_1h, outcomes.answers_4h, outcomes.answers_24h) is distinct from
    (excluded.answers, excluded.answers_1h, excluded.answers_4h, excluded.answers_24h)
$$;

create function outcome_is_summed() returns trigger language plpgsql as $$
declare
  n outcomes := new;
  o outcomes := old;
  who uuid := coalesce(n.developer_id, o.developer_id);
  more integer := coalesce(n.finished::int, 0) - coalesce(o.finished::int, 0);
begin
  -- What is removed is only taken away: its person may be gone by now.
  if tg_op <> 'DELETE' then
    insert into unblockers (developer_id, name)
    select id, concat_ws(' ', first_name, last_name) from profiles where id = who
    on conflict do nothing;
  end if;
  update unblockers u set
    finished = u.finished + more,
    dated = u.dated + coalesce(n.dated, 0) - coalesce(o.dated, 0),
    on_time = u.on_time + coalesce(n.on_time, 0) - coalesce(o.on_time, 0),
    answered = u.answered + coalesce(n.answered, 0) - coalesce(o.answered, 0),
    first_pass = u.first_pass + coalesce(n.first_pass, 0) - coalesce(o.first_pass, 0),
    approved = u.approved + coalesce(n.approved, 0) - coalesce(o.approved, 0),
    repairs = u.repairs + coalesce(n.repairs, 0) - coalesce(o.repairs, 0),
    answers = u.answers + coalesce(n.answers, 0) - coalesce(o.answers, 0),
    answers_1h = u.answers_1h + coalesce(n.answers_1h, 0) - coalesce(o.answers_1h, 0),
    answers_4h = u.answers_4h + coalesce(n.answers_4h, 0) - coalesce(o.answers_4h, 0),
    answers_24h = u.answers_24h + coalesce(n.answers_24h, 0) - coalesce(o.answers_24h, 0)
  where u.developer_id = who;
  if more > 0 then
    update profiles set first_finished = first_finished + 1 where id = who and first_finished < 3;
    insert into unblocker_fields (developer_id, kind, name, finished)
    select who, 'category', name, 1 from unnest(n.categories) name
    union all select who, 'ai_tool', n.ai_tool, 1
    on conflict (developer_id, kind, name) do update set finished = unblocker_fields.finished + 1;
  elsif more < 0 then
    update unblocker_fields f set finished = f.finished - 1 where f.developer_id = who
      and (f.kind = 'category' and f.name = any (o.categories) or f.kind = 'ai_tool' and f.name = o.ai_tool);
  end if;
  return null;
end $$;

-- At the end of a change, so that two changes of one unblocker wait for each other as shortly as can be.
create constraint trigger outcomes_are_summed after insert or update or delete on outcomes
  deferrable initially deferred for each row execute function outcome_is_summed();

-- Evidence ----------------------------------------------------------------------------------------

-- A request's history as a chain of SHA-256 hashes, each over the previous one. The first covers the
-- request's id. See docs/decisions/0065-the-evidence-file.md.

create table evidence_entries (
  -- Outlives the request: then only its hashes are left.
  ticket_id uuid not null,
  position integer not null,
  -- Canonical JSON (RFC 8785); null once the request is deleted.
  content text,
  digest bytea not null,
  hash bytea not null,
  primary key (ticket_id, position)
);

-- The end of a request's chain. Its row is the chain's lock.
create table evidence_heads (
  ticket_id uuid primary key references tickets on delete cascade,
  position integer not null,
  hash bytea not null,
  -- Position of the last message in the chain.
  messages_to bigint not null default 0
);

create function evidence_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and tg_level = 'ROW' then
    if new.content is null and (new.ticket_id, new.position, new.digest, new.hash)
        = (old.ticket_id, old.position, old.digest, old.hash) then
      return new;
    end if;
  end if;
  raise exception 'evidence is append-only';
end $$;

create trigger evidence_entries_stay before update or delete on evidence_entries
  for each row execute function evidence_stays();
create trigger evidence_entries_all_stay before truncate on evidence_entries
  for each statement execute function evidence_stays();

-- Runs as the owner: the serving role may only insert.
create function evidence_forgets() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  update evidence_entries set content = null where ticket_id = old.id;
  return null;
end $$;

create trigger removed_requests_leave_hashes after delete on tickets
  for each row execute function evidence_forgets();

-- JSON as in RFC 8785, for ASCII names and whole numbers.
create function canonical(value jsonb) returns text language plpgsql immutable parallel safe as $$
begin
  -- Flat values are written here: a call for each would take most of the time.
  return case jsonb_typeof(value)
    when 'object' then '{' || coalesce((
      select string_agg(to_json(name)::text || ':' || case when jsonb_typeof(each) in ('object', 'array')
        then canonical(each) else each::text end, ',' order by name collate "C")
      from jsonb_each(value) as members (name, each)), '') || '}'
    when 'array' then '[' || coalesce((
      select string_agg(canonical(each), ',' order by place)
      from jsonb_array_elements(value) with ordinality as elements (each, place)), '') || ']'
    else value::text end;
end $$;

-- Texts that may be deleted before the request are in the chain only as this hash.
create function hash_of_words(salt uuid, words jsonb) returns text language sql immutable as $$
  select encode(sha256(convert_to(salt::text || canonical(words), 'UTF8')), 'hex')
$$;

create function in_utc(moment timestamptz) returns text language sql stable as $$
  select to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- The pairing of a fact that names none: the current one, or the one that this change ends.
create function pairing_now(of_ticket uuid) returns uuid language sql stable as $$
  select coalesce(t.pairing_id, (select p.id from pairings p where p.ticket_id = t.id
    and p.ended_at >= date_trunc('milliseconds', now()) order by p.ended_at desc limit 1))
  from tickets t where t.id = of_ticket
$$;

-- The end of a chain, locked; null where the request is deleted. A change appends last, so that it
-- waits for no other lock while it holds the chain.
create function lock_chain(of_ticket uuid) returns evidence_heads language plpgsql as $$
declare
  head evidence_heads;
begin
  select * into head from evidence_heads where ticket_id = of_ticket for update;
  if not found then
    insert into evidence_heads (ticket_id, position, hash)
    select id, 0, sha256(convert_to(id::text, 'UTF8')) from tickets where id = of_ticket
    on conflict do nothing;
    select * into head from evidence_heads where ticket_id = of_ticket for update;
  end if;
  return head;
end $$;

-- Appends an entry after a locked head, and returns the new head, which the caller stores: once for all
-- its entries, as each version of a row slows the next one down.
create function write_entry(head evidence_heads, what text, facts jsonb, at timestamptz)
  returns evidence_heads language plpgsql as $$
declare
  content text := canonical((
    select coalesce(jsonb_object_agg(name, each), '{}') from jsonb_each(facts) as members (name, each)
    where each <> 'null') || jsonb_build_object(
    'what', what,
    'at', in_utc(at),
    -- Otherwise the digest alone would let somebody try out what it stands for.
    'nonce', gen_random_uuid(),
    'pairing_id', case when facts ? 'pairing_id' then facts -> 'pairing_id'
      else to_jsonb(pairing_now(head.ticket_id)) end));
  digest bytea := sha256(convert_to(content, 'UTF8'));
begin
  head.position := head.position + 1;
  head.hash := sha256(head.hash || digest);
  insert into evidence_entries (ticket_id, position, content, digest, hash)
  values (head.ticket_id, head.position, content, digest, head.hash);
  return head;
end $$;

create function keep_head(head evidence_heads) returns void language sql as $$
  update evidence_heads set position = head.position, hash = head.hash, messages_to = head.messages_to
  where ticket_id = head.ticket_id
$$;

-- Posting must stay fast, so a message enters the chain with the next change of its request, or within
-- the hour: always before its text can change. Before a step of this change, only messages posted
-- earlier.
create function add_messages(of_ticket uuid, before_this_change boolean) returns void
  language plpgsql as $$
declare
  head evidence_heads := lock_chain(of_ticket);
  message record;
  is_new boolean := false;
begin
  for message in
    select m.id, m.position, m.created_at, m.xmin = pg_current_xact_id()::xid as is_ours from messages m
    where m.ticket_id = of_ticket and m.position > head.messages_to order by m.position
  loop
    exit when message.is_ours and before_this_change;
    head := write_entry(head, 'message', message_facts(message.id), message.created_at);
    head.messages_to := message.position;
    is_new := true;
  end loop;
  if is_new then perform keep_head(head); end if;
end $$;

create function message_facts(of_message uuid) returns jsonb language sql stable as $$
  select jsonb_build_object('id', id, 'author_id', author_id, 'pairing_id', pairing_id,
    'reply_to', reply_to, 'words', case when not is_hidden and not is_deleted
      then hash_of_words(salt, jsonb_build_object('kind', kind, 'parameters', parameters, 'text', text)
        || case when code is null then '{}' else jsonb_build_object('code', code) end) end)
  from messages where id = of_message
$$;

create function add_evidence(of_ticket uuid, what text, facts jsonb) returns void
  language plpgsql as $$
declare
  head evidence_heads;
begin
  perform add_messages(of_ticket, true);
  head := lock_chain(of_ticket);
  if head.ticket_id is null then return; end if;
  perform keep_head(write_entry(head, what, facts, clock_timestamp()));
end $$;

-- One line adds a kind of event: its name, its columns as facts, and the texts that may be deleted
-- before the request, which are hashed with the row's salt.
create function row_is_evidence() returns trigger language plpgsql as $$
declare
  found jsonb := to_jsonb(new);
  facts jsonb;
begin
  -- Moderators act for the platform; the audit log has their names.
  if found ->> 'actor' = 'moderator' then found := found - 'actor_id'; end if;
  -- A part of a delivery belongs to the same milestone and conversation.
  if found ? 'delivery_id' then
    found := found || coalesce((select jsonb_build_object('milestone_id', milestone_id,
      'pairing_id', pairing_id, 'round', round) from deliveries
      where id = (found ->> 'delivery_id')::uuid), '{}');
  end if;
  select jsonb_object_agg(name, found -> name) into facts
  from unnest(string_to_array(tg_argv[1], ' ')) name;
  if tg_nargs > 2 then
    facts := facts || jsonb_build_object('words', hash_of_words((found ->> 'salt')::uuid, (
      select jsonb_object_agg(name, found -> name) from unnest(string_to_array(tg_argv[2], ' ')) name)));
  end if;
  perform add_evidence(coalesce(found ->> 'ticket_id', (select ticket_id::text from milestones
    where id = (found ->> 'milestone_id')::uuid), found ->> 'id')::uuid, tg_argv[0], facts);
  return null;
end $$;

create constraint trigger requests_are_evidence after insert on tickets deferrable initially deferred
  for each row execute function
  row_is_evidence('request', 'categories ai_tool', 'ai_tool_other budget description stack');
create constraint trigger edits_are_evidence after update on tickets deferrable initially deferred
  for each row when (old.salt <> new.salt) execute function
  row_is_evidence('request_edited', 'categories ai_tool', 'ai_tool_other budget description stack');
create constraint trigger steps_are_evidence after insert on ticket_history deferrable initially deferred
  for each row execute function row_is_evidence('step',
    'action event actor actor_id from_status to_status milestone_id milestone_from milestone_to');
create constraint trigger plans_are_evidence after insert on plan_versions deferrable initially deferred
  for each row execute function row_is_evidence('plan', 'number pairing_id submitted_by milestones');
create constraint trigger changes_are_evidence after insert on plan_changes deferrable initially deferred
  for each row execute function row_is_evidence('change', 'id pairing_id asked_by differences');
create constraint trigger deliveries_are_evidence after insert on deliveries deferrable initially deferred
  for each row execute function row_is_evidence('delivery', 'id milestone_id pairing_id round message');
create constraint trigger reviews_are_evidence after update of decision on deliveries
  deferrable initially deferred for each row when (old.decision is distinct from new.decision)
  execute function row_is_evidence('review', 'id milestone_id pairing_id round decision');
create constraint trigger decisions_are_evidence after insert on decisions deferrable initially deferred
  for each row execute function row_is_evidence('decision', 'id kind parameters reason message_id developer_id');
-- Versions of the project by the hash of their top folder: what was submitted, what is approved with it,
-- and what the customer has given.
create constraint trigger versions_are_evidence after update of state on snapshots
  deferrable initially deferred for each row
  when (new.state = 'ready' and old.state <> 'ready' and new.kind = 'project')
  execute function row_is_evidence('version', 'id number author_id root files bytes');
create constraint trigger submitted_versions_are_evidence after update of delivery_id on snapshots
  deferrable initially deferred for each row
  when (new.delivery_id is not null and old.delivery_id is null)
  execute function row_is_evidence('version_submitted',
    'id number author_id milestone_id pairing_id round root files bytes must_keep');
create function approval_is_of_version() returns trigger language plpgsql as $$
declare
  facts jsonb;
begin
  select jsonb_build_object('id', s.id, 'number', s.number, 'milestone_id', s.milestone_id,
    'pairing_id', s.pairing_id, 'round', new.round, 'root', to_jsonb(s.root)) into facts
  from snapshots s where s.delivery_id = new.id;
  if not found then return null; end if;
  perform add_evidence((select ticket_id from snapshots where delivery_id = new.id),
    'version_accepted', facts);
  return null;
end $$;
create constraint trigger accepted_versions_are_evidence after update of decision on deliveries
  deferrable initially deferred for each row
  when (new.decision = 'accepted' and old.decision is distinct from new.decision)
  execute function approval_is_of_version();
-- For checks: a delivery's evidence, the customer's marks, and each look at an address.
create constraint trigger shown_checks_are_evidence after insert on check_results
  deferrable initially deferred for each row when (new.text is not null or new.url is not null)
  execute function row_is_evidence('check_shown', 'check_id milestone_id pairing_id round text url');
create constraint trigger marked_checks_are_evidence after insert or update of passed, note on check_results
  deferrable initially deferred for each row when (new.passed is not null)
  execute function row_is_evidence('check_marked', 'check_id milestone_id pairing_id round passed', 'note');
create constraint trigger looks_are_evidence after update of last_probe on checks
  deferrable initially deferred for each row
  when (new.last_probe is not null and old.last_probe is distinct from new.last_probe) execute function
  row_is_evidence('check_looked', 'id milestone_id url expect_status expect_text last_probe');

-- A change gets a new salt, so that the old text's salt is gone.
create function words_get_salt() returns trigger language plpgsql as $$
begin
  new.salt := gen_random_uuid();
  return new;
end $$;

create trigger edited_requests_get_salt
  before update on tickets for each row when ((old.categories, old.ai_tool, old.ai_tool_other, old.budget, old.description, old.stack)
    is distinct from (new.categories, new.ai_tool, new.ai_tool_other, new.budget, new.description, new.stack))
  execute function words_get_salt();

-- Before a message changes, its text is in the chain.
create function message_may_change() returns trigger language plpgsql as $$
begin
  perform add_messages(old.ticket_id, false);
  -- Moderators still have hidden texts.
  if new.is_hidden = old.is_hidden then new.salt := gen_random_uuid(); end if;
  return new;
end $$;

create trigger messages_are_evidence_before_they_change before update of text, is_hidden, is_deleted
  on messages for each row when (old.text is distinct from new.text
    or old.is_hidden <> new.is_hidden or old.is_deleted <> new.is_deleted)
  execute function message_may_change();

create function message_is_evidence() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_messages(new.ticket_id, false);
  else
    perform add_evidence(new.ticket_id, case when new.is_deleted then 'message_deleted'
      when new.is_hidden then 'message_hidden' when old.is_hidden then 'message_shown'
      else 'message_edited' end, message_facts(new.id));
  end if;
  return null;
end $$;

-- System messages, and every change of a message.
create constraint trigger announcements_are_evidence after insert on messages
  deferrable initially deferred for each row when (new.kind is not null)
  execute function message_is_evidence();
create constraint trigger changed_messages_are_evidence after update of text, is_hidden, is_deleted
  on messages deferrable initially deferred for each row when (old.text is distinct from new.text
    or old.is_hidden <> new.is_hidden or old.is_deleted <> new.is_deleted)
  execute function message_is_evidence();

create function file_is_evidence() returns trigger language plpgsql as $$
declare
  a attachments := case when tg_op = 'DELETE' then old else new end;
  facts jsonb;
begin
  facts := jsonb_build_object('id', a.position, 'message_id', a.message_id,
    'delivery_id', a.delivery_id, 'milestone_id', a.milestone_id, 'check_id', a.check_id);
  if a.milestone_id is null then
    facts := facts || jsonb_build_object('pairing_id', coalesce(
      (select pairing_id from messages where id = a.message_id),
      (select pairing_id from deliveries where id = a.delivery_id)));
  end if;
  if tg_op <> 'DELETE' then
    facts := facts || (select jsonb_build_object('words', hash_of_words(salt,
        jsonb_build_object('name', name, 'sha256', encode(sha256, 'hex'), 'size', size)))
      from files where key = a.file_key);
  end if;
  -- First the message that it came with.
  if a.message_id is not null then perform add_messages(a.ticket_id, false); end if;
  perform add_evidence(a.ticket_id, case tg_op when 'INSERT' then 'file'
    when 'UPDATE' then 'file_replaced' else 'file_removed' end, facts);
  return null;
end $$;

create constraint trigger files_are_evidence after insert or update of file_key on attachments
  deferrable initially deferred for each row when (new.ticket_id is not null)
  execute function file_is_evidence();
create constraint trigger removed_files_are_evidence after delete on attachments
  deferrable initially deferred for each row when (old.ticket_id is not null)
  execute function file_is_evidence();

-- Money of a request as both sides know it: prices and refunds, without the customer's discount and the
-- fee. Movements between the platform, the provider and a bank are not the request's.
create function money_is_evidence() returns trigger language plpgsql as $$
declare
  of_ticket uuid;
  facts jsonb;
begin
  select b.ticket_id, jsonb_build_object('entry', new.kind, 'billing_record_id', b.id,
      'milestone_id', b.milestone_id,
      'held_cents', nullif(sum(amount_cents) filter (where account = 'held'), 0),
      'released_cents', nullif(sum(amount_cents) filter (where account in ('developer', 'fees')), 0),
      'refunds_cents', nullif(sum(amount_cents) filter (where account = 'refunds'), 0),
      'disputed_cents', nullif(sum(amount_cents) filter (where account = 'disputes'), 0))
    into of_ticket, facts
  from billing_records b join ledger_lines on entry_id = new.id
  where b.id = new.billing_record_id and b.ticket_id is not null
  group by b.id
  having bool_or(account not in ('clearing', 'connected'));
  if not found then return null; end if;
  -- Later events belong to the conversation of the decision.
  if new.kind not in ('hold', 'release', 'refund', 'split', 'return') then
    facts := facts || jsonb_build_object('pairing_id', (
      select p.id from pairings p join ledger_entries e on e.created_at >= p.began_at
      where p.ticket_id = of_ticket and e.billing_record_id = new.billing_record_id
        and e.kind in ('hold', 'release', 'refund', 'split', 'return')
      order by e.id desc, p.began_at desc limit 1));
  end if;
  perform add_evidence(of_ticket, 'money', facts);
  return null;
end $$;

create constraint trigger money_is_evidence after insert on ledger_entries
  deferrable initially deferred for each row when (new.billing_record_id is not null)
  execute function money_is_evidence();

-- The public keys that ever signed evidence files, as files outlive keys.
create table evidence_keys (
  kid text primary key,
  x text not null,
  created_at timestamptz(3) not null default now()
);

create trigger evidence_keys_stay before update or delete or truncate on evidence_keys
  for each statement execute function evidence_stays();
