// Apart from the schemas, which bring Zod: mails and public pages show these.

/** How long the link to an application is valid, and how long one that came to nothing is kept. */
export const APPLICATION_DAYS = 30;
export const KEPT_APPLICATION_DAYS = 90;

export const MAX_EXAMPLES = 3;
export const MAX_EXAMPLE_TEXT = 1000;
export const MAX_PROOF_TEXT = 2000;

/** What a fixed version may hold: packed as it is sent, and unpacked. The project has 16 files. */
export const ENTRY_UPLOAD_MB = 2;
export const ENTRY_LIMITS = { bytes: 5 * 1024 * 1024, files: 300 };

/** So many unblockers review an application; each has this many approved milestones or finished requests. */
export const REVIEWS_OF_APPLICATION = 2;
export const REVIEWER_MILESTONES = 3;

/** What has to work in the project of the entry test (server/applications/entry-project). */
export const ENTRY_CHECKS = ['totals', 'orders', 'notes'] as const;
export type EntryCheck = (typeof ENTRY_CHECKS)[number];

export const entryCheckTexts: Record<EntryCheck, string> = {
  totals: 'With BREAD10 an order costs exactly ten percent less: three croissants cost $3.11',
  orders: 'Fifty orders at the same moment are all kept, each with a number of its own',
  notes: 'A name or note with <, > or & is on the board as it was typed, and nothing in it runs',
};

/** What reviewers mark from 1 to 5. */
export const ENTRY_MARKS = ['correctness', 'clarity', 'care', 'words'] as const;
export type EntryMark = (typeof ENTRY_MARKS)[number];

export const entryMarkWords: Record<EntryMark, { label: string; hint: string }> = {
  correctness: { label: 'Correctness', hint: 'The cause is mended, not its sign.' },
  clarity: { label: 'Clarity', hint: 'The changes are easy to read.' },
  care: { label: 'Care', hint: 'Nothing else was touched or broken, and there are tests.' },
  words: { label: 'Words', hint: 'A customer would understand what is written.' },
};

/** What was checked of an unblocker, as their public profile says it. */
export const BADGES = ['entry_test'] as const;
export type Badge = (typeof BADGES)[number];

export const badgeWords: Record<Badge, { label: string; hint: string }> = {
  entry_test: {
    label: 'Passed the entry test',
    hint: 'Mended a broken project before joining; two unblockers looked at it and recommended it.',
  },
};
