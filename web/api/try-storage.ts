/** What storage answers; undefined where it is full or blocked, without which the product works too. */
export function tryStorage<Result>(act: () => Result): Result | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
