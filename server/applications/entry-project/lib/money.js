/** Takes a percentage off an amount in cents. Half a cent is rounded up. */
export function withDiscount(cents, percent) {
  return Math.round((cents * (100 - percent)) / 100);
}

/** What an order costs in cents. */
export function totalOf(lines, percent) {
  let total = 0;
  for (const { cents, count } of lines) {
    // The discount is taken off first, so that each price is a whole number of cents.
    total += withDiscount(cents, percent) * count;
  }
  return total;
}
