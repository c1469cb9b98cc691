import { glob, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { minifySync } from 'vite';
import { firstReads } from '../web/start/first-reads.ts';
import { screensOf } from './screen-files.ts';
import { buildServiceWorker } from './service-worker.ts';

/** What the server needs beside the built files. `folder` is the build's own. */
export async function finishWebBuild(folder: string): Promise<void> {
  const client = join(folder, 'client');
  const screens = await screensOf(client);
  const withReads = screens.map((screen) => ({
    ...screen,
    reads: screen.isSignedIn ? ['/api/me', ...(firstReads[screen.id] ?? [])] : [],
  }));
  await writeFile(join(folder, 'screens.json'), JSON.stringify(withReads, null, 2));
  await putTextFirst(client);
  await putCodeFirst(join(client, '__spa-fallback.html'));
  await change(join(client, 'start.js'), (text) => minifySync('start.js', text).code);
  await buildServiceWorker(client, screens);
  await compressFiles(client);
}

/**
 * A built page can be read before it comes alive: its scripts are asked for once its words are on screen.
 * Beside style and fonts they would share a phone's line with them, and the page is alive no sooner.
 */
async function putTextFirst(folder: string): Promise<void> {
  for await (const name of glob('**/index.html', { cwd: folder }))
    await change(join(folder, name), (page) => withScriptsAfterPaint(page, name));
}

const PRELOAD = /<link rel="modulepreload"[^>]*href="([^"]+)"[^>]*>/g;
const MODULE = /<script type="module" async="">([\s\S]*?)<\/script>/;
const IMPORT = /^import (?:\* as (\w+) from )?("[^"]+");$/gm;

/** In a tab that nobody looks at yet nothing is painted: there they are asked for at once. */
function withScriptsAfterPaint(page: string, name: string): string {
  const code = MODULE.exec(page)?.[1];
  const preloads = [...page.matchAll(PRELOAD)].map(([, href]) => href);
  const imports = [...(code ?? '').matchAll(IMPORT)];
  if (!code || preloads.length === 0 || imports.length === 0)
    throw new Error(`${name} has other scripts than were expected`);
  const script = `
((start) => (document.hidden ? start() : requestAnimationFrame(() => setTimeout(start))))(async () => {
  for (const href of ${JSON.stringify(preloads)})
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  const [${imports.map(([, as = '']) => as).join()}] = await Promise.all([
    ${imports.map(([, , file]) => `import(${file})`).join()}
  ]);
  ${code.replaceAll(IMPORT, '')}
});`;
  const { code: small } = minifySync(`${name}.js`, script);
  return page.replaceAll(PRELOAD, '').replace(MODULE, () => `<script>${small}</script>`);
}

/**
 * The application's own page has nothing to read: its fonts, which a first page does without where they
 * are late, wait until there are words, and its scripts come after the style.
 */
async function putCodeFirst(file: string): Promise<void> {
  await change(file, (page) => {
    const code = page.match(/<link rel="modulepreload"[^>]*>/g) ?? [];
    const rest = page.replaceAll(/<link rel="(?:modulepreload|preload)"[^>]*>/g, '');
    return rest.replace('</head>', `${code.join('')}</head>`);
  });
}

async function change(file: string, by: (text: string) => string): Promise<void> {
  await writeFile(file, by(await readFile(file, 'utf8')));
}

/** Once at build time as small as it gets, instead of with each answer. Pages are sent otherwise. */
async function compressFiles(folder: string): Promise<void> {
  for await (const name of glob('**/*.{js,css,svg,webmanifest,ico}', { cwd: folder })) {
    const file = join(folder, name);
    const content = await readFile(file);
    await writeFile(`${file}.br`, await promisify(brotliCompress)(content));
    await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
  }
}
