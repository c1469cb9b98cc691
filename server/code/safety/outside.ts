import type { ProjectFile } from '../project-files.ts';
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
];

const SHOWN = 3;
const MOST = 200;

/**
 * Changes in dear parts of a project that the milestone says nothing of. Notes alone: that much can
 * have its reasons, and words can be missed.
 */
export function outsideOf(promised: Promised, changed: readonly ProjectFile[]): SafetyItem[] {
  const said = [promised.title, promised.description, ...promised.checks].join('\n').toLowerCase();
  return areas.flatMap(({ parts, what, words }) => {
    if (words.test(said)) return [];
    const found = changed
      .filter(({ path }) => parts.test(path.toLowerCase()))
      .slice(0, MOST)
      .filter(({ path }) => !isNamed(path, said));
    const [first] = found;
    if (!first) return [];
    const names = found
      .slice(0, SHOWN)
      .map(({ path }) => path)
      .join(', ');
    const more = found.length > SHOWN ? ` and ${found.length - SHOWN} more` : '';
    const text = `Changes ${what} (${names}${more}), which the milestone does not mention. Ask why, if you do not know.`;
    return [item('outside', 'note', text, first.path)];
  });
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
