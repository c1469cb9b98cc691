import { isLockFile } from '../packages/locked.ts';
import type { ProjectFile } from '../project-files.ts';
import { linesOf } from '../project-texts.ts';
import type { Changed } from './changed-files.ts';
import { item, type SafetyItem } from './safety-item.ts';

const LONG = 1000;
const LOOKED_AT = 20_000;
/** Bytes. People write no code of that length. */
const LONG_FILE = 512 * 1024;
/** Data, pictures and lists by programs are long without hiding anything. */
const DATA =
  /\.(?:json|jsonl|csv|tsv|svg|map|snap|lock|sum|md|mdx|txt|html?|xml|po|ipynb|geojson|sql|ya?ml|css)$/i;
const CODE =
  /\.(?:[cm]?[jt]sx?|vue|svelte|py|rb|php|go|rs|java|kts?|cs|swift|dart|sh|sql|c|cc|cpp|h|html?|ya?ml|json|toml|lua|pl|ex|exs)$/i;
/** Signs that turn the order of letters round, so that code reads otherwise than it runs. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/;
/** Signs without a width between plain letters; emoji and some scripts need them elsewhere. */
const HIDES = /[\x20-\x7e][\u200b-\u200d\u2060\u2061-\u2064\ufeff\u00ad][\x20-\x7e]/;
/** Tags and other pictures of letters that no screen shows. */
const INVISIBLE = /[\u{e0001}\u{e0020}-\u{e007f}]{3}/u;
const DISGUISED =
  /\beval\s{0,5}\(\s{0,5}(?:atob|Buffer\.from|unescape|base64_decode|decodeURIComponent|gzinflate|String\.fromCharCode)|\bexec\s{0,5}\(\s{0,5}(?:base64|zlib|codecs|bytes\.fromhex|__import__)|new Function\s{0,5}\(\s{0,5}(?:atob|Buffer)/;

/** Lines of a changed text that a person cannot read, or would read wrongly; one of each kind. */
export function unreadableCode({ file: { path, size }, text, textBefore }: Changed): SafetyItem[] {
  if (!CODE.test(path) || isLockFile(path)) return [];
  if (text === null) return size > LONG_FILE && !DATA.test(path) ? [tooLong(path)] : [];
  const found = new Map<string, SafetyItem>();
  let before: Set<string> | null = null;
  for (const [line, number] of linesOf(text, LOOKED_AT)) {
    const problem = problemIn(line, path);
    if (!problem || found.has(problem)) continue;
    before ??= new Set([...linesOf(textBefore, LOOKED_AT)].map(([old]) => old));
    if (before.has(line)) continue;
    found.set(problem, item('unreadable_code', 'warning', problem, path, number));
    if (found.size === 4) break;
  }
  return [...found.values()];
}

function problemIn(line: string, path: string): string | null {
  if (TURNS.test(line))
    return 'Has invisible signs that turn the order of letters round: it does something else than what one reads. Do not approve before they are gone.';
  if (HIDES.test(line) || INVISIBLE.test(line))
    return 'Has invisible signs between the letters: two names that look alike can be different ones. Ask the unblocker to take them out.';
  if (DISGUISED.test(line))
    return 'Runs code that is written in disguise, so that nobody can read it. Ask what it does before you run the project.';
  if (line.length > LONG && !DATA.test(path))
    return 'Has a very long line, as programs write it and people do not: nobody can review it. Ask for the readable source.';
  return null;
}

function tooLong(path: string): SafetyItem {
  const words =
    'So long that it was not looked through, and that nobody can review it. Ask for the readable source.';
  return item('unreadable_code', 'warning', words, path);
}

const PROGRAM =
  /\.(?:exe|dll|so|dylib|node|jar|war|class|pyc|wasm|bin|apk|ipa|msi|deb|rpm|com|scr|o|a)$/i;
const HARMLESS = /\.(?:woff2?|ttf|otf|eot|pdf|ico|mp[34]|wav|webm|ogg|mov|docx?|xlsx?|pptx?)$/i;

/** A file that nobody can read as text, and so nobody can review. */
export function binaryFile({ path, kind, executable }: ProjectFile): SafetyItem[] {
  if (kind !== 'binary') return [];
  if (PROGRAM.test(path) || executable)
    return [
      item(
        'binary',
        'warning',
        'A finished program: nobody can read what it does. Ask where it comes from before you run the project.',
        path,
      ),
    ];
  const what = HARMLESS.test(path)
    ? 'A document, font or recording'
    : 'A file that cannot be read as text';
  return [item('binary', 'note', `${what}: look at it with the program that it is for.`, path)];
}
