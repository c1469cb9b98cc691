/** How often a moderator is mailed about new things in the queue. */
export const DESK_PACES = ['at_once', 'hourly', 'daily'] as const;

/** The least time between two such mails, in hours. */
export const DESK_PACE_HOURS: Record<(typeof DESK_PACES)[number], number> = {
  at_once: 0,
  hourly: 1,
  daily: 24,
};
