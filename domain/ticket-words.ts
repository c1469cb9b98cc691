/** The last 6 characters of an id in capitals, without '#'. Source: specification 9. */
export function shortId(id: string): string {
  return id.slice(-6).toUpperCase();
}

/** A description's first line is the request's title, the rest its body. */
export function splitDescription(description: string): { title: string; body: string } {
  const [title = '', ...rest] = description.trim().split(/\r?\n/);
  return { title: title.trim(), body: rest.join('\n').trim() };
}
