import { z } from 'zod';
import { isInRange } from '#domain/version-range.ts';

/** A package as the lockfile has it. */
interface Locked {
  place: string;
  name: string;
  version: string;
}

const entrySchema = z.object({
  version: z.string().optional(),
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  optional: z.boolean().optional(),
  os: z.array(z.string()).optional(),
  cpu: z.array(z.string()).optional(),
  hasInstallScript: z.boolean().optional(),
});
export const lockfileSchema = z.object({ packages: z.record(z.string(), entrySchema) });
export type Lockfile = z.infer<typeof lockfileSchema>;

/** The list of known holes that lies in the repository. */
export const knownSchema = z.object({
  checked: z.iso.date(),
  vulnerable: z.array(
    z.object({
      ecosystem: z.enum(['npm', 'PyPI']).default('npm'),
      package: z.string(),
      /** Such as `>=1.0.0 <1.2.3 || =2.0.1`. */
      range: z.string(),
      advisory: z.string(),
      severity: z.enum(['low', 'moderate', 'high', 'critical']),
      what: z.string(),
      source: z.url(),
      added: z.iso.date(),
    }),
  ),
  accepted: z.array(
    z.object({
      package: z.string(),
      version: z.string(),
      advisories: z.array(z.string()),
      reason: z.string(),
      until: z.iso.date(),
    }),
  ),
});
export type Known = z.infer<typeof knownSchema>;

export interface Findings {
  /** Each ends the audit with a failure. */
  failures: string[];
  /** To be read, not to be stopped by. */
  remarks: string[];
}

const STALE_DAYS = 90;
const DAY_MS = 86_400_000;

/** Holds the lockfile against the list. @param today as `2026-11-22` */
export function findKnown(lockfile: Lockfile, known: Known, today: string): Findings {
  const findings: Findings = { failures: [], remarks: [] };
  const holes = known.vulnerable.filter(({ ecosystem }) => ecosystem === 'npm');
  for (const { place, name, version } of lockedPackages(lockfile)) {
    for (const hole of holes) {
      if (hole.package !== name || !isInRange(version, hole.range)) continue;
      const line = `${name} ${version} (${place}): ${hole.severity}, ${hole.what}; ${hole.source}`;
      const accepted = known.accepted.find(
        (each) =>
          each.package === name &&
          each.version === version &&
          each.advisories.includes(hole.advisory) &&
          each.until >= today,
      );
      if (accepted) findings.remarks.push(`accepted until ${accepted.until}: ${line}`);
      else findings.failures.push(line);
    }
  }
  const days = Math.floor((Date.parse(today) - Date.parse(known.checked)) / DAY_MS);
  if (days > STALE_DAYS)
    findings.remarks.unshift(`WARNING: THE LIST OF KNOWN HOLES IS ${days} DAYS OLD. Renew it.`);
  return findings;
}

/**
 * What must hold of the lockfile itself: each package comes from whatever registry is set, and is
 * what it was; package.json approves or forbids each script at an installation.
 */
export function findBrokenRules(lockfile: Lockfile, decided: readonly string[]): Findings {
  const entries = Object.entries(lockfile.packages).filter(([place]) => place !== '');
  const failures = entries.flatMap(([place, entry]) =>
    brokenBy(entry, nameOf(place), decided).map((what) => `${place} ${what}`),
  );
  const elsewhere = entries.filter(([, entry]) => isForSome(entry) && !isSealed(entry));
  const names = elsewhere.map(([place]) => nameOf(place)).join(', ');
  const remark = `${elsewhere.length} packages of other platforms have no integrity: ${names}`;
  return { failures, remarks: elsewhere.length > 0 ? [remark] : [] };
}

type Entry = Lockfile['packages'][string];

function brokenBy(entry: Entry, name: string, decided: readonly string[]): string[] {
  const isDecided = decided.some(
    (each) => each === name || (isForSome(entry) && familyOf(each) === familyOf(name)),
  );
  return [
    entry.resolved !== undefined && `names where it comes from: ${entry.resolved}`,
    !/^\d+\.\d+\.\d+/.test(entry.version ?? '') &&
      `has no version of a registry: ${entry.version ?? 'none'}`,
    !isSealed(entry) && !isForSome(entry) && 'has no integrity (sha512)',
    entry.hasInstallScript === true &&
      !isDecided &&
      'runs a script at its installation that nobody decided on',
  ].filter((problem) => problem !== false);
}

function isSealed({ integrity = '' }: Entry): boolean {
  return integrity.startsWith('sha512-');
}

/** Programs for one platform each. A registry that does not carry all of them leaves these out. */
function isForSome({ optional, os, cpu }: Entry): boolean {
  return optional === true && (os ?? cpu) !== undefined;
}

/** The same program for several platforms has one scope; a package without a scope stands alone. */
function familyOf(name: string): string {
  return name.startsWith('@') ? (name.split('/')[0] ?? name) : name;
}

function lockedPackages({ packages }: Lockfile): Locked[] {
  return Object.entries(packages).flatMap(([place, { version }]) =>
    place === '' || version === undefined ? [] : [{ place, name: nameOf(place), version }],
  );
}

function nameOf(place: string): string {
  return place.split('node_modules/').at(-1) ?? place;
}
