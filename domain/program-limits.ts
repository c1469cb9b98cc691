/** How many calls each token may make. */
export const PROGRAM_CALLS_A_MINUTE = 600;

/** How long it is kept what programs did, in days. */
export const PROGRAM_USES_DAYS = 30;
