/** '12.5' or '$12.50' in cents; null for what is no amount of money with whole cents. */
export function centsOf(typed: string): number | null {
  const match = /^\$?(\d{1,7})(?:\.(\d{1,2}))?$/.exec(typed.trim().replaceAll(',', ''));
  if (!match) return null;
  const [, dollars = '0', cents = ''] = match;
  return Number(dollars) * 100 + Number(cents.padEnd(2, '0'));
}

/** Cents as they are typed: '12.50'. */
export function dollarsOf(cents: number): string {
  return (cents / 100).toFixed(2);
}
