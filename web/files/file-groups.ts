import type { FileRecord } from '#domain/file.ts';

/** Files that belong together: of the request, of one milestone's plan, of one round, of messages. */
export interface FileGroup {
  key: string;
  title: string;
  /** Of a round of delivery. */
  deliveryId: string | null;
  files: FileRecord[];
}

type Grouped = Pick<FileRecord, 'attached_to' | 'attached_id' | 'milestone_title' | 'round'>;

/** The request first, then milestone by milestone each with its rounds, messages at the end. */
export function fileGroups(files: readonly FileRecord[]): FileGroup[] {
  const groups = new Map<string, FileGroup>();
  for (const file of files) {
    const key = keyOf(file);
    const group = groups.get(key) ?? {
      key,
      title: titleOf(file),
      deliveryId: file.attached_to === 'delivery' ? file.attached_id : null,
      files: [],
    };
    group.files.push(file);
    groups.set(key, group);
  }
  const titles = [...new Set(files.map(({ milestone_title }) => milestone_title))];
  const placeOf = ({ files: [file] }: FileGroup): number[] =>
    file
      ? [
          ORDER[file.attached_to ?? 'message'],
          titles.indexOf(file.milestone_title),
          file.round ?? 0,
        ]
      : [];
  return [...groups.values()].sort((a, b) => compare(placeOf(a), placeOf(b)));
}

const ORDER = { request: 0, milestone: 1, delivery: 1, message: 2, profile: 2 } as const;

function compare(one: readonly number[], other: readonly number[]): number {
  const differs = one.findIndex((value, place) => value !== other[place]);
  return differs < 0 ? 0 : (one[differs] ?? 0) - (other[differs] ?? 0);
}

function keyOf({ attached_to, attached_id }: Grouped): string {
  const isOne = attached_to === 'delivery' || attached_to === 'milestone';
  return isOne ? `${attached_to} ${attached_id}` : String(attached_to);
}

function titleOf({ attached_to, milestone_title, round }: Grouped): string {
  switch (attached_to) {
    case 'delivery':
      return `${milestone_title ?? 'Milestone'} · Delivery ${round ?? 1}`;
    case 'milestone':
      return milestone_title ?? 'Milestone';
    case 'request':
      return 'Request';
    default:
      return 'Messages';
  }
}
