/** Joins class names or ids, without empty ones. */
export function cx(...classes: unknown[]): string {
  return classes.filter((one) => typeof one === 'string' && one !== '').join(' ');
}
