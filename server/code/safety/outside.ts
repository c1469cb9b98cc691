import { isLockFile } from '../packages/locked.ts';
import { namesPackages } from '../packages/named.ts';
import { isTestFile, type ProjectFile } from '../project-files.ts';
import { folderOf } from '../project-texts.ts';
import { item, type SafetyItem } from './safety-item.ts';

/** What a milestone promises. */
export interface Promised {
  title: string;
  description: string;
  checks: string[];
}

interface Area {
  /** Whole parts of a path, in small letters and without its ending. */
  parts: RegExp;
  /** What of it is about, for the sentence. */
  what: string;
  /** Words by which a milestone names it. */
  words: RegExp;
}

/** Parts of a project where a mistake is dear. */
const areas: readonly Area[] = [
  {
    parts:
      /(?:^|\/)(?:\.github\/(?:workflows|actions)\/|\.gitlab-ci|\.circleci\/|jenkinsfile|azure-pipelines|bitbucket-pipelines|\.drone|cloudbuild|buildspec)/,
    what: 'what runs by itself when code is put online',
    words:
      /\b(?:ci|cd|pipelines?|workflows?|github actions?|deploy\w*|builds?|releas\w+|automat\w+)\b/,
  },
  {
    parts:
      /(?:^|[/._-])(?:auth|authn|oauth|nextauth|login|logout|signin|signup|session|sessions|password|passwords|jwt|clerk)(?:[/._-]|$)/,
    what: 'who may sign in',
    words:
      /\b(?:auth\w*|oauth|log\s?-?in\w*|log\s?-?out|sign\w*[\s-]?(?:in|up|out)|signin|signup|sessions?|passwords?|tokens?|jwt|accounts?|users?|clerk)\b/,
  },
  {
    parts:
      /(?:^|[/._-])(?:payments?|billing|checkout|stripe|paypal|paddle|invoices?|subscriptions?|pricing)(?:[/._-]|$)/,
    what: 'payments',
    words:
      /\b(?:pay\w*|billing|bills?|checkout|stripe|paypal|paddle|invoices?|subscri\w+|pric\w+|cards?|charg\w+|orders?)\b/,
  },
  {
    parts:
      /(?:^|[/._-])(?:security|permissions?|policies|policy|rls|acl|rbac|middleware|csrf|cors|encryption|crypto|firestore\.rules|storage\.rules|database\.rules)(?:[/._-]|$)/,
    what: 'what is allowed to whom',
    words:
      /\b(?:secur\w+|permissions?|polic\w+|rls|row[\s-]level|roles?|access\w*|rights?|middleware|csrf|cors|encrypt\w*|admins?|protect\w*|routes?)\b/,
  },
  {
    parts: /(?:^|\/)(?:migrations?|migrate|alembic)\/|(?:^|\/)schema\.(?:prisma|sql|rb)$/,
    what: 'how the data is stored',
    words:
      /\b(?:migrat\w+|databases?|db|tables?|schemas?|columns?|sql|postgres\w*|supabase|data|stor\w+|sav\w+|rls|fields?)\b/,
  },
  {
    parts:
      /(?:^|\/)(?:agents|claude|gemini)\.md$|(?:^|\/)\.(?:cursorrules|windsurfrules|clinerules)|(?:^|\/)\.(?:cursor|claude|windsurf)\/|(?:^|\/)copilot-instructions\.md$/,
    what: 'what your AI tool is told to do',
    words: /\b(?:ai|agents?|claude|cursor|copilot|gemini|windsurf|rules?|prompts?|instructions?)\b/,
  },
];

const SHOWN = 3;
const MOST = 200;
const MOST_NAMED = 50;

/**
 * Changes in dear parts of a project that the milestone says nothing of, and in other places than those
 * that it names. Notes alone: that much can have its reasons, and words can be missed.
 */
export function outsideOf(
  promised: Promised,
  { changed, all }: { changed: readonly ProjectFile[]; all: readonly ProjectFile[] },
): SafetyItem[] {
  const said = [promised.title, promised.description, ...promised.checks].join('\n').toLowerCase();
  const inAreas = areas.flatMap(({ parts, what, words }) => {
    const paths = changed.map(({ path }) => path).filter((path) => parts.test(path.toLowerCase()));
    const found = paths.slice(0, MOST).filter((path) => !isNamed(path, said));
    const [first] = found;
    if (!first || words.test(said)) return [];
    const text = `Changes ${what} (${some(found)}), which the milestone does not mention. Ask why, if you do not know.`;
    return [item('outside', 'note', text, first)];
  });
  return [...inAreas, ...elsewhere(said, changed, all)];
}

/** Of a milestone that names files or folders: what changes in other ones. */
function elsewhere(
  said: string,
  changed: readonly ProjectFile[],
  all: readonly ProjectFile[],
): SafetyItem[] {
  const named = placesIn(said, [...all, ...changed]);
  if (named.length === 0) return [];
  const isTold = (path: string) => areas.some(({ parts }) => parts.test(path.toLowerCase()));
  const isPlain = (path: string) =>
    isTold(path) || isTestFile(path) || isLockFile(path) || namesPackages(path);
  const found = changed
    .map(({ path }) => path)
    .filter((path) => !isPlain(path) && !named.some((place) => isAt(path.toLowerCase(), place)));
  const [first] = found;
  if (!first) return [];
  const files = found.length === 1 ? 'a file' : `${found.length} files`;
  const text = `Also changes ${files} in other places than those that the milestone names (${some(found)}). Ask why, if you do not know.`;
  return [item('outside', 'note', text, first)];
}

/** The folders that a text is about: it names them, or a file in them. */
function placesIn(said: string, files: readonly ProjectFile[]): string[] {
  const paths = files.map(({ path }) => path.toLowerCase());
  const names = said
    .split(/[\s"'`,;:()<>]+/)
    .map((word) => word.replace(/^[./]+|[./!?]+$/g, ''))
    .filter((word) => /^[^/]+\/.|\.\w{1,10}$/.test(word));
  const places = [...new Set(names)].slice(0, MOST_NAMED).flatMap((name) => {
    return paths.flatMap((path) => {
      if (path === name || path.endsWith(`/${name}`)) return [folderOf(path)];
      const at = `/${path}`.indexOf(`/${name}/`);
      return at < 0 ? [] : [path.slice(0, at + name.length)];
    });
  });
  const found = [...new Set(places)];
  // A name that is everywhere says nothing.
  return found.length > MOST ? [] : found;
}

function isAt(path: string, place: string): boolean {
  return place === '' ? !path.includes('/') : path.startsWith(`${place}/`);
}

function some(paths: readonly string[]): string {
  const more = paths.length - SHOWN;
  return paths.slice(0, SHOWN).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** By the file's own name, or by the folder that it is in. */
function isNamed(path: string, said: string): boolean {
  return path
    .toLowerCase()
    .split('/')
    .slice(-2)
    .map((part) => part.replace(/\.\w{1,10}$/, ''))
    .some((part) => part.length > 3 && said.includes(part));
}
