import { writeFile } from 'node:fs/promises';
import type { CodeChanges, Snapshot } from '../domain/code.ts';
import { paths } from '../domain/paths.ts';
import { Keys } from '../server/code/intake/keys.ts';
import { Api } from './api.ts';
import type { At } from './at.ts';
import { Failure } from './failure.ts';
import { asId, requestMeant } from './find-request.ts';
import { gitApply, misfit, type Place, placeOf, plainFilesOf } from './git-apply.ts';
import { OwnPlaceholders } from './own-placeholders.ts';
import { placeholdersIn, withKeys } from './patch-keys.ts';
import { oneLine } from './plain.ts';
import { findProject, readProjectFile } from './project-files.ts';
import { beforeStop } from './stop.ts';

export interface PullOptions {
  delivery?: string;
  folder: string;
  check?: boolean;
  output?: string;
}

/** Fetches the patch of a delivery that is open to its customer, and has git apply it, after a trial. */
export async function pull(at: At, given: string | undefined, options: PullOptions): Promise<void> {
  const { terminal, server } = at;
  const api = new Api(at);
  const ticket = await requestMeant(api, given);
  const id = asId(ticket.id);
  const version = await deliveryMeant(api, id, options.delivery, server);
  const patch = await api.bytes(`/snapshots/${asId(version.id)}/patch`);
  if (patch.length === 0) throw new Failure('notFound', 'This delivery changes nothing.');
  const place = await placeOf(options.folder);
  const files = await plainFilesOf(place, patch);
  const changes = await api.get<CodeChanges>(`/snapshots/${asId(version.id)}/changes`);
  const about = {
    version: version.number,
    files: files.map(({ path, added, removed }) => {
      const kind = changes.items.find((each) => each.path === path)?.kind ?? null;
      return { path, kind, added, removed };
    }),
    safety: (version.report?.items ?? []).map(({ level, text, path }) => ({ level, text, path })),
  };
  terminal.note(shown(about));
  if (options.output !== undefined) {
    await writeFile(options.output, patch);
    terminal.answer(
      { ...about, applied: false, output: options.output },
      `Written to ${options.output}`,
    );
    return;
  }
  const own = await withOwnKeys(patch, options.folder, about.files);
  const placeholders = placeholdersIn(own.toString('latin1'));
  if (placeholders.length > 0) terminal.note(leftIn(placeholders));
  await tryPatch(place, own, 'trial');
  if (options.check) {
    terminal.answer(
      { ...about, placeholders, applied: false, fits: true },
      'It fits. Nothing was changed.',
    );
    return;
  }
  await terminal.confirm('It fits. Apply it here?');
  await beforeStop(async () => {
    await tryPatch(place, own, 'apply');
    terminal.answer(
      { ...about, placeholders, applied: true, fits: true },
      'Applied. Look at it with: git diff',
    );
  });
}

async function deliveryMeant(
  api: Api,
  id: string,
  given: string | undefined,
  server: string,
): Promise<Snapshot> {
  const { items } = await api.get<{ items: Snapshot[] }>(`/tickets/${id}/snapshots`);
  const deliveries = items.filter(({ kind }) => kind === 'delivery');
  const wanted =
    given === undefined ? deliveries : deliveries.filter(({ number }) => String(number) === given);
  const open = wanted.find(({ opens, state }) => opens === 'contents' && state === 'ready');
  if (open) return open;
  const page = server + paths.planTab('customer', id, 'code');
  const [closed] = wanted;
  const why = closed?.why_closed ?? 'There is no delivery yet.';
  throw new Failure('notFound', `${why} ${page}`);
}

/** The patch with the keys of these files in the place of the placeholders that stand for them. */
async function withOwnKeys(
  patch: Buffer,
  folder: string,
  files: readonly { path: string }[],
): Promise<Buffer> {
  const text = patch.toString('latin1');
  if (!text.includes('{{SECRET:')) return patch;
  const placeholders = new OwnPlaceholders();
  const keys = new Keys('mask', placeholders);
  const project = await findProject(folder);
  const named = new Set(files.map(({ path }) => path));
  // What is not changed itself may hold the key that a changed file has now.
  const all = project.files.toSorted(
    (a, b) => Number(named.has(b.path)) - Number(named.has(a.path)),
  );
  for (const { path } of all) {
    const bytes = await readProjectFile(project.folder, path);
    if (bytes) await keys.file(bytes, path);
  }
  const own = Object.values(keys.values).map(
    (key) => [placeholders.numberOf(key), Buffer.from(key, 'utf8').toString('latin1')] as const,
  );
  return Buffer.from(withKeys(text, new Map(own)), 'latin1');
}

/** As where another machine sent the project, or the key is in no file any more. */
function leftIn(placeholders: readonly string[]): string {
  const more = placeholders.length > 10 ? ` and ${placeholders.length - 10} more` : '';
  return `Placeholders stay in it, as no file here holds their keys: ${placeholders.slice(0, 10).join(', ')}${more}. Pull on the machine that sent the project, or put the keys in by hand.`;
}

async function tryPatch(place: Place, patch: Buffer, act: 'trial' | 'apply'): Promise<void> {
  const trial = act === 'trial' ? ['--check'] : [];
  const { isFine, err } = await gitApply(place, patch, ...trial);
  if (!isFine) throw misfit('The patch does not fit the files here. Nothing was changed.', err);
}

interface About {
  version: number;
  files: { path: string; added: number; removed: number }[];
  safety: { level: string; text: string; path: string | null }[];
}

function shown({ version, files, safety }: About): string {
  const lines = files
    .slice(0, 30)
    .map(({ path, added, removed }) => `  ${oneLine(path)}  +${added} -${removed}`);
  const more = files.length > 30 ? [`  … and ${files.length - 30} more`] : [];
  const notes = safety.map(
    ({ level, text, path }) => `  ${level}: ${oneLine(text)}${path ? ` (${oneLine(path)})` : ''}`,
  );
  return [
    `Version ${version} changes ${files.length === 1 ? '1 file' : `${files.length} files`}:`,
    ...lines,
    ...more,
    ...(notes.length > 0 ? ['It brings along:', ...notes] : []),
  ].join('\n');
}
