// Numbers that rules enforce and texts mention. In a file without imports, so that every text can use
// them.

/** How long a reservation lasts. */
export const RESERVATION_HOURS = 24;
/** Reserved requests per developer. */
export const MAX_RESERVATIONS = 3;
/** Per 24 hours. A reservation takes a request out of the open list, and its customer waits. */
export const MAX_DROPPED_RESERVATIONS = 5;
export const DROPPED_WITHIN_HOURS = 24;

/** How long a request takes quotes, once posted, extended or open again; and when before its end its customer is told. */
export const QUOTE_HOURS = 48;
export const QUOTES_TOLD_HOURS = 12;
/** Running quotes per request, and per developer. The database has the same numbers. */
export const MAX_QUOTES = 3;
export const MAX_OWN_QUOTES = 5;
/** Developers whom a customer can invite to one request. */
export const MAX_INVITATIONS = 10;

/** Grabbed requests that an unblocker has at a time: what they can choose, and what it is at first. */
export const MOST_RUNNING = 10;
export const USUAL_RUNNING = 10;
/** Until so many of their requests are finished, an unblocker is new, */
export const FIRST_REQUESTS = 3;
/** and has at most so many at a time. */
export const FIRST_RUNNING = 5;
/** How long an unblocker can say that they are away. */
export const AWAY_WITHIN_DAYS = 366;
/** Alerts about new requests, per unblocker. */
export const MAX_ALERTS = 10;

/** Saved filters of the open requests, per unblocker. */
export const MAX_SAVED_FILTERS = 20;

/** Where a new request suits more unblockers than this and the operator wants it, so many see it first, */
export const FIRST_MANY = 20;
/** for so many minutes. */
export const FIRST_MINUTES = 10;

export const MAX_MILESTONES = 50;

/** How long a plan may take after a grab, or after it was sent back. */
export const PLAN_WITHIN_HOURS = 72;
/** How long paid work may wait for its start while no other work is in progress. */
export const START_WITHIN_HOURS = 72;
/** Days after which paid work past its date counts as missed. Source: product decisions, "A fair clock". */
export const MISSED_AFTER_DAYS = 2;
/** After how long a grabbed request without a plan returns to the open list automatically. */
export const PLAN_RETURNS_HOURS = 120;
/** How far in the future a chosen due date can be. */
export const DUE_WITHIN_DAYS = 366;
/** Days of silence after which a paid delivery is approved automatically. */
export const ACCEPTS_AFTER_DAYS = 7;
/** Days of them after which its customer is told again. */
export const REVIEW_TOLD_DAYS = [3, 6];
/** Days added by I Need More Time, once per delivery. */
export const MORE_TIME_DAYS = 3;
/** Days after an approval during which repairs are free. */
export const GUARANTEE_DAYS = 14;
/** Developers with fewer approved milestones are new, and released money waits this long. */
export const NEW_UNBLOCKER_MILESTONES = 3;
export const PAYOUT_WAITS_DAYS = 7;
/** How long held money waits for another unblocker, unless its customer keeps it held. */
export const HELD_WAITS_DAYS = 7;
/** How long the other side has to answer a proposal to cancel; then it goes to a moderator. */
export const CANCEL_ANSWER_HOURS = 72;
/** The same for a change of the plan; then it lapses, as the developer's time is paused meanwhile. */
export const CHANGE_ANSWER_HOURS = 72;

/** How long a request waits for the address of its sign-up to be confirmed. */
export const HELD_HOURS = 24;
/** Of its files together. */
export const MAX_HELD_MB = 50;

/** So many earlier requests tell how fast one like them is taken, */
export const WAITING_SAMPLE = 20;
/** and with fewer its field is new: a figure would be chance. */
export const WAITING_LEAST = 10;

/** How long one's own message can be edited and deleted. */
export const MESSAGE_OPEN_MINUTES = 10;

/** How long after a moderator's decision one may appeal against it. */
export const APPEAL_DAYS = 14;

/** How long a finished request is kept. Source: specification 9, product decisions, "Privacy". */
export const RETENTION_MONTHS = 12;

/** "20MB" of specification 9, read as MiB: the larger reading refuses nobody wrongly. */
export const MAX_FILE_MB = 20;
/** Storage per account: "2GB", read as above. */
export const MAX_STORED_GB = 2;

/** Of what must not be undone in a delivered version. */
export const MAX_MUST_KEEP = 5000;
/** Of a milestone. */
export const LONGEST_TITLE = 200;
/** The largest evidence file that can be verified; a request with 10,000 entries has half of it. */
export const MAX_EVIDENCE_MB = 16;

/** Of a milestone's checks, and how long each may be. */
export const MAX_CHECKS = 7;
export const MAX_CHECK_LENGTH = 300;
/** The status that an address should answer by default. */
export const USUAL_STATUS = 200;

/** Places in the project that one message can be about. */
export const MAX_CODE_LINES = 10;
