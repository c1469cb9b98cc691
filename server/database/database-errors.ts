/** PostgreSQL's five-letter error code, or an empty string. */
export function databaseCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Cannot connect, lost the connection, or waited or ran too long. */
export function isOutage(error: unknown): boolean {
  return isGone(error) || /^(53|55P03|57014|25P03)/.test(databaseCode(error));
}

/** Cannot connect, lost the connection, or has reached a server that is the primary no more. */
export function isGone(error: unknown): boolean {
  const text = error instanceof Error ? error.message : '';
  return (
    /^(08|57P|25006|ECONN|EPIPE|ETIMEDOUT)/.test(databaseCode(error)) ||
    /timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated|not queryable/.test(
      text,
    )
  );
}
