/** Commas only stand before thousands: as a decimal sign, '12,50' would come to a hundred times as much. */
const DOLLARS = /^(\d{1,9}|\d{1,3}(?:,\d{3}){1,2})(?:\.(\d{0,2}))?$/;

/** Typed dollars, '$1,234.5', as cents; null for no amount of whole cents. */
export function centsOf(typed: string): number | null {
  const match = DOLLARS.exec(typed.replace(/[\s$]/g, ''));
  if (!match) return null;
  const [, dollars = '0', cents = ''] = match;
  return Number(dollars.replaceAll(',', '')) * 100 + Number(cents.padEnd(2, '0'));
}

/** Cents as typed dollars: '12.50'. */
export function dollarsOf(cents: number): string {
  return (cents / 100).toFixed(2);
}
