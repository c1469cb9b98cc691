/** How often a moderator is mailed about the queue. */
export const DESK_PACES = ['at_once', 'hourly', 'daily'] as const;

/** The least hours between two such mails. */
export const DESK_PACE_HOURS: Record<(typeof DESK_PACES)[number], number> = {
  at_once: 0,
  hourly: 1,
  daily: 24,
};
