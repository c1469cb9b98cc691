import {
  analyser,
  type BaseProvider,
  type ProviderFile,
  rules,
  tech,
} from '@specfy/stack-analyser';
import { l as log } from '@specfy/stack-analyser/dist/common/log.js';
import type { Packet } from '#domain/packet.ts';
import { type Manifest, namedIn } from '#domain/stack.ts';
import type { ProjectFile } from '../project-files.ts';
import { isRecord, nameOf, type ProjectTexts, parseJson } from '../project-texts.ts';
import '@specfy/stack-analyser/dist/rules/index.js';

type Technology = Packet['technologies'][number];
type Kind = Technology['kind'];

/** What the analyser is shown: each name in a list is held against a thousand patterns. */
const MOST = { files: 4000, depth: 6, opened: 60, lines: 4000, name: 120, packages: 1500 };
const MOST_FOUND = 80;

const kinds: Readonly<Record<string, Kind | null>> = {
  framework: 'framework',
  ui_framework: 'framework',
  ssg: 'framework',
  cms: 'framework',
  ui: 'library',
  iconset: 'library',
  orm: 'library',
  validation: 'library',
  builder: 'tool',
  ci: 'tool',
  iac: 'tool',
  linter: 'tool',
  package_manager: 'tool',
  runtime: 'tool',
  security: 'tool',
  test: 'tool',
  tool: 'tool',
  // These are said by the files.
  language: null,
};

rules.loadAll();
// It tells of what it cannot read, and of a stranger's bytes nothing belongs into our log.
log.pauseLogs();

/** What a project is made with, by its manifests and the names of its files. */
export async function technologiesOf(
  files: readonly ProjectFile[],
  texts: ProjectTexts,
  manifests: readonly Manifest[],
): Promise<Technology[]> {
  const found = new Map<string, Technology>();
  for (const technology of [...named(manifests), ...(await analysed(files, texts))]) {
    const key = sameName(technology.name);
    if (!found.has(key)) found.set(key, technology);
  }
  return [...found.values()].slice(0, MOST_FOUND);
}

/** What `domain/stack.ts` knows comes first and by its own name: the request's form says the same. */
function named(manifests: readonly Manifest[]): Technology[] {
  const known = new Map(tech.list.map(({ name, type }) => [sameName(name), type]));
  return namedIn(manifests).flatMap(({ label, categories }) => {
    const type = known.get(sameName(label));
    if (type === 'language') return [];
    const kind = kindOf(type) ?? (categories.length > 0 ? 'framework' : 'library');
    return [{ name: label, kind }];
  });
}

/** `Next.js` and `NextJS` are one, as are `Postgres` and `PostgreSQL`. */
function sameName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9+#]/g, '')
    .replace(/(?:js|css|sql)$/, '');
}

function kindOf(type: string | undefined): Kind | null | undefined {
  return type === undefined ? undefined : (kinds[type] ?? (type in kinds ? null : 'service'));
}

/** What hostile manifests make of the analyser is its own matter: then the rest of the packet is there. */
async function analysed(files: readonly ProjectFile[], texts: ProjectTexts): Promise<Technology[]> {
  const keys = new Set<string>();
  try {
    const walk = [await analyser({ provider: providerOf(files, texts) })];
    for (let at = walk.pop(); at; at = walk.pop()) {
      for (const key of at.techs) keys.add(key);
      if (at.tech) keys.add(at.tech);
      walk.push(...at.childs);
    }
  } catch {
    return [];
  }
  return [...keys].flatMap((key) => {
    const item = tech.indexed[key as keyof typeof tech.indexed];
    const kind = kindOf(item?.type);
    return item && kind ? [{ name: item.name, kind }] : [];
  });
}

/** The project as the analyser sees it: it never comes near a disk. */
function providerOf(files: readonly ProjectFile[], texts: ProjectTexts): BaseProvider {
  const folders = foldersOf(files);
  const left = { opened: MOST.opened, lines: MOST.lines };
  return {
    basePath: '/',
    listDir: async (path) => folders.get(path) ?? [],
    stat: async (path) => texts.file(path.slice(1)),
    open: async (path) => {
      // These are given to a whole compiler.
      if (/\.(?:tf|hcl)$/.test(path) || left.opened-- <= 0) return null;
      const text = await texts.text(path.slice(1));
      return text === null ? null : shortened(nameOf(path), text, left);
    },
  };
}

function foldersOf(files: readonly ProjectFile[]): Map<string, ProviderFile[]> {
  const folders = new Map<string, ProviderFile[]>([['/', []]]);
  const shown = files
    .map(({ path }) => ({ path, depth: path.split('/').length }))
    .filter(({ depth }) => depth <= MOST.depth)
    .toSorted((a, b) => a.depth - b.depth)
    .slice(0, MOST.files);
  for (const { path } of shown) add(folders, `/${path}`, 'file');
  return folders;
}

function add(folders: Map<string, ProviderFile[]>, fp: string, type: 'dir' | 'file'): void {
  const parent = fp.slice(0, fp.lastIndexOf('/')) || '/';
  if (!folders.has(parent)) {
    folders.set(parent, []);
    add(folders, parent, 'dir');
  }
  folders.get(parent)?.push({ name: nameOf(fp), type, fp });
}

/** A manifest with no more in it than can be held against all patterns in time. */
function shortened(name: string, text: string, left: { lines: number }): string | null {
  if (name === 'package.json' || name === 'composer.json') return packagesOf(name, text, left);
  if (text.length > 128 * 1024 || left.lines <= 0) return null;
  const lines = text.split('\n', left.lines).filter((line) => line.length <= 300);
  left.lines -= lines.length;
  return lines.join('\n');
}

function packagesOf(name: string, text: string, left: { lines: number }): string | null {
  const manifest = parseJson(text);
  if (!isRecord(manifest)) return null;
  const parts =
    name === 'package.json' ? ['dependencies', 'devDependencies'] : ['require', 'require-dev'];
  const kept = parts.map((part) => {
    const names = Object.keys(isRecord(manifest[part]) ? manifest[part] : {})
      .filter((each) => each.length <= MOST.name)
      .slice(0, Math.min(MOST.packages, Math.max(0, left.lines)));
    left.lines -= names.length;
    return [part, Object.fromEntries(names.map((each) => [each, '*']))];
  });
  return JSON.stringify({ name: 'project', ...Object.fromEntries(kept) });
}
