import type { PlacesInText } from '#domain/code.ts';
import type { Asker } from '#domain/relation.ts';
import type { Database } from '../database/database.ts';
import { namesInTraces, tracesIn } from './packet/traces.ts';
import { snapshotsOf } from './queries.ts';
import { readableSnapshot } from './snapshot-rows.ts';
import { pathsNamed } from './tree-queries.ts';

const NONE: PlacesInText = { snapshot_id: null, items: [] };

/**
 * Places of a request's project, as it stands, that stack traces in a text point at. There are none
 * for whoever may not open its files. Nothing of their contents is read.
 * @throws Refusal `not_found`
 */
export async function placesInText(
  db: Database,
  viewer: Asker,
  { ticketId, text }: { ticketId: string; text: string },
): Promise<PlacesInText> {
  const names = namesInTraces(text);
  if (names.length === 0) return NONE;
  const versions = await snapshotsOf(db, viewer, ticketId);
  const head = versions.find(({ is_head, opens }) => is_head && opens === 'contents');
  if (!head) return NONE;
  const version = await readableSnapshot(db, viewer, { id: head.id, part: 'contents' });
  return { snapshot_id: head.id, items: tracesIn(text, await pathsNamed(db, version, names)) };
}
