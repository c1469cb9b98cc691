import { type Assignment, readAssignment } from './assignment.ts';
import {
  isCommonPassword,
  isComposed,
  isPath,
  isStandIn,
  isTerm,
  isUuid,
  looksRandom,
  switches,
} from './likely-secret.ts';

/** What a name can promise. */
export type Promised = 'password' | 'secret' | 'key';

/** Names that hold a secret's word and say that the value is something else. */
const ABOUT =
  /^(?:name|path|file(?:name)?|dir|url|uri|link|href|endpoint|host|domain|expir\w*|ttl|lifetime|age|length|len|min|max|minimum|maximum|type|kind|id|ids|count|label|placeholder|hint|helper|help|field|input|column|header|cookie|param\w*|prefix|suffix|issuer|audience|alg\w*|policy|policies|rule|rules|reset|forgot|forgotten|changed?|store|storage|manager|arn|ref|reference|version|rotation|size|limit|limits|usage|format|regex|pattern|error|errors|message|msg|title|text|description|schema|valid\w*|strength|score|required|hidden|visible|visibility|toggle|show|provider|service|region|at|date|time|status|state|enabled|icon|colou?r|index|map|mapping|order|board|press|down|up|code|codes|word|words|frame|frames|stroke|note|event|group|mode|list|bind\w*|sequence|hash\w*|digest|fingerprint|thumbprint|budget|bucket|request|response|props|class|component|page|screen|form|view|route|api|doc|docs)$/i;

/** Keys and tokens that are no secrets: public ones, and keys of tables, caches and texts. */
const PUBLIC =
  /(?:^|[_.-])(?:public|publishable|anon|anonymous|site|search(?:[_-]?only)?|primary|foreign|unique|cache|sort|partition|object|s3|row|hash|range|i18n|translation|locale|idempotency|query|mutation|storage|local|session[_-]storage|react|map|dict|shift|arrow|any|foo|group|index|lookup|natural|composite|answer|hot|short|music|measurement|write|next|prev|page|pagination|continuation|csrf|xsrf|design|color|css|syntax|lexer|parser|max|total|prompt|completion|input|output|cached|eos|bos|pad|unk|sep|cls|mask|pub|recv|gpg|pgp)[_.-]?(?:api[_.-]?)?(?:key|token|secret)s?$/i;
const PUBLIC_CAMEL =
  /(?:[Pp]ublic|[Pp]ublishable|[Aa]non|[Ss]ite|[Ss]earch|[Ss]earchOnly|[Pp]rimary|[Ff]oreign|[Cc]ache|[Ss]ort|[Pp]artition|[Oo]bject|[Ss]torage|[Qq]uery|[Ii]dempotency|csrf|xsrf|[Nn]ext|[Pp]rev|[Pp]age|[Cc]ontinuation|[Cc]ursor)(?:Api)?(?:Key|Token)s?$/;
const BROWSER =
  /^(?:NEXT_PUBLIC|VITE|REACT_APP|EXPO_PUBLIC|NUXT_PUBLIC|PUBLIC|GATSBY|SNOWPACK_PUBLIC)_/;
