import type { Packet } from '#domain/packet.ts';
import type { ProjectFile } from '../project-files.ts';
import { folderOf, isRecord, nameOf, type ProjectTexts, parseJson } from '../project-texts.ts';

const MOST = { manifests: 30, scripts: 60, command: 300, entries: 30 };

/** Files that programs begin at, by the habits of their languages. */
const ENTRIES = new Set([
  'main.py',
  'app.py',
  'manage.py',
  'wsgi.py',
  'asgi.py',
  'main.go',
  'main.rs',
  'main.dart',
  'program.cs',
  'config.ru',
  'artisan',
  'index.php',
  'procfile',
  'dockerfile',
  'server.js',
  'server.ts',
  'app.js',
  'app.ts',
  'main.js',
  'main.ts',
  'main.tsx',
  'main.jsx',
  'index.js',
  'index.ts',
  'index.tsx',
  'index.html',
  '_app.tsx',
  'layout.tsx',
  'app.vue',
]);
const ENTRY_FOLDERS = new Set([
  '',
  'src',
  'app',
  'src/app',
  'lib',
  'pages',
  'src/pages',
  'public',
  'server',
  'backend',
  'api',
  'cmd',
]);

interface Started {
  scripts: Packet['scripts'];
  entry_points: string[];
}

/** How a project is started: its scripts, and the files that it begins at. */
export async function startedBy(
  files: readonly ProjectFile[],
  texts: ProjectTexts,
): Promise<Started> {
  const scripts: Packet['scripts'] = [];
  const entries = new Set<string>();
  const manifests = files
    .filter(({ path }) => nameOf(path) === 'package.json')
    .toSorted((a, b) => a.path.length - b.path.length)
    .slice(0, MOST.manifests);
  for (const { path } of manifests) {
    const manifest = parseJson((await texts.text(path)) ?? '');
    if (!isRecord(manifest)) continue;
    scripts.push(...scriptsIn(path, manifest));
    for (const named of mainsOf(manifest)) entries.add(placeIn(folderOf(path), named));
  }
  for (const { path } of files) if (isEntry(path)) entries.add(path);
  return {
    scripts: scripts.slice(0, MOST.scripts),
    entry_points: [...entries].filter((path) => texts.file(path)).slice(0, MOST.entries),
  };
}

function isEntry(path: string): boolean {
  const isUsual = ENTRIES.has(nameOf(path).toLowerCase()) && ENTRY_FOLDERS.has(folderOf(path));
  return isUsual || /(?:^|\/)cmd\/[^/]{1,100}\/main\.go$/.test(path);
}

function placeIn(folder: string, named: string): string {
  const plain = named.replace(/^(?:\.\/)/, '');
  return folder === '' ? plain : `${folder}/${plain}`;
}

function scriptsIn(path: string, manifest: Record<string, unknown>): Packet['scripts'] {
  const scripts = isRecord(manifest.scripts) ? Object.entries(manifest.scripts) : [];
  return scripts.flatMap(([name, command]) =>
    typeof command === 'string'
      ? [{ path, name: name.slice(0, 100), command: command.slice(0, MOST.command) }]
      : [],
  );
}

function mainsOf({ main, module, bin }: Record<string, unknown>): string[] {
  const bins = isRecord(bin) ? Object.values(bin).slice(0, 10) : [bin];
  return [main, module, ...bins].filter(
    (each) => typeof each === 'string' && each.length < 500,
  ) as string[];
}
