import type { Packet } from '#domain/packet.ts';
import type { ProjectFile } from '../project-files.ts';
import { nameOf } from '../project-texts.ts';
import { type TracePlace, tracePlaces } from './trace-places.ts';

const MOST = 50;

type Named = Pick<ProjectFile, 'path'>;

/** Places of the project that stack traces in a text point at, each once. */
export function tracesIn(text: string, files: readonly Named[]): Packet['traces'] {
  const places = tracePlaces(text);
  if (places.length === 0) return [];
  const wanted = new Set(places.map(nameAt));
  const byName = Map.groupBy(
    files.filter(({ path }) => wanted.has(nameOf(path).toLowerCase())),
    ({ path }) => nameOf(path).toLowerCase(),
  );
  const found = new Map<string, Packet['traces'][number]>();
  for (const place of places) {
    const path = bestMatch(place, byName);
    const key = `${path}:${place.line}`;
    if (path === null || found.has(key) || found.size >= MOST) continue;
    found.set(key, { text: place.text, path, line: place.line });
  }
  return [...found.values()];
}

/** What files are called, in small letters, that stack traces in a text may point at. */
export function namesInTraces(text: string): string[] {
  return [...new Set(tracePlaces(text).map(nameAt))];
}

const nameAt = ({ segments }: TracePlace) => segments.at(-1)?.toLowerCase() ?? '';

/**
 * The one file whose path ends most like the place's. Two that do so alike are none: a link to the
 * wrong file is worse than no link.
 */
function bestMatch(
  { segments }: TracePlace,
  byName: ReadonlyMap<string, readonly Named[]>,
): string | null {
  let best: { path: string; common: number } | null = null;
  let isAlone = true;
  for (const { path } of byName.get(segments.at(-1)?.toLowerCase() ?? '') ?? []) {
    const parts = path.split('/');
    const common = commonEnd(parts, segments);
    // All of one of the two, or more than the bare name of a file that many folders have.
    if (common < 2 && common < Math.min(parts.length, segments.length)) continue;
    if (best && common < best.common) continue;
    isAlone = best === null || common > best.common;
    best = { path, common };
  }
  return isAlone ? (best?.path ?? null) : null;
}

function commonEnd(one: readonly string[], other: readonly string[]): number {
  let common = 0;
  while (common < one.length && common < other.length) {
    const [a, b] = [one[one.length - 1 - common], other[other.length - 1 - common]];
    if (a?.toLowerCase() !== b?.toLowerCase()) break;
    common++;
  }
  return common;
}
