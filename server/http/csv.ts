/** One line of a CSV file (RFC 4180). */
export function csvLine(values: readonly string[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}

/** Prevents spreadsheets from reading text as a formula; negative amounts are none. */
function csvCell(value: string): string {
  const text =
    /^\s*[=+\-@]|^[\t\r\n]/.test(value) && !/^-?\d+\.\d{2}$/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** An amount with a decimal point; empty where there is none. */
export function csvDollars(cents: number | null): string {
  return cents === null ? '' : (cents / 100).toFixed(2);
}
