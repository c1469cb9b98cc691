import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Snapshot } from '../domain/code.ts';
import type { Milestone, PlanOfRequest } from '../domain/milestone.ts';
import { milestoneStatusLabels } from '../domain/milestone-status.ts';
import { paths } from '../domain/paths.ts';
import type { SecretsChoice } from '../domain/secret.ts';
import { Api } from './api.ts';
import type { At } from './at.ts';
import { Failure } from './failure.ts';
import { asId, requestMeant } from './find-request.ts';
import { git, repositoryOf } from './git.ts';
import { masksHere, requireNoKeys } from './own-words.ts';
import { oneLine } from './plain.ts';
import { withFolder } from './stop.ts';
import { readInputBytes } from './terminal.ts';

export interface DeliverOptions {
  message?: string;
  milestone?: string;
  since: string;
  folder: string;
  evidence?: string[];
  mustKeep?: string;
  secrets?: SecretsChoice;
}

/** Most versions are read within a second. */
const LOOK_EVERY_MS = 500;
const LONGEST_READ_MS = 5 * 60_000;

/** Brings a patch for a milestone, and with a message submits it to the customer. */
export async function deliver(
  at: At,
  given: string,
  file: string | undefined,
  options: DeliverOptions,
): Promise<void> {
  const { terminal, server } = at;
  const api = new Api(at);
  const { id: ticketId } = await requestMeant(api, given);
  const id = asId(ticketId);
  const milestone = await milestoneMeant(api, id, options.milestone);
  const words = wordsFor(milestone, options);
  const patch = await patchOf(file, options);
  const { secrets } = options;
  const choice = secrets && !masksHere(secrets) ? { secrets } : {};
  terminal.note(
    `For “${oneLine(milestone.title, 60)}”: ${patch.split('\n').length} lines of a patch${words === null ? ', not submitted yet' : ''}.`,
  );
  await terminal.confirm(words === null ? 'Bring it?' : 'Bring it and submit it to the customer?');
  terminal.progress('Sending the patch…');
  const file_key = await api.upload('delivery.patch', Buffer.from(patch, 'latin1'));
  const body = { file_key, kind: 'delivery', milestone_id: milestone.id, ...choice };
  const brought = await api.post<Snapshot>(`/tickets/${id}/snapshots`, body);
  const version = await onceRead(at, api, brought);
  requireReady(version, server + paths.planTab('developer', id, 'code'));
  for (const { level, text, path } of version.report?.items ?? [])
    terminal.note(`${level}: ${oneLine(text)}${path ? ` (${oneLine(path)})` : ''}`);
  if (words !== null)
    await api.post(`/milestones/${asId(milestone.id)}/submit`, Object.assign(words, choice));
  const link = server + paths.plan('developer', id);
  const isSubmitted = words !== null;
  terminal.answer(
    { version_id: version.id, version: version.number, submitted: isSubmitted, link },
    isSubmitted
      ? `Submitted as version ${version.number}. ${link}`
      : `Version ${version.number} is ready. Submit it with --message "…", or at ${link}`,
  );
}

/** By its place in the plan, or the only one that is worked on. */
async function milestoneMeant(api: Api, id: string, given: string | undefined): Promise<Milestone> {
  const { items } = await api.get<PlanOfRequest>(`/tickets/${id}/milestones`);
  const open = items.filter(({ actions }) => actions.submit?.allowed);
  const chosen =
    given === undefined
      ? open
      : items.filter((each, at) => String(at + 1) === given || each.id === given);
  const [one, ...others] = chosen;
  if (one && others.length === 0) {
    const { submit } = one.actions;
    if (submit && !submit.allowed)
      throw new Failure('refused', submit.reason ?? 'This milestone cannot be submitted now.');
    return one;
  }
  const details = items.map(
    ({ title, status }, at) =>
      `${at + 1}  ${oneLine(title, 60)} (${milestoneStatusLabels[status]})`,
  );
  const words = one
    ? 'Say which milestone: --milestone N'
    : 'No milestone can be submitted now. Start one first.';
  throw new Failure(one ? 'usage' : 'refused', words, { details });
}

interface Words {
  message: string;
  evidence?: { check_id: string; text: string }[];
  must_keep?: string;
}

/**
 * What the customer is told, looked through before anything is sent; null where nothing is submitted.
 * @throws Failure `keys`, `usage`
 */
