import { lstat, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { AI_TOOLS, type AiTool, aiToolLabels } from '../domain/ai-tool.ts';
import { MAX_FILE_BYTES } from '../domain/file-rules.ts';
import { paths } from '../domain/paths.ts';
import type { RequestDraft } from '../domain/request-draft.ts';
import type { Rotation } from '../domain/secret.ts';
import { attemptIn } from '../server/code/attempts/read-attempt.ts';
import { Keys } from '../server/code/intake/keys.ts';
import { decode, encodingOf } from '../server/files/shield/encoding.ts';
import { look } from '../server/files/shield/scan-text.ts';
import { Api } from './api.ts';
import type { At } from './at.ts';
import { Failure } from './failure.ts';
import { asId } from './find-request.ts';
import { findSessions, type Session } from './find-sessions.ts';
import { hasBrowser, openBrowser } from './open-browser.ts';
import { OwnPlaceholders } from './own-placeholders.ts';
import { keyLines, type Packed, packProject } from './pack-project.ts';
import { oneLine } from './plain.ts';
import { findProject, type Project, repositoryRound } from './project-files.ts';
import { readInput } from './terminal.ts';

export interface AskOptions {
  problem?: string;
  error?: string;
  tool?: string;
  stack?: string;
  budget?: string;
  session?: string[];
  /** False with --no-sessions and --no-project. */
  sessions: boolean;
  project: boolean;
  browser: boolean;
  dryRun?: boolean;
}

/** A session as it is sent. */
interface Shared {
  session: Session;
  bytes: Buffer;
  /** What the unblocker gets of it. */
  summary: string;
}

/** Everything that is about to be sent. */
interface Prepared {
  description: string;
  ai_tool: AiTool;
  ai_tool_other: string | null;
  stack: string;
  budget: string;
  project: Project;
  packed: Packed | null;
  sessions: Shared[];
  /** Keys that stay on this machine. */
  rotate: Rotation[];
}

/** Drafts a request from a folder: packed, without keys, shown first. Its person posts it in the browser. */
export async function ask(at: At, folder: string, options: AskOptions): Promise<void> {
  const { terminal, server } = at;
  const project = await findProject(folder);
  const packed = options.project
    ? await packProject(project, (words) => terminal.progress(words))
    : null;
  const keys = packed?.keys ?? new Keys('mask', new OwnPlaceholders());
  const sessions = await sharedSessions(at, project, keys, options);
  const { ai_tool, ai_tool_other } = await toolOf(at, options, sessions, keys);
  const prepared: Prepared = {
    ai_tool,
    ai_tool_other,
    stack: masked(keys, options.stack ?? ''),
    budget: masked(keys, options.budget ?? ''),
    description: masked(keys, await wordsOf(at, options, keys)),
    project,
    packed,
    sessions,
    rotate: keys.rotate,
  };
  terminal.note(shown(prepared));
  if (options.dryRun) {
    terminal.answer(asJson(prepared), 'Nothing was sent.');
    return;
  }
  await terminal.confirm(`Send this to ${server} as a draft?`);
  const draft = await sendDraft(at, prepared);
  const link = server + paths.draft(asId(draft.id));
  if (options.browser && hasBrowser() && !terminal.isJson) openBrowser(link);
  terminal.answer(
    { draft_id: draft.id, link, expires_at: draft.expires_at, ...asJson(prepared) },
    `Nobody sees it before you post it. Read it, change it and post it here:\n${link}`,
  );
}

async function sendDraft(at: At, prepared: Prepared) {
  const { terminal } = at;
  const { description, ai_tool, ai_tool_other, stack, budget } = prepared;
  const { packed, project, sessions } = prepared;
  const api = new Api(at);
  const attempts: string[] = [];
  for (const { session, bytes } of sessions) {
    terminal.progress(`Sending ${session.name}…`);
    attempts.push(await api.upload(session.name, bytes));
  }
  if (packed) terminal.progress(`Sending the project (${sizeOf(packed.zip.length)})…`);
  const archive = packed && (await api.upload(`${project.name || 'project'}.zip`, packed.zip));
  return api.post<RequestDraft>('/drafts', {
    description,
    ai_tool,
    ...(ai_tool_other && { ai_tool_other }),
    ...(stack && { stack }),
    ...(budget && { budget }),
    ...(archive && { project: archive }),
    attempts,
  });
}

/** The end of an error is what says most, in characters. */
const LONGEST_ERROR = 4000;
const MOST_LOOKED_THROUGH = 200_000;

/** What is stuck: as it was given, or as it is typed now. */
async function wordsOf(
  { terminal }: At,
  { problem, error }: AskOptions,
  keys: Keys,
): Promise<string> {
  const said = problem === '-' ? await readInput() : (problem ?? (await typed(terminal)));
  if (said.trim() === '') throw new Failure('usage', 'Say what is stuck: --problem "…"');
  if (error === undefined) return said.trim();
  const printed = error === '-' ? await readInput() : await textOf(error);
  // Part of a key is not known for one: what is cut off has none any more.
  const end = masked(keys, printed.trim().slice(-MOST_LOOKED_THROUGH)).slice(-LONGEST_ERROR);
  return `${said.trim()}\n\n${fenced(end)}`;
}

async function typed(terminal: At['terminal']): Promise<string> {
  if (!terminal.isAsking)
    throw new Failure('usage', 'Say what is stuck: --problem "…", or --problem - to read it.');
  terminal.note('What is stuck? The first line is the title. End with an empty line.');
  const lines: string[] = [];
  for (;;) {
    const line = await terminal.ask('> ');
    // An empty line within what was pasted ends nothing.
    if (line.trim() === '' && !terminal.hasMore) return lines.join('\n');
    lines.push(line.trimEnd());
  }
}

async function textOf(file: string): Promise<string> {
  const bytes = await readFile(file).catch(() => {
    throw new Failure('notFound', `The file cannot be read: ${file}`);
  });
  return bytes.toString('utf8');
}

/** As a block of code that nothing in it can end. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}

/** The words with placeholders for keys; their places are told with those of the project. */
function masked(keys: Keys, words: string): string {
  const safe = keys.text(words, 'your words');
  if (safe === null) throw new Failure('keys', 'Your words hold a key. Take it out, please.');
  return safe;
}

async function sharedSessions(
  at: At,
  project: Project,
  keys: Keys,
  options: AskOptions,
): Promise<Shared[]> {
  const shared: Shared[] = [];
  for (const session of await chosenSessions(at, project, options)) {
    const bytes = await readFile(session.file);
    const safe = await keys.file(bytes, session.name);
    const encoding = safe ? encodingOf(safe) : 'binary';
    const content = safe && encoding !== 'binary' ? attemptIn(decode(safe, encoding)) : null;
    if (!safe || !content || look(JSON.stringify(content), 1).length > 0) {
      at.terminal.note(`${session.name} stays here: a key in it cannot be replaced.`);
      continue;
    }
    const { steps, errors } = content;
    const summary = `${counted(steps.length, 'question')}, ${counted(errors.length, 'repeated error')}`;
    shared.push({ session, bytes: safe, summary });
  }
  return shared;
}

async function chosenSessions(at: At, project: Project, options: AskOptions): Promise<Session[]> {
  if (options.session) return Promise.all(options.session.map(namedSession));
  if (!options.sessions) return [];
  const round = await repositoryRound(project.folder);
  const folders = new Set([project.folder, ...(round ? [round] : [])]);
  const found = await findSessions([...folders]);
  if (found.length === 0) return [];
  const { terminal } = at;
  const lines = found.map((each, place) => `  ${place + 1}  ${about(each)}`);
  terminal.note(`Sessions with your AI tool about this folder:\n${lines.join('\n')}`);
  if (!terminal.isAsking) {
    terminal.note('None of them goes along. Choose with --session FILE.');
    return [];
  }
  const answer = await terminal.ask('Which go along? Numbers, or nothing for none: ');
  const numbers = answer
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  return found.filter((_, place) => numbers.includes(place + 1));
}

async function namedSession(file: string): Promise<Session> {
  const found = await lstat(file).catch(() => null);
  if (!found?.isFile()) throw new Failure('notFound', `There is no file ${file}`);
  if (found.size > MAX_FILE_BYTES) throw new Failure('usage', `${file} is too large to send.`);
  const isClaude = /[\\/]\.claude[\\/]/.test(file);
  const [tool, ai_tool] = isClaude
    ? (['Claude Code', 'CLAUDE'] as const)
    : (['Session', null] as const);
  return {
    tool,
    ai_tool,
    file,
    name: basename(file).replace(/^\./, ''),
    at: found.mtimeMs,
    size: found.size,
  };
}

function about({ tool, at, size, file }: Session): string {
  return `${tool}, ${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC, ${sizeOf(size)}, ${file}`;
}

/** The tool that wrote the code: as it is named, or by the session. */
async function toolOf(
  { terminal }: At,
  { tool }: AskOptions,
  [first]: readonly Shared[],
  keys: Keys,
): Promise<Pick<Prepared, 'ai_tool' | 'ai_tool_other'>> {
  const bySession = first && (first.session.ai_tool ?? first.session.tool);
  const named = tool ?? bySession ?? (await askedTool(terminal));
  const wanted = named.toLowerCase().replace(/[^a-z0-9]/g, '');
  const known = AI_TOOLS.find((each) =>
    [each, aiToolLabels[each]].some(
      (name) => name.toLowerCase().replace(/[^a-z0-9]/g, '') === wanted,
    ),
  );
  if (known && known !== 'OTHER') return { ai_tool: known, ai_tool_other: null };
  // Part of a key is not known for one: it is cut off last.
  const safe = masked(keys, oneLine(named, Number.POSITIVE_INFINITY));
  return { ai_tool: 'OTHER', ai_tool_other: oneLine(safe, 100) };
}

async function askedTool(terminal: At['terminal']): Promise<string> {
  const names = AI_TOOLS.filter((each) => each !== 'OTHER').map((each) => aiToolLabels[each]);
  const words = `Which AI tool wrote the code? ${names.join(', ')}, or another`;
  if (!terminal.isAsking) throw new Failure('usage', `${words}: --tool NAME`);
  const answer = (await terminal.ask(`${words}: `)).trim();
  if (answer === '') throw new Failure('usage', 'Say which AI tool wrote the code: --tool NAME');
  return answer;
}

/** What will be sent, before it is. */
function shown({
  description,
  project,
  packed,
  sessions,
  rotate,
  ai_tool,
  ai_tool_other,
  stack,
  budget,
}: Prepared): string {
  const lines = [
    'This will be sent:',
    `  Problem   ${oneLine(description, 70)}`,
    `  AI tool   ${ai_tool_other ?? aiToolLabels[ai_tool]}`,
    ...(stack === '' ? [] : [`  Stack     ${oneLine(stack, 70)}`]),
    ...(budget === '' ? [] : [`  Budget    ${oneLine(budget)}`]),
    packed
      ? `  Project   ${oneLine(project.name)}: ${counted(packed.files, 'file')}, ${sizeOf(packed.bytes)} (${sizeOf(packed.zip.length)} packed)`
      : '  Project   none',
    ...sessions.map(({ session, summary }) => `  Session   ${oneLine(session.name)}: ${summary}`),
  ];
  const left = [...project.leftOut, ...(packed?.leftOut ?? [])];
  if (packed) {
    lines.push('This stays here:');
    lines.push(`  ${counted(project.ignored, 'entry', 'entries')} that .gitignore names`);
    lines.push(...capped(left.map(({ path, reason }) => `${path} (${reason})`)));
  }
  if (rotate.length > 0) {
    lines.push('Keys and passwords that placeholders stand for; they stay on this machine:');
    lines.push(...capped(keyLines(rotate)));
  }
  return lines.join('\n');
}

/** Names of files may have line ends in them. */
function capped(lines: readonly string[], most = 15): string[] {
  const rest = lines.length - most;
  const first = lines.slice(0, most).map((line) => `  ${oneLine(line, Number.POSITIVE_INFINITY)}`);
  return rest > 0 ? [...first, `  … and ${rest} more`] : first;
}

function asJson({ project, packed, sessions, rotate, ...said }: Prepared) {
  const { description, ai_tool, ai_tool_other, stack, budget } = said;
  return {
    description,
    ai_tool,
    ai_tool_other,
    stack,
    budget,
    project: packed && { name: project.name, files: packed.files, bytes: packed.bytes },
    left_out: [...project.leftOut, ...(packed?.leftOut ?? [])],
    ignored: project.ignored,
    sessions: sessions.map(({ session, summary }) => ({ file: session.file, summary })),
    keys: rotate.map(({ kind, placeholder, excerpt, places }) => ({
      kind,
      placeholder,
      excerpt,
      places,
    })),
  };
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

function sizeOf(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1024 ** 2
    ? `${Math.round(bytes / 1024)} kB`
    : `${(bytes / 1024 ** 2).toFixed(1)} MB`;
}
