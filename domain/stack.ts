import { z } from 'zod';
import { AI_TOOLS } from './ai-tool.ts';
import { CATEGORIES, type Category, MOBILE_SUBCATEGORIES } from './category.ts';
import { known, type Technology } from './stack-names.ts';

/** What a project's files say, for the fields of a request. */
export const stackSchema = z
  .object({
    stack: z.string().nullable().describe('For the field Tech Stack'),
    categories: z.array(z.enum(CATEGORIES)),
    ai_tool: z.enum(AI_TOOLS).nullable().describe('That its files show marks of'),
  })
  .meta({ id: 'Stack' });
export type Stack = z.infer<typeof stackSchema>;

/** A file that lists a project's dependencies. */
export interface Manifest {
  path: string;
  text: string;
}

const MAX_NAMED = 10;
const MAX_DEPTH = 6;

type Ecosystem = keyof typeof known;

const ecosystems: readonly [name: RegExp, ecosystem: Ecosystem][] = [
  [/^package\.json$/, 'npm'],
  [/^(?:requirements[\w.-]*\.txt|pyproject\.toml|pipfile|setup\.py)$/, 'python'],
  [/^pubspec\.ya?ml$/, 'dart'],
  [/^gemfile$/, 'ruby'],
  [/^go\.mod$/, 'go'],
  [/^cargo\.toml$/, 'rust'],
  [/^composer\.json$/, 'php'],
  [/^(?:pom\.xml|build\.gradle(?:\.kts)?)$/, 'jvm'],
  [/^(?:podfile|package\.swift)$/, 'apple'],
  [/\.csproj$/, 'dotnet'],
  [/^mix\.exs$/, 'elixir'],
  [/^(?:dockerfile|docker-compose\.ya?ml|compose\.ya?ml)$/, 'docker'],
  [/\.tf$/, 'terraform'],
];

/** Folders with other people's projects. */
const FOREIGN =
  /(?:^|\/)(?:node_modules|vendor|pods|\.git|\.venv|venv|site-packages|target|__macosx)\//i;

/** Whether a path leads into other people's projects. */
export function isForeign(path: string): boolean {
  return FOREIGN.test(path);
}

/** Whether a file, by its path, lists a project's dependencies. */
export function isManifest(path: string): boolean {
  return ecosystemOf(path) !== null;
}

/** What manifests list, outermost first; null where nothing is known. */
export function readStack(manifests: readonly Manifest[]): Omit<Stack, 'ai_tool'> | null {
  const found = namedIn(manifests);
  if (found.length === 0) return null;
  const labels = new Set(found.map(({ label }) => label));
  return { stack: [...labels].slice(0, MAX_NAMED).join(', '), categories: categoriesOf(found) };
}

/** What manifests name, each with the categories that it speaks for; the outermost come first. */
export function namedIn(manifests: readonly Manifest[]): Technology[] {
  const found: Technology[] = [];
  for (const { path, text } of manifests.toSorted((a, b) => depthOf(a.path) - depthOf(b.path))) {
    const ecosystem = ecosystemOf(path);
    if (ecosystem) found.push(...technologiesIn(ecosystem, text));
  }
  return found;
}

function technologiesIn(ecosystem: Ecosystem, text: string): Technology[] {
  const names = ecosystem === 'npm' ? npmDependencies(text) : wordsOf(text);
  const { base, parts } = known[ecosystem];
  const found = parts.filter(({ names: wanted }) => wanted.some((name) => isNamed(names, name)));
  return base ? [...found, base] : found;
}

/** 'spring-boot*' matches every name with that prefix. */
function isNamed(names: ReadonlySet<string>, wanted: string): boolean {
  if (!wanted.endsWith('*')) return names.has(wanted);
  const start = wanted.slice(0, -1);
  return names.values().some((name) => name.startsWith(start));
}

const packageSchema = z.object({
  dependencies: z.record(z.string(), z.unknown()).catch({}),
  devDependencies: z.record(z.string(), z.unknown()).catch({}),
});

function npmDependencies(text: string): ReadonlySet<string> {
  const parsed = packageSchema.safeParse(parseJson(text));
  if (!parsed.success) return new Set();
  const { dependencies, devDependencies } = parsed.data;
  return new Set([...Object.keys(dependencies), ...Object.keys(devDependencies)]);
}

/** Manifests have different formats, but each dependency is a word of its own in all of them. */
function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[a-z0-9@][\w./@-]*/g));
}

function categoriesOf(found: readonly Technology[]): Category[] {
  const named = new Set(found.flatMap(({ categories }) => categories));
  // React alone means web; beside React Native it belongs to that.
  const isNative = found.some(({ label }) => label === 'React Native' || label === 'Expo');
  const hasPages = found.some(
    ({ categories, label }) => label !== 'React' && categories.includes('web'),
  );
  if (isNative && !hasPages) named.delete('web');
  if (MOBILE_SUBCATEGORIES.some((kind) => named.has(kind))) named.add('mobile');
  return CATEGORIES.filter((category) => named.has(category));
}

function ecosystemOf(path: string): Ecosystem | null {
  if (isForeign(path) || depthOf(path) > MAX_DEPTH) return null;
  const name = path.split('/').at(-1)?.toLowerCase() ?? '';
  return ecosystems.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}

function depthOf(path: string): number {
  return path.split('/').length - 1;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
