// Numbers that rules hold and texts name. They stand alone here, so that every text can take them.

/** Requests that a developer may have reserved at a time. */
export const MAX_RESERVATIONS = 3;
/** Within 24 hours. Reserving takes a request out of the open list, and its customer waits. */
export const MAX_DROPPED_RESERVATIONS = 5;
export const DROPPED_WITHIN_HOURS = 24;

export const MAX_MILESTONES = 50;

/** How long one's own message can be edited and deleted. */
export const MESSAGE_OPEN_MINUTES = 10;

/** How long a finished request is kept. Source: specification 9, product decisions, "Privacy". */
export const RETENTION_MONTHS = 12;

/** "20MB" of specification 9, read as MiB: the larger reading refuses nobody wrongly. */
export const MAX_FILE_MB = 20;
/** What one account may have stored together: "2GB", read as above. */
export const MAX_STORED_GB = 2;
