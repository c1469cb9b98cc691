import { useLocation, useSearchParams } from 'react-router';
import { CASE_ORDERS, CASE_OWNERS, HELP_KINDS } from '#domain/case-queue.ts';

const FIELDS = ['sort', 'taken', 'kind', 'person'] as const;
export type CaseFilter = (typeof FIELDS)[number];

const known: Record<Exclude<CaseFilter, 'person'>, readonly string[]> = {
  sort: CASE_ORDERS,
  taken: CASE_OWNERS,
  kind: HELP_KINDS,
};

/** Marks addresses that the filters themselves have made, not a link. */
const CHOSEN = { isChosen: true } as const;

/** The queue's order and filters. They stand in the address, and go along to a case and its next one. */
export function useCaseSearch() {
  const [search, setSearch] = useSearchParams();
  const { key, state } = useLocation();
  const chosenOf = (field: CaseFilter) => {
    const value = search.get(field) ?? '';
    return field === 'person' || known[field].includes(value) ? value : '';
  };
  const chosen = Object.fromEntries(
    FIELDS.map((field) => [field, chosenOf(field)] as const).filter(([, value]) => value !== ''),
  ) as Partial<Record<CaseFilter, never>>;
  return {
    chosenOf,
    /** Another one for each link that leads here, and the same while filters are chosen. */
    arrival: state?.isChosen ? null : key,
    query: { status: 'REQUIRES_MOD_ASSISTANCE', order: 'oldest', ...chosen } as const,
    /** For links to a case. */
    suffix: `${new URLSearchParams(chosen)}`,
    choose: (field: CaseFilter, value: string) => {
      // The address itself: what was drawn lacks a choice of a moment ago.
      const next = new URLSearchParams(window.location.search);
      if (value === '') next.delete(field);
      else next.set(field, value);
      setSearch(next, { replace: true, preventScrollReset: true, state: CHOSEN });
    },
  };
}
