/** PostgreSQL's five-letter error code, or an empty string. */
export function databaseCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Cannot connect, lost the connection, or waited or ran too long. */
export function isOutage(error: unknown): boolean {
  const code = databaseCode(error);
  const text = error instanceof Error ? error.message : '';
  return (
    /^(08|53|57P|55P03|57014|25P03|ECONN|EPIPE|ETIMEDOUT)/.test(code) ||
    /timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated/.test(
      text,
    )
  );
}
