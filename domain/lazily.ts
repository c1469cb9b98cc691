/**
 * Makes something the first time it is asked for, and keeps it. For formatters of `Intl`: one takes longer to
 * make than a table to format, and what no screen shows should hold up none.
 */
export function lazily<Made>(make: () => Made): () => Made {
  let made: { it: Made } | undefined;
  return () => {
    made ??= { it: make() };
    return made.it;
  };
}
