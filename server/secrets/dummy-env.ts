import { Refusal } from '#domain/errors.ts';
import type { DummyEnv } from '#domain/file.ts';
import type { RotateItem } from '#domain/secret.ts';
import type { FileRow } from '../files/rows.ts';

/**
 * Variables that stand for the keys which were masked in a file, so that whoever has it sees which
 * they have to make up.
 * @throws Refusal `not_found` where none were masked
 */
export function dummyEnv({ rotate }: FileRow): DummyEnv {
  const items = rotate as RotateItem[] | null;
  if (!items) throw new Refusal('not_found');
  const byPlaceholder = Map.groupBy(items, ({ placeholder }) => placeholder);
  const lines = [...byPlaceholder].map(
    ([placeholder, [first]], place) =>
      `# ${first?.kind} in ${first?.path ?? 'the file'}, line ${first?.line}\nSECRET_${place + 1}="${placeholder}"`,
  );
  return { name: '.env', text: `${lines.join('\n')}\n` };
}
