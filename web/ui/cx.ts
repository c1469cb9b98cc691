/** Joins names (of classes, of ids) and leaves out what is not there. */
export function cx(...classes: unknown[]): string {
  return classes.filter((one) => typeof one === 'string' && one !== '').join(' ');
}
