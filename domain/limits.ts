// Numbers that rules hold and texts name. They stand alone here, so that every text can take them.

/** How long one is kept for whoever wrote to its customer. */
export const RESERVATION_HOURS = 24;
/** Requests that a developer may have reserved at a time. */
export const MAX_RESERVATIONS = 3;
/** Within 24 hours. Reserving takes a request out of the open list, and its customer waits. */
export const MAX_DROPPED_RESERVATIONS = 5;
export const DROPPED_WITHIN_HOURS = 24;

export const MAX_MILESTONES = 50;

/** How long a grabbed request, or one whose plan was sent back, waits for its plan. */
export const PLAN_WITHIN_HOURS = 72;
/** How long paid work waits for its start while nothing of the request is at work. */
export const START_WITHIN_HOURS = 72;
/** Working days past its date from which paid work counts as missed: 48 hours of work time. */
export const MISSED_AFTER_DAYS = 2;
/** After how long a grabbed request without a plan goes back to the open list by itself. */
export const PLAN_RETURNS_HOURS = 120;
/** How far away a due date can be that somebody names. */
export const DUE_WITHIN_DAYS = 366;
/** Days of silence after which a delivered, paid milestone is accepted by itself. */
export const ACCEPTS_AFTER_DAYS = 7;
/** After how many of them its customer is told again. */
export const REVIEW_TOLD_DAYS = [3, 6];
/** What I Need More Time adds to them, once for a delivery. */
export const MORE_TIME_DAYS = 3;
/** How long after an approval what breaks is repaired for nothing. */
export const GUARANTEE_DAYS = 14;
/** What was released to somebody with fewer approved milestones than so many waits for so long. */
export const NEW_UNBLOCKER_MILESTONES = 3;
export const PAYOUT_WAITS_DAYS = 7;
/** How long held money waits for another unblocker, unless its customer says that it stays. */
export const HELD_WAITS_DAYS = 7;
/** How long the other side has to answer a proposal to cancel; then a moderator gets it. */
export const CANCEL_ANSWER_HOURS = 72;
/** The same for a change of the plan; then it lapses, as the unblocker's time rests meanwhile. */
export const CHANGE_ANSWER_HOURS = 72;

/** How long one's own message can be edited and deleted. */
export const MESSAGE_OPEN_MINUTES = 10;

/** How long a finished request is kept. Source: specification 9, product decisions, "Privacy". */
export const RETENTION_MONTHS = 12;

/** "20MB" of specification 9, read as MiB: the larger reading refuses nobody wrongly. */
export const MAX_FILE_MB = 20;
/** What one account may have stored together: "2GB", read as above. */
export const MAX_STORED_GB = 2;

/** Of what must not be undone in a delivered version. */
export const MAX_MUST_KEEP = 5000;
/** Of a milestone. */
export const LONGEST_TITLE = 200;
/** What of an evidence file can be looked at in one go; a request with 10,000 entries has half of it. */
export const MAX_EVIDENCE_MB = 16;

/** Of a milestone's checks, and how long each may be. */
export const MAX_CHECKS = 7;
export const MAX_CHECK_LENGTH = 300;
/** What an address is expected to answer where nothing else was said. */
export const USUAL_STATUS = 200;
