/** Orders of the open requests. */
export const OPEN_ORDERS = ['newest', 'oldest', 'budget'] as const;

/** How an unblocker looks at the open requests. */
export interface OpenView {
  order: (typeof OPEN_ORDERS)[number];
  /** Only those with files. */
  with_files: boolean;
  /** Only those in whose words or stack this stands. */
  words: string;
}

export const MAX_VIEW_WORDS = 200;