/** Public parts of keys, names of objects, and what has a rule of its own. */
const IDENTIFIER =
  /^AIza|^(?:price|prod|cus|pi|sub|acct|plan|evt|pm|seti|cs|pk|ca|phc|tok|src|card|in|si|req|usr|user|org|ins|sess)_|^(?:pk\.|G-|UA-|GTM-|AW-|sb_publishable|ssh-|ecdsa-|AC[0-9a-f]{32}$|0x[0-9a-fA-F]{40}$|sha\d{3}-|sha\d{3}:|data:|#[0-9a-fA-F]{3,8}$|\{\{SECRET)/;

/** A value that is named as a password, a secret or a key, by its place. */
export function readNamed(
  text: string,
  at: number,
  word: string,
  promised: Promised,
): { start: number; end: number } | null {
  const assignment = readAssignment(text, at, word);
  if (!assignment || !isSecretName(assignment.name, word, promised)) return null;
  if (!isSecretValue(assignment, text, promised)) return null;
  return { start: assignment.start, end: assignment.end };
}

function isSecretName(name: string, word: string, promised: Promised): boolean {
  const at = name.toLowerCase().lastIndexOf(word);
  const rest = name
    .slice(at + word.length)
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .split(/[^A-Za-z\u00c0-\u024f]+/)
    .filter(Boolean);
  if (rest.some((part) => ABOUT.test(part))) return false;
  if (!isWhole(name, at, word)) return false;
  if (promised === 'password') return true;
  if (PUBLIC.test(name) || PUBLIC_CAMEL.test(name)) return false;
  return !BROWSER.test(name) || /SECRET|PRIVATE|ADMIN|SERVICE/.test(name);
}

/** What such a word is joined to in names of small letters alone, as in `apikey` and `dbpass`. */
const JOINED =
  /(?:api|auth|secret|master|access|private|admin|app|server|service|encryption|signing|licen[cs]e|sub|account|rest|session|cookie|jwt|webhook|crypt|consumer|hash|aes|hmac|rsa|ssh|deploy|client|user|my|root|db|smtp|mail|sftp|ftp|sql|pg|mysql|redis|x)$/i;
const AFTER =
  /^(?:s|e|ña|n|keys?|value|base|prod|production|live|test|dev|staging)?(?![a-z\u00df-\u024f])/;

/** `smtpPass`, `DB_PASS` and `dbpass` are names of passwords; `bypass`, `compass`, `passed` are not. */
function isWhole(name: string, at: number, word: string): boolean {
  const found = name.slice(at, at + word.length);
  const after = name.slice(at + word.length);
  const isCapitals = found === found.toUpperCase();
  if (!AFTER.test(isCapitals ? after.toLowerCase() : after)) return false;
  const before = name.slice(0, at);
  if (word.length > 4 || !/[A-Za-z]$/.test(before)) return true;
  const isHump = /[a-z]$/.test(before) && /^[A-Z]/.test(found);
  return isHump || JOINED.test(before);
}

function isSecretValue(assignment: Assignment, text: string, promised: Promised): boolean {
  const { value, isQuoted } = assignment;
  // More names and values, and not one.
  if (!isQuoted && value.split('=', 5).length === 5) return false;
  if (value.length < 4 || isStandIn(value) || IDENTIFIER.test(value)) return false;
  if (!isQuoted && isCode(assignment, text)) return false;
  if (promised === 'password') return isPassword(assignment, text);
  return isKey(assignment, promised);
}

const MEMBER = /^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)+$/;
const WORD = /^[A-Za-z_$][\w$]*$/;
const STATEMENT = /[{}]|=>|\breturn\b|\b(?:const|let|var|if|await|self)\b|\w\(/;

/** Without quotes, in code: what stands there is another name, or a call. */
function isCode(assignment: Assignment, text: string): boolean {
  const { value, isSetting, way, name } = assignment;
  if (isSetting && /^[A-Z]/.test(name)) return false;
  if (isInConnection(assignment, text)) return false;
  if (way === 'prose' || way === 'element') return /^[\w$]+\(/.test(value);
  if (/[(){}[\]]|=>|&&|\|\|/.test(value) || MEMBER.test(value)) return true;
  return WORD.test(value) && isInStatement(assignment, text);
}

/** `…;Password=…;`, `?key=…&`. */
function isInConnection({ nameStart, start }: Assignment, text: string): boolean {
  return /[;&?]/.test(text[nameStart - 1] ?? '') && text[start - 1] === '=';
}

function isInStatement({ value, start, end }: Assignment, text: string): boolean {
  const after = text.slice(end, end + 80).split('\n')[0] ?? '';
  if (/^[([]|^\.\w/.test(after)) return true;
  if (looksRandom(value)) return false;
  if (/^[,;]\s*$/.test(after)) return true;
  const before =
    text
      .slice(Math.max(0, start - 160), start)
      .split('\n')
      .at(-1) ?? '';
  return STATEMENT.test(before) || /[{}]/.test(after);
}

const UNITS =
  /^[ \t]{0,3}(?:bits?|bytes?|chars?|characters?|letters?|digits?|symbols?|times|days?|hours?|minutes?|seconds?|attempts?|zeichen|stellen|caracteres|caractères|or more)\b/i;
const LABEL =
  /passw|passp|kennwort|contrase|mot de|senha|wachtwoord|secret|token|schlüssel|clave|login|sign.?in|reset|forgot/i;

function isPassword(assignment: Assignment, text: string): boolean {
  const { value, end, isSetting, way } = assignment;
  if (/\s/.test(value)) return /^[a-z]{4}(?: [a-z]{4}){3}$/.test(value) || isPassphrase(assignment);
  if (value.length > 200 || isTerm(value) || UNITS.test(text.slice(end, end + 20))) return false;
  if (isPath(value) && !/[!$#@%^&*]/.test(value)) return false;
  if (isSetting) return isSettingPassword(assignment);
  if (isComposed(value)) return isTold(assignment);
  if (way === 'list' || way === 'call' || way === 'cell') return isStrong(value);
  if (way === 'space') return isStrong(value) && speaksOfSignIn(text, assignment.nameStart);
  return isOdd(value) || isCommonPassword(value) || isTold(assignment);
}

/** Digits and letters, or signs that no word has inside. */
function isOdd(value: string): boolean {
  if (/\d/.test(value) && /[A-Za-z]/.test(value)) return true;
  const inner = value.replace(/[:*?!.…]+$/, '');
  return /[!$#@%^&*+=~]/.test(inner) && /[A-Za-z0-9]/.test(inner) && !/^[#.@{[(<"'\\]/.test(inner);
}

/** What a sentence gives as a password may be one without any digit; a label is not. */
function isTold({ value, way, isQuoted }: Assignment): boolean {
  if (/^\d+$/.test(value)) return way === 'prose' || (isQuoted && value.length >= 6);
  if (way !== 'prose' && way !== 'option') return false;
  if (isComposed(value))
    return way === 'prose' && !isQuoted && /\d/.test(value) && value.length >= 6;
  if (LABEL.test(value)) return false;
  return isMixed(value) || (isQuoted && /^[A-Za-z][a-z]{5,}$/.test(value) && !ORDINARY.test(value));
}

const ORDINARY =
  /^(?:required|correct|incorrect|invalid|missing|wrong|hashed|encrypted|optional|hidden|expired|stored|empty|secure|strong|string|boolean|number|unknown|ignored|disabled|enabled|private|public|hunter|needed|created|deleted|updated)$/i;

function isMixed(value: string): boolean {
  return /^[A-Za-z]{8,}$/.test(value) && /[a-z][A-Z]/.test(value) && /[A-Z]/.test(value[0] ?? '');
}

/** Settings are taken at their word: what is no default is a password. */
function isSettingPassword({ value, name, isQuoted }: Assignment): boolean {
  if (isComposed(value) && !(/[A-Za-z]/.test(value) && /\d{2}/.test(value))) return false;
  if (/\d/.test(value) && /[A-Za-z]/.test(value)) return true;
  if (!/^[A-Z]/.test(name)) return /[!$#@%^&*]/.test(value) || isCommonPassword(value);
  return !(isQuoted && LABEL.test(value));
}

function isPassphrase({ name, value, isSetting }: Assignment): boolean {
  if (!/phrase|mnemonic|seed/i.test(name) && !isSetting) return false;
  const words = value.split(' ');
  const isSeed =
    [12, 15, 18, 21, 24].includes(words.length) && words.every((word) => /^[a-z]{3,8}$/.test(word));
  return (
    (isSeed && new Set(words).size > 6) || (words.length >= 3 && /\d/.test(value) && isSetting)
  );
}

function isStrong(value: string): boolean {
  return value.length >= 6 && /\d/.test(value) && /[A-Za-z]/.test(value) && !isComposed(value);
}

function speaksOfSignIn(text: string, nameStart: number): boolean {
  const before = text.slice(Math.max(0, nameStart - 80), nameStart);
  return /log ?in|sign ?in|user|e-?mail|account|machine|@|credential|zugang|anmeld|usuario/i.test(
    before,
  );
}

function isKey(assignment: Assignment, promised: Promised): boolean {
  const { value, way, isSetting, name } = assignment;
  if (/\s/.test(value)) return promised === 'secret' && isPassphrase(assignment);
  if (isUuid(value)) {
    return isSetting || /api[_-]?key|secret|access[_-]?token|auth[_-]?token/i.test(name);
  }
  if (isTerm(value) || isComposed(value)) return false;
  if (/^[A-Fa-f0-9]{24,}$/.test(value)) return new Set(value).size >= 6;
  if (way === 'space' || way === 'cell') return looksRandom(value, 20);
  if (looksRandom(value, promised === 'key' ? 16 : 12)) return true;
  return promised === 'secret' && !isPath(value) && isChosen(assignment);
}

/** A secret that somebody thought of, such as `shop-jwt-2024!`. */
function isChosen({ value, isSetting, isQuoted, name }: Assignment): boolean {
  const hasSign = /[!$#@%^&*]/.test(value);
  const isMixture = /\d/.test(value) && /[A-Za-z]/.test(value);
  if (isSetting && /^[A-Z]/.test(name)) return value.length >= 8 && (isMixture || hasSign);
  if (!isQuoted || value.length < 12 || !isMixture) return false;
  return (hasSign || /\d{2}/.test(value)) && switches(value) > 0.05;
}
