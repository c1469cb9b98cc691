import type { Ticket } from '#domain/ticket.ts';
import { userStorage } from '../api/user-storage.ts';

export const OPEN_ORDERS = ['newest', 'oldest', 'budget'] as const;
export type OpenOrder = (typeof OPEN_ORDERS)[number];

export const openOrderLabels: Record<OpenOrder, string> = {
  newest: 'Newest first',
  oldest: 'Waiting longest first',
  budget: 'Highest budget first',
};

/** How somebody looks at the open requests; kept in this browser. */
export interface OpenView {
  order: OpenOrder;
  /** Only those with files. */
  withFiles: boolean;
  /** Only those in whose words or stack this stands. */
  words: string;
}

const KEY = 'open-requests';
const plain: OpenView = { order: 'newest', withFiles: false, words: '' };

export const openView = {
  read(): OpenView {
    try {
      const kept = JSON.parse(userStorage.read(KEY) ?? '{}') as Partial<OpenView>;
      const order = OPEN_ORDERS.find((one) => one === kept.order) ?? plain.order;
      return { order, withFiles: kept.withFiles === true, words: String(kept.words ?? '') };
    } catch {
      return plain;
    }
  },
  keep: (view: OpenView): void => userStorage.write(KEY, JSON.stringify(view)),
};

/** Whether anything is left out. */
export function isNarrowed({ withFiles, words }: OpenView): boolean {
  return withFiles || words.trim() !== '';
}

/** In that order, without what does not fit. */
export function arranged(tickets: readonly Ticket[], view: OpenView): Ticket[] {
  const words = view.words.trim().toLowerCase();
  const fitting = tickets.filter(
    (ticket) =>
      (!view.withFiles || Object.keys(ticket.files).length > 0) &&
      `${ticket.description}\n${ticket.stack}\n${ticket.title}`.toLowerCase().includes(words),
  );
  return fitting.toSorted((one, other) => {
    if (view.order === 'budget') return dollarsIn(other.budget) - dollarsIn(one.budget);
    const age = +new Date(one.created_at) - +new Date(other.created_at);
    return view.order === 'oldest' ? age : -age;
  });
}

/** The highest amount that a budget names; free text without one counts as none. */
export function dollarsIn(budget: string): number {
  const amounts = budget.replaceAll(/(\d),(\d{3})/g, '$1$2').match(/\d+(?:\.\d+)?/g) ?? [];
  return Math.max(0, ...amounts.map(Number));
}
