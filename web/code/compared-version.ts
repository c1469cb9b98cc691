import type { Snapshot } from '#domain/code.ts';

/**
 * A version as far as its changes may be read: where the version that it is compared with shows names
 * alone, so does the change, for the reason of that one.
 */
export function asCompared(version: Snapshot, before: Snapshot | undefined): Snapshot {
  if (version.opens !== 'contents' || !before || before.opens === 'contents') return version;
  return {
    ...version,
    opens: before.opens,
    why_closed: before.why_closed,
    milestone_id: before.milestone_id,
  };
}
