/** What of a call's body the other side of a request will read. */
export interface Shares {
  /** Names of fields, or paths in which `*` stands for each of a list: `add.*.title`. */
  texts: readonly string[];
  /** The same of fields with a key of an upload, or several. */
  files?: readonly string[];
  /** Keys can be masked, but not shared: no history of one request could say so. */
  maskOnly?: true;
}

/** A text of a call; `where` is dotted, as in `evidence.0.text`. */
export interface SharedText {
  where: string;
  text: string;
}

interface Parts {
  texts: SharedText[];
  /** Of uploads. */
  keys: string[];
}

/** What of a body the other side will read. */
export function partsOf(body: unknown, { texts, files = [] }: Shares): Parts {
  return {
    texts: allAt(body, texts).flatMap(({ where, value }) =>
      typeof value === 'string' ? [{ where: where.join('.'), text: value }] : [],
    ),
    keys: allAt(body, files).flatMap(({ value }) => keysIn(value)),
  };
}

interface Replacements {
  /** By where they stand. */
  texts: Readonly<Record<string, string>>;
  copies: ReadonlyMap<string, string>;
}

/** The body with other texts, and copies in place of uploads. */
export function replaced(body: unknown, { files = [] }: Shares, by: Replacements): unknown {
  const whole = structuredClone(body);
  for (const [where, text] of Object.entries(by.texts)) put(whole, where.split('.'), text);
  for (const { where, value } of allAt(body, files)) {
    const keys = keysIn(value);
    if (keys.length === 0) continue;
    const copies = keys.map((key) => by.copies.get(key) ?? key);
    put(whole, where, typeof value === 'string' ? copies[0] : copies);
  }
  return whole;
}

interface Found {
  where: string[];
  value: unknown;
}

function allAt(body: unknown, paths: readonly string[]): Found[] {
  return paths.flatMap((path) => valuesAt({ where: [], value: body }, path.split('.')));
}

function valuesAt({ where, value }: Found, [name, ...rest]: readonly string[]): Found[] {
  if (name === undefined) return [{ where, value }];
  if (name === '*') {
    const each = Array.isArray(value) ? [...value.entries()] : [];
    return each.flatMap(([place, entry]) =>
      valuesAt({ where: [...where, String(place)], value: entry }, rest),
    );
  }
  if (!isRecord(value) || !Object.hasOwn(value, name)) return [];
  return valuesAt({ where: [...where, name], value: value[name] }, rest);
}

/** Only where `valuesAt` has found something. */
function put(whole: unknown, [name = '', ...rest]: readonly string[], value: unknown): void {
  const part = whole as Record<string, unknown>;
  if (rest.length === 0) part[name] = value;
  else put(part[name], rest, value);
}

function keysIn(value: unknown): string[] {
  const keys: unknown[] = Array.isArray(value) ? value : [value];
  return keys.filter((key) => typeof key === 'string');
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
