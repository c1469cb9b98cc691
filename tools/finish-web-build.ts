import { glob, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { minifySync } from 'vite';
import { firstReads } from '../web/start/first-reads.ts';
import { screensOf } from './screen-files.ts';

/** What the server needs beside the built files. `folder` is the build's own. */
export async function finishWebBuild(folder: string): Promise<void> {
  const client = join(folder, 'client');
  const screens = (await screensOf(client)).map((screen) => ({
    ...screen,
    reads: screen.isSignedIn ? ['/api/me', ...(firstReads[screen.id] ?? [])] : [],
  }));
  await writeFile(join(folder, 'screens.json'), JSON.stringify(screens, null, 2));
  await putTextFirst(client);
  await putCodeFirst(join(client, '__spa-fallback.html'));
  await change(join(client, 'start.js'), (text) => minifySync('start.js', text).code);
  await compressFiles(client);
}

/**
 * A built page can be read before it comes alive: its style and fonts go first, its scripts after
 * them. Without this the browser fetches all at once and draws the page seconds later on a phone.
 */
async function putTextFirst(folder: string): Promise<void> {
  for await (const name of glob('**/index.html', { cwd: folder })) {
    const link = '<link rel="modulepreload" ';
    await change(join(folder, name), (page) =>
      page.replaceAll(link, `${link}fetchpriority="low" `),
    );
  }
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