function wordsFor(milestone: Milestone, options: DeliverOptions): Words | null {
  const { message, mustKeep, secrets } = options;
  const evidence = evidenceFor(milestone, options);
  if (message === undefined) return null;
  const words: Words = { message: requireNoKeys(message, secrets) };
  if (evidence.length > 0) words.evidence = evidence;
  if (mustKeep !== undefined) words.must_keep = requireNoKeys(mustKeep, secrets);
  return words;
}

/** "1=words" for the first check. */
function evidenceFor({ checks }: Milestone, { evidence = [], secrets }: DeliverOptions) {
  return evidence.map((each) => {
    const [, number = '', text = ''] = /^(\d+)=([\s\S]+)$/.exec(each) ?? [];
    const check = checks[Number(number) - 1];
    if (check) return { check_id: check.id, text: requireNoKeys(text, secrets) };
    throw new Failure('usage', 'Say evidence as NUMBER=WORDS. The checks are:', {
      details: checks.map(({ text }, at) => `${at + 1}  ${oneLine(text)}`),
    });
  });
}

/** Bytes as latin1, so that a patch in any encoding stays what it is. */
async function patchOf(file: string | undefined, options: DeliverOptions): Promise<string> {
  const patch = file === undefined ? await ownChanges(options) : await given(file);
  if (patch.trim() === '')
    throw new Failure('usage', 'There is nothing to deliver: no change was found.');
  const added = patch.replace(/^(?!\+).*$/gm, '');
  if (!masksHere(options.secrets)) {
    requireNoKeys(added, options.secrets);
    return patch;
  }
  return requireNoKeys(patch, 'mask');
}

async function given(file: string): Promise<string> {
  if (file === '-') return (await readInputBytes()).toString('latin1');
  const bytes = await readFile(file).catch(() => {
    throw new Failure('notFound', `The file cannot be read: ${file}`);
  });
  return bytes.toString('latin1');
}

/** What was changed since a commit, new files included, without a touch to the person's own index. */
async function ownChanges({ folder, since }: DeliverOptions): Promise<string> {
  const repository = await repositoryOf(folder);
  if (!repository)
    throw new Failure('usage', 'This is no Git repository. Say which file is the patch.');
  return withFolder(join(tmpdir(), 'unblock-'), async (beside) => {
    const way = { folder, env: { GIT_INDEX_FILE: join(beside, 'index') } };
    for (const words of [
      ['read-tree', 'HEAD'],
      ['add', '-A', '--', '.'],
    ])
      await mustGit(way, words);
    // In the place of what a person has set up: no context, an order of files, words for a submodule.
    const out = await mustGit(way, [
      'diff',
      '--cached',
      '--binary',
      '--no-color',
      '--no-ext-diff',
      '--no-textconv',
      '-O/dev/null',
      '--unified=3',
      '--submodule=short',
      '--relative',
      '--src-prefix=a/',
      '--dst-prefix=b/',
      '--end-of-options',
      since,
      '--',
      '.',
    ]);
    return out.toString('latin1');
  });
}

async function mustGit(way: Parameters<typeof git>[0], words: string[]): Promise<Buffer> {
  const { isFine, out, err } = await git(way, ...words);
  if (!isFine)
    throw new Failure('refused', 'git said:', { details: err.trim().split('\n').slice(0, 5) });
  return out;
}

async function onceRead({ terminal }: At, api: Api, brought: Snapshot): Promise<Snapshot> {
  const until = Date.now() + LONGEST_READ_MS;
  let version = brought;
  while (version.state === 'reading' && Date.now() < until) {
    terminal.progress('Waiting until it is read…');
    await sleep(LOOK_EVERY_MS);
    version = await api.get<Snapshot>(`/snapshots/${asId(brought.id)}`);
  }
  return version;
}

/** @throws Failure `misfit`, `keys`, `refused` */
function requireReady({ state, trouble, secrets }: Snapshot, page: string): void {
  if (state === 'ready') return;
  if (state === 'failed') throw new Failure('misfit', trouble ?? 'It could not be read.');
  if (state === 'reading') throw new Failure('refused', `It is still being read. See ${page}`);
  throw new Failure('keys', `Keys were found in it. Decide about them at ${page}`, {
    details: secrets.map(
      ({ path, line, kind, excerpt }) => `${path}, line ${line}: ${kind} ${excerpt}`,
    ),
  });
}
