/** A plan that begins with a diagnosis: one hour, after which the real plan can have prices. */

/** When a diagnosis is done. Source: product decisions, "Plans have versions". */
export const DIAGNOSIS_CHECKS = [
  'The cause is named',
  'It was reproduced',
  'Fix or rebuild, and why',
  'A plan with prices',
] as const;

export const DIAGNOSIS_TITLE = 'Diagnosis';
export const DIAGNOSIS_HOURS = 1;

/** The description of its milestone, in Markdown. */
export const DIAGNOSIS_DESCRIPTION = 'Find out what is wrong before anybody plans the repair.';
