import { longDayName } from './month-names.ts';

/** 'November 20, 2026' in UTC, as on statements and invoices. */
export function PaperDate({ at }: { at: string | Date }) {
  return <time dateTime={new Date(at).toISOString()}>{longDayName(at)}</time>;
}
