/** A secret by its place; `end` is the first place after it. */
export interface Span {
  kind: string;
  start: number;
  end: number;
}

/**
 * What secretlint leaves out on purpose, because it cannot be sure: passwords and keys without a form
 * of their own, which only the name before them gives away. We only warn, so a guess is welcome.
 */
const NAMED =
  /(?<name>passw(?:or)?d|passphrase|secret|(?:api|access|private)[_-]?key|(?:auth|access)[_-]?token)[\w-]{0,20}["']?[ \t]{0,8}(?::|=>?|:=)[ \t]{0,8}(?:"(?<double>[^"\n]{6,200})"|'(?<single>[^'\n]{6,200})'|(?<bare>[^\s"'`,;(){}[\]<>]{8,200}))/dgi;

/** What stands there instead of the thing itself. */
const PLACEHOLDER =
  /^(?:[x*•.#_-]+|.*(?:your|example|change|placeholder|replace|insert|dummy|redacted|removed|todo|<|\$\{|\{\{|process\.env|os\.environ|getenv|env\().*|null|undefined|string|password|secret|true|false)$/i;
/** A name of another variable, or a path to one. */
const REFERENCE = /^[a-z_$][\w$]*(?:\.[\w$]+)+$|^[a-z]+(?:[A-Z][a-z]+)*$|^[A-Z_]+$/;

/** Passwords and keys that are named as such, by the place of their value. */
export function passwordsIn(text: string): Span[] {
  const found: Span[] = [];
  for (const match of text.matchAll(NAMED)) {
    const { double, single, bare } = match.indices?.groups ?? {};
    const place = double ?? single ?? bare;
    if (!place) continue;
    const [start, end] = place;
    const value = text.slice(start, end);
    if (PLACEHOLDER.test(value) || REFERENCE.test(value)) continue;
    // Prose such as 'password: does not work' has no quotes round one word with digits in it.
    if (bare && !/\d|[^\w.-]/.test(value)) continue;
    const kind = /passw|passphrase/i.test(match.groups?.name ?? '') ? 'Password' : 'Secret key';
    found.push({ kind, start, end });
  }
  return found;
}
