import { budgetCents } from '#domain/budget.ts';
import { OPEN_ORDERS, type OpenView } from '#domain/open-view.ts';
import type { Ticket } from '#domain/ticket.ts';
import { userStorage } from '../api/user-storage.ts';

export const openOrderLabels: Record<OpenView['order'], string> = {
  newest: 'Newest first',
  oldest: 'Waiting longest first',
  budget: 'Highest budget first',
};

const KEY = 'open-requests';
export const ALL_OPEN: OpenView = { order: 'newest', with_files: false, words: '' };

/** How the list was looked at last; kept in this browser. */
export const openView = {
  read(): OpenView {
    const kept = userStorage.readValue<Partial<OpenView>>(KEY) ?? {};
    const order = OPEN_ORDERS.find((one) => one === kept.order) ?? ALL_OPEN.order;
    return { order, with_files: kept.with_files === true, words: String(kept.words ?? '') };
  },
  keep: (view: OpenView): void => userStorage.writeValue(KEY, view),
};

/** Whether anything is left out. */
export function isNarrowed({ with_files, words }: OpenView): boolean {
  return with_files || words.trim() !== '';
}

export function isSameView(one: OpenView, other: OpenView): boolean {
  return (
    one.order === other.order &&
    one.with_files === other.with_files &&
    one.words.trim() === other.words.trim()
  );
}

/** In that order, without what does not fit. */
export function arranged(tickets: readonly Ticket[], view: OpenView): Ticket[] {
  const words = view.words.trim().toLowerCase();
  const fitting = tickets.filter(
    (ticket) =>
      (!view.with_files || Object.keys(ticket.files).length > 0) &&
      `${ticket.description}\n${ticket.stack}\n${ticket.title}`.toLowerCase().includes(words),
  );
  return fitting.toSorted((one, other) => {
    if (view.order === 'budget')
      return (budgetCents(other.budget) ?? 0) - (budgetCents(one.budget) ?? 0);
    const age = +new Date(one.created_at) - +new Date(other.created_at);
    return view.order === 'oldest' ? age : -age;
  });
}
