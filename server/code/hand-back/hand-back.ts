import { Readable } from 'node:stream';
import { cleanFileName } from '#domain/file.ts';
import type { Asker } from '#domain/relation.ts';
import { shortId } from '#domain/ticket-words.ts';
import type { Context } from '../../lifecycle/context.ts';
import { allOf, projectParts } from '../archive.ts';
import { NO_FILES } from '../changes/compared-versions.ts';
import { changesIn, patchBetween } from '../changes/queries.ts';
import { restoredFiles, valuesOf } from '../placeholders.ts';
import type { ProjectFiles } from '../project-files.ts';
import { snapshotFiles } from '../snapshot-files.ts';
import { type ZipPart, zipStream } from '../zip-stream.ts';
import { askedFor, doneMilestones, type HandedBack, keptOf, keysOf } from './hand-back-rows.ts';
import { changesText, rotateText } from './pack-texts.ts';
import { RULES_FILES, withRules } from './rules-section.ts';

type Needed = Pick<Context, 'db' | 'config' | 'files' | 'workers'>;

/** What the pack is called as a file. */
export function handBackName({ head }: HandedBack): string {
  return cleanFileName(`hand-back-${shortId(head.ticket_id)}.zip`);
}

/**
 * Everything that a customer takes home, as a zip that is written while it is read: what was changed
 * as a patch and in words, the whole project, rules for the tools that write their code, and the keys
 * to replace. Their own keys are in it again.
 */
export async function handBackPack(
  context: Needed,
  viewer: Asker,
  found: HandedBack,
): Promise<Readable> {
  const { head, base } = found;
  const { db } = context;
  const ticketId = head.ticket_id;
  const project = await snapshotFiles(context, head.id);
  const before = base ? await snapshotFiles(context, base.id) : NO_FILES;
  const values = await valuesOf(context, { ticketId, personId: viewer.id });
  const both = { was: restoredFiles(before, values), is: restoredFiles(project, values) };
  const rules = await rulesFor(context, found, both.is);
  const changes = await changesIn(context, viewer, both);
  const keys = await keysOf(db, { ticketId, personId: viewer.id });
  const texts = [
    {
      path: 'CHANGES.md',
      bytes: Buffer.from(
        changesText({
          why: await askedFor(db, ticketId),
          milestones: await doneMilestones(db, found),
          files: changes.items,
          count: changes.files,
          isNew: base === null,
          rules: rules.map(({ path }) => path),
        }),
      ),
    },
    { path: 'ROTATE.md', bytes: Buffer.from(rotateText(keys)) },
    ...rules,
  ];
  const beside: ZipPart[] = [
    ...texts.map(({ path, bytes }) => ({ path, content: () => bytes })),
    { path: 'changes.patch', content: () => Readable.from(patchBetween(context, viewer, both)) },
  ];
  const files = projectParts(context.files, project.files, values);
  const parts = allOf(beside, inFolder('project', files));
  return zipStream(parts, head.created_at);
}

function* inFolder(name: string, parts: Iterable<ZipPart>): Generator<ZipPart> {
  for (const part of parts) yield { ...part, path: `${name}/${part.path}` };
}

interface Text {
  path: string;
  bytes: Buffer;
}

/** Files for tools that write code, with what such a file of the project says already; none where nothing must be kept. */
async function rulesFor({ db }: Needed, found: HandedBack, project: ProjectFiles): Promise<Text[]> {
  const kept = await keptOf(db, found);
  if (kept.length === 0) return [];
  const made: Text[] = [];
  for (const file of RULES_FILES) {
    const present = project.files.find(
      ({ path }) => path.toLowerCase() === file.path.toLowerCase(),
    );
    const bytes = withRules(file, kept, present ? await project.read(present.path) : null);
    if (bytes) made.push({ path: present?.path ?? file.path, bytes });
  }
  return made;
}
