import { z } from 'zod';
import { isInRange } from '#domain/version-range.ts';
import list from './known-vulnerable.json' with { type: 'json' };
import type { Locked } from './locked.ts';

const listSchema = z.object({
  vulnerable: z.array(
    z.object({
      ecosystem: z.enum(['npm', 'PyPI']).default('npm'),
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

/** What is known against one version of a package; the list has a date, and is not all there is. */
export function holesOf({ ecosystem, name, version }: Locked): Hole[] {
  if (!/^\d+(?:\.\d+){1,2}(?:[-+]|$)/.test(version)) return [];
  // PyPI reads names in any case, and signs between words as one.
  const known = ecosystem === 'PyPI' ? name.toLowerCase().replaceAll(/[-_.]+/g, '-') : name;
  return (holes.get(known) ?? []).filter((hole) => {
    return hole.ecosystem === ecosystem && isInRange(version, hole.range);
  });
}
