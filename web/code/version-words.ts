import type { Snapshot } from '#domain/code.ts';
import type { Packet } from '#domain/packet.ts';
import type { OpenPlace } from './code-place.ts';

/** Who brought a version in, as it is said to the person `me`. */
export function authorWords({ author_id, kind }: Snapshot, me: string): string {
  if (author_id === me) return 'you';
  return kind === 'project' ? 'the customer' : 'the unblocker';
}

/** '1 file', '1,204 files'. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}

/** The version that a tab opens with: the one that is asked for, else the project as it stands. */
export function openVersion(
  versions: readonly Snapshot[],
  asked: string | null,
): Snapshot | undefined {
  return (
    versions.find(({ id }) => id === asked) ??
    versions.find(({ is_head }) => is_head) ??
    versions.find(({ state }) => state === 'ready') ??
    versions[0]
  );
}

/**
 * A place of a project as it can be shown. Files and lines of a version that the reader does not know of
 * are not those of the version that is shown in its place.
 */
export function placeIn<Place extends Pick<OpenPlace, 'version' | 'file' | 'lines'>>(
  versions: readonly Snapshot[],
  place: Place,
): Place {
  return isUnknown(versions, place.version) ? { ...place, file: null, lines: null } : place;
}

/**
 * Whether the version that an address names is not open to the reader: one that is merely newer than what
 * they have read comes with the read that is running.
 */
export function isClosed(
  versions: readonly Snapshot[],
  asked: string | null,
  { isReading }: { isReading: boolean },
): boolean {
  return !isReading && isUnknown(versions, asked);
}

/** Whether an address names a version that the reader does not know of. */
function isUnknown(versions: readonly Snapshot[], asked: string | null): boolean {
  return asked !== null && !versions.some(({ id }) => id === asked);
}

/** The version whose project says what it is made of: as it stands, else the newest. */
export function versionWithPacket(versions: readonly Snapshot[]): Snapshot | undefined {
  const withPacket = versions.filter(({ packet }) => packet !== null);
  return withPacket.find(({ is_head }) => is_head) ?? withPacket[0];
}

/** Whether the project as it stands has an approved delivery in it, however often it was changed since. */
export function isHandedBack(versions: readonly Snapshot[]): boolean {
  let version = versions.find(({ is_head }) => is_head);
  while (version && version.kind !== 'delivery') {
    const { parent_id } = version;
    version = versions.find(({ id }) => id === parent_id);
  }
  return version !== undefined;
}

/** What a version says of its project: its own words, or those of the one that it was made from. */
export function packetOf(
  { packet, parent_id }: Snapshot,
  versions: readonly Snapshot[],
): Packet | null {
  const parent = packet === null && versions.find(({ id }) => id === parent_id);
  return parent ? packetOf(parent, versions) : packet;
}

/** 'line 12', 'lines 12 to 20'. */
export function lineWords({ from, to }: { from: number; to: number }): string {
  return from === to ? `line ${from}` : `lines ${from} to ${to}`;
}
