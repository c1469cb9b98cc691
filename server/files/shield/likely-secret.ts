// Whether a value is a secret itself, or stands in its place.

/** What people write where a secret is to be filled in. */
const FILL_IN =
  /your|example|change[_-]?(?:me|this|it)|placeholder|replace|insert|dummy|redacted|removed|todo|fixme|x{4}|\*{3}|•{2}|\.{3}|…|<[^>]{0,80}>|\$\{|\{\{|#\{|%\(|<%|goes[_-]?here|[_-]here\b|my[_-]?(?:api[_-]?key|secret|token|password)\b|not[_-]?(?:a[_-]?)?real|sample[_-]|fake|openssl|generate|deadbeef/i;

/** Where a program looks a value up. */
const LOOKED_UP =
  /process\.env|import\.meta|environ|getenv|env[.([:]|secrets\.|^\$|^%\w+%$|^!\w+|^@\w+@$|^(?:op|vault|aws|gcp|arn|sops|keyring|ssm|secretsmanager):|^ENC\[|\$\(|^keyvault|^ref\+|^var\.|^local\.|^data\./i;

const NOTHING =
  /^(?:null|none|nil|undefined|nan|true|false|yes|no|on|off|string|str|number|boolean|bool|int|integer|any|unknown|object|bytes|text|varchar|optional|required|void|empty|never|self|this|default|value|test|n\/a|tbd)$/i;

/** Whoever writes a gap says so at its beginning. */
const BEGINNING = 100;

/** A long value is judged by so much of it: the time may not grow with what somebody makes long. */
const JUDGED = 200;

/** A gap that somebody is to fill in. */
export function isGap(value: string): boolean {
  return FILL_IN.test(value.slice(0, BEGINNING)) || isOneLetter(value);
}

/** What no one would call a secret: a gap to fill in, a name where one is looked up, or nothing. */
export function isStandIn(value: string): boolean {
  return isGap(value) || LOOKED_UP.test(value.slice(0, JUDGED)) || NOTHING.test(value);
}

/** `aaaaaaaa`, `sk-00000000`: half of it or more is the same. */
function isOneLetter(value: string): boolean {
  if (value.length < 4) return false;
  const counts = new Uint8Array(128);
  const length = Math.min(value.length, 64);
  let most = 0;
  for (let at = 0; at < length; at++) {
    const code = value.charCodeAt(at) % 128;
    const count = (counts[code] ?? 0) + 1;
    counts[code] = count;
    most = Math.max(most, count);
  }
  return most * 2 >= length;
}

/**
 * How often a value goes from small letters to capitals to digits and back, as a share of its
 * letters. What is drawn by chance does so in every second or third place, and words hardly ever.
 */
export function switches(value: string): number {
  let count = 0;
  let pairs = 0;
  for (let at = 1; at < value.length; at++) {
    const before = classOf(value.charCodeAt(at - 1));
    const now = classOf(value.charCodeAt(at));
    if (before === 0 || now === 0) continue;
    pairs++;
    if (before !== now) count++;
  }
  return pairs === 0 ? 0 : count / pairs;
}

function classOf(code: number): number {
  if (code >= 48 && code <= 57) return 1;
  if (code >= 97 && code <= 122) return 2;
  return code >= 65 && code <= 90 ? 3 : 0;
}

/** `1234567890abcdef`: most letters are the one after the one before. */
function isRow(value: string): boolean {
  let steps = 0;
  for (let at = 1; at < value.length; at++) {
    if (Math.abs(value.charCodeAt(at) - value.charCodeAt(at - 1)) === 1) steps++;
  }
  return steps * 10 >= value.length * 7;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const PATHS =
  /^(?:[.~]{0,2}\/|[a-z]:\\|\w+:\/\/|www\.)|\.(?:[jt]sx?|json|ya?ml|pem|key|crt|png|svg|html?|css|md|txt|env|com|org|net|io|dev|app)$/i;

/** Whether it looks drawn by chance: no word, path, date, version, identifier or UUID. */
export function looksRandom(whole: string, shortest = 16): boolean {
  const value = whole.slice(0, JUDGED);
  if (value.length < shortest || /\s/.test(value) || UUID.test(value) || PATHS.test(value))
    return false;
  if (isRow(value) || new Set(value).size < 6) return false;
  const digits = value.replace(/\D/g, '').length;
  if (digits === value.length) return false;
  const longest = Math.max(...value.split(/[^A-Za-z0-9]+/).map(({ length }) => length));
  const share = switches(value);
  if (digits === 0) return value.length >= 20 && longest >= 10 && share >= 0.42;
  const least = longest >= 10 ? 0.17 : 0.3;
  return share >= (digits === 1 ? least + 0.08 : least);
}

/** Without what stands for signs in an address, such as `%3D`; of a long value its beginning. */
export function withoutEscapes(value: string): string {
  return value.slice(0, 3 * JUDGED).replace(/%../g, '');
}

/** Whether it may be drawn by chance: it is one word, or words and numbers, only rarely. */
export function isLoose(value: string): boolean {
  return isRow(value) || switches(value) >= (/\d/.test(value) ? 0.1 : 0.3);
}

export function isUuid(value: string): boolean {
  return UUID.test(value);
}

export function isPath(value: string): boolean {
  return PATHS.test(value) || /^[\w.-]+(?:\/[\w.-]+)+\/?$/.test(value);
}

/** Made of nothing but the words of examples, tests and labels, such as `test-password-123`. */
const COMPOSED =
  /^(?:test(?:er|ing)?|pass(?:word|wort|wd|phrase)?|pwd|secret|token|api|key|auth|jwt|session|wrong|in?correct|in?valid|new|old|my|user(?:name)?|admin(?:istrator)?|demo|foo|bar|baz|abc|xyz|qwe(?:rty)?|guest|root|postgres|mysql|default|super|strong|weak|hash(?:ed)?|mock|stub|current|confirm|reset|field|input|access|refresh|bearer|client|app|id|dev|prod|local(?:host)?|staging|db|database|the|a|is|some|random|string|value|here|[\W_]|\d)+$/i;

export function isComposed(value: string): boolean {
  return value.length <= 80 && COMPOSED.test(value);
}

/** Words with a digit or a capital inside that are no passwords, though they may follow "is". */
const TERM =
  /^(?:base\d{2}|sha-?\d{1,3}|md5|utf-?\d{1,2}|o?auth\d?|1password|argon2\w{0,2}|bcrypt|scrypt|pbkdf2|aes-?\d{3}\w*|[srh]s\d{3}|ec2|s3|mp[34]|ipv[46]|http[23]|tls\d?|v\d[\d.]*|[0-9]+(?:st|nd|rd|th|px|ms|s|m|h|d|kb|mb|gb|%|x|\+)?|github|gitlab|lastpass|keepass|bitwarden|icloud|youtube|javascript|typescript|postgresql|mongodb|mysql|openai|nextauth|graphql|localstorage|sessionstorage)$/i;

export function isTerm(value: string): boolean {
  return TERM.test(value);
}

/** Common passwords without a digit that a rule on letters and digits would miss. */
const COMMON =
  /^(?:letmein|iloveyou|sunshine|princess|dragon|monkey|football|baseball|welcome|shadow|superman|batman|trustno|opensesame|qwertz|qwertyuiop|asdfgh\w*|zxcvbn\w*|starwars|whatever|freedom|master|hunter|correcthorse\w*|geheim|schatz|hallo|passwort|contrasena)\W?$/i;

export function isCommonPassword(value: string): boolean {
  return COMMON.test(value);
}
