import { z } from 'zod';
import { isInRange } from '#domain/version-range.ts';
import list from './known-vulnerable.json' with { type: 'json' };
import type { Locked } from './locked.ts';

const listSchema = z.object({
  vulnerable: z.array(
    z.object({
      package: z.string(),
      range: z.string(),
      severity: z.enum(['low', 'moderate', 'high', 'critical']),
      what: z.string(),
      source: z.url(),
    }),
  ),
});

export type Hole = z.infer<typeof listSchema>['vulnerable'][number];

const holes = Map.groupBy(listSchema.parse(list).vulnerable, (hole) => hole.package);

/** What is known against one version of an npm package; the list has a date, and is not all there is. */
export function holesOf({ ecosystem, name, version }: Locked): Hole[] {
  if (ecosystem !== 'npm' || !/^\d+\.\d+\.\d+/.test(version)) return [];
  return (holes.get(name) ?? []).filter((hole) => isInRange(version, hole.range));
}
