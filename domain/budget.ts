/** What stands in Budget of somebody who cannot judge. */
export const PROPOSE_A_PRICE = 'Not sure, propose a price';

/** What the form suggests; the field takes any words. */
export const BUDGETS = ['$25 first hour', '$50', '$100', PROPOSE_A_PRICE] as const;
