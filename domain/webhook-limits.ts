export const MAX_WEBHOOKS = 10;

/** How long to wait after each failed try, in seconds: eight tries over a day. */
export const WEBHOOK_WAITS = [10, 60, 600, 3600, 10_800, 28_800, 43_200] as const;
/** A receiver that asks for more time by Retry-After gets it, up to so many seconds. */
export const WEBHOOK_LONGEST_WAIT = 43_200;
export const WEBHOOK_TRIES = WEBHOOK_WAITS.length + 1;
/** After so many days of nothing but failures a webhook is switched off. */
export const WEBHOOK_FAILING_DAYS = 3;
/** How long the log of deliveries is kept, in days. */
export const WEBHOOK_LOG_DAYS = 30;
/** How long a replaced secret still signs, in hours. */
export const OLD_SECRET_HOURS = 24;
/** A receiver has to answer within so many seconds. */
export const WEBHOOK_ANSWER_SECONDS = 10;
