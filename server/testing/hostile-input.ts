/** What nobody sends by mistake: bodies, values and addresses of somebody who tries things out. */

/** Texts that some program somewhere has stumbled over. */
export const TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'half \udc00 a character',
  '\u202egnp.exe',
  '‮⁦🏴󠁧󠁢󠁥󠁮󠁧󠁿 ﷽',
  'line\r\nBcc: everyone@example.com',
  "'; drop table tickets; --",
  "' or '1'='1",
  '1; select pg_sleep(10)',
  "\\'; copy users to program 'id'; --",
  '$1',
  '%00',
  '../../../etc/passwd',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '__proto__',
  'constructor',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-1',
  '0x10',
  '1e999',
  '0',
  '2026-02-30T25:61:61Z',
  '00000000-0000-0000-0000-000000000000',
  '00000000-0000-0000-0000-00000000000g',
  'x'.repeat(5000),
  '\u0300'.repeat(5000),
];

/** Values for a field that expects another kind. */
export const VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  0.1 + 0.2,
  2 ** 31,
  2 ** 53,
  1e308,
  -1e308,
  Number.MIN_VALUE,
  [],
  [null],
  [[[]]],
  ['web', 'web', 'web'],
  {},
  { toString: 'x', valueOf: 'x', length: -1 },
  { constructor: { prototype: { is_admin: true } } },
  Array.from({ length: 2000 }, () => 'web'),
  'x'.repeat(300_000),
];

export interface RawBody {
  name: string;
  type: string | undefined;
  payload: string | Buffer;
}

const json = (name: string, payload: string | Buffer): RawBody => ({
  name,
  type: 'application/json',
  payload,
});
/** Written once, and not for each call. */
const bytes = (value: object) => Buffer.from(JSON.stringify(value));
const nested = (depth: number, open: string, close: string) =>
  open.repeat(depth) + (close === '}' ? '1' : '') + close.repeat(depth);

/** Levels in a body: so many that not even 20 bytes of a thread's stack are there for each. */
const DEEP = 50_000;

/** Bodies that are wrong for every call that reads one. */
const ALWAYS_WRONG: RawBody[] = [
  json('null', 'null'),
  json('a number', '7'),
  json('a text', '"text"'),
  json('a list', '[]'),
  json('nothing', ''),
  json('half an object', '{"text":'),
  json('an object and a half', '{"text":"a"}}'),
  json('single quotes', "{'text':'a'}"),
  json('a comment', '/* */{"text":"a"}'),
  json('NUL', '\0'),
  json('bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])),
  json('a number beyond all numbers', '{"hours":1e999,"hourly_rate":-1e999,"rating":1e999}'),
  json('a prototype', '{"__proto__":{"user_type":"moderator"}}'),
  json('a constructor', '{"constructor":{"prototype":{"user_type":"moderator"}}}'),
  json('the same key twice', '{"text":"a","text":{"b":[]},"feedback":"a","feedback":7}'),
  json('lists in lists', nested(DEEP, '[', ']')),
  json('objects in objects', nested(DEEP, '{"a":', '}')),
  json('objects in a field', `{"notifications":${nested(DEEP, '{"a":', '}')}}`),
  json('a text of 10 MB', bytes({ description: 'x'.repeat(10_000_000) })),
  json('a text of almost 1 MB', bytes({ text: 'x'.repeat(1_000_000) })),
  json('many keys', JSON.stringify(Object.fromEntries(Array(20_000).entries()))),
  {
    name: 'a form with lists and a prototype',
    type: 'application/x-www-form-urlencoded',
    payload: 'text=a&text=b&__proto__=c&rating[]=1',
  },
];

/** Whole bodies that are wrong, some of them by what is done to a right one. */
export function wrongBodies(right: unknown): RawBody[] {
  const text = JSON.stringify(right ?? {});
  return [
    ...ALWAYS_WRONG,
    json('a list of what is right', `[${text}]`),
    { name: 'JSON as text', type: 'text/plain', payload: text },
    { name: 'JSON as XML', type: 'application/xml', payload: text },
    { name: 'JSON as nothing', type: undefined, payload: text },
    { name: 'JSON as nonsense', type: ';;;', payload: text },
    { name: 'JSON as parts without a boundary', type: 'multipart/form-data', payload: text },
    {
      name: 'JSON in UTF-16',
      type: 'application/json; charset=utf-16',
      payload: Buffer.from(text, 'utf16le'),
    },
  ];
}

const cursor = (place: unknown) => Buffer.from(JSON.stringify(place)).toString('base64url');
const ID = '01890000-0000-7000-8000-000000000000';

/** Cursors that we did not give out. */
export const CURSORS = [
  'x',
  '%00',
  '=',
  cursor(null),
  cursor([]),
  cursor({}),
  cursor([1, 2]),
  cursor(['yesterday', ID]),
  cursor(['2026-01-01T00:00:00.000Z', "' or 1=1 --"]),
  cursor(['0000-01-01T00:00:00.000Z', ID]),
  cursor(['2026-01-01T00:00:00.000Z', ID, ID]),
  cursor(['2026-01-01T00:00:00Z; select pg_sleep(10)', ID]),
  cursor('x'.repeat(400)),
  'x'.repeat(501),
];
