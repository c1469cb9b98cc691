const LINE = 400;
/** Of one text: what comes after it repeats what was there. */
const MOST = { read: 256 * 1024, found: 50 };

/** Words by which programs begin to complain. Nothing in it repeats without a limit. */
const COMPLAINS =
  /(?:Error|Exception|\berror|\bpanic|\bfatal|\bFATAL|\bERROR)(?:\s?\[?\s?[A-Z]{1,6}\d{2,6}\]?)?\s?:\s?\S|Exception$|npm ERR!|\bERR_[A-Z]|Cannot find (?:module|name|package)|Module not found|Failed to (?:compile|resolve|fetch|load|build)|is not (?:a function|defined|assignable)|[Ss]egmentation fault|\b(?:command|file) not found/;

/** Lines of an output that tell of an error. */
export function errorsIn(text: string): string[] {
  const found: string[] = [];
  const end = Math.min(text.length, MOST.read);
  for (let at = 0; at < end && found.length < MOST.found; ) {
    const next = text.indexOf('\n', at);
    const stop = next < 0 ? end : next;
    const line = text.slice(at, Math.min(stop, at + LINE)).trim();
    if (COMPLAINS.test(line)) found.push(withoutColours(line));
    at = stop + 1;
  }
  return found;
}

/** The text without what steers the colours of a terminal. */
export function withoutColours(text: string): string {
  return text.replace(/\p{Cc}\[[\d;]{0,20}[A-Za-z]/gu, '').trim();
}

/** The same error has the same: places, paths, addresses and numbers differ from time to time. */
export function sameError(line: string): string {
  return line
    .replace(/\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s"'`)]{1,300}/gi, '…')
    .replace(/[^\s"'`(=:,]{0,200}[/\\][^\s"'`):,]{1,200}/g, '…')
    .replace(/\b[0-9a-f]{8}-[0-9a-f-]{27}\b|\b0x[0-9a-f]{1,16}\b/gi, '…')
    .replace(/\d+/g, '#')
    .replace(/\s+/g, ' ')
    .toLowerCase()
    .slice(0, 200);
}
