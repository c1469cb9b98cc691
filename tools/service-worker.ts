import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { paths } from '../domain/paths.ts';
import { root } from './run.ts';
import type { ScreenFiles } from './screen-files.ts';

/** The page that opens every screen, by an address that nobody opens: for its own it would be the answer. */
const KEPT_PAGE = `${paths.dashboard()}?kept`;
/** What the service worker keeps beside `assets/`, under the address that has it. */
const PAGES = { [KEPT_PAGE]: '__spa-fallback.html', '/start.js': 'start.js' };

/**
 * Builds the service worker, with the names of all that it is to keep. `client` is the folder of the
 * built files, which must be complete.
 */
export async function buildServiceWorker(
  client: string,
  screens: readonly ScreenFiles[],
): Promise<void> {
  const assets: string[] = [];
  for await (const file of glob('assets/*.{js,css,woff2}', { cwd: client })) assets.push(file);
  const pages = Object.entries(PAGES).map(async ([url, file]) => {
    const hash = createHash('sha256').update(await readFile(join(client, file)));
    const digest = hash.digest('base64');
    // The server puts its own addresses into the page.
    const isSame = url !== KEPT_PAGE;
    return { url, revision: digest.slice(0, 16), ...(isSame && { integrity: `sha256-${digest}` }) };
  });
  // Built files have their hash in their names.
  const lasting = assets.toSorted().map((file) => ({ url: `/${file}`, revision: null }));
  const files = [...(await Promise.all(pages)), ...lasting];
  const signedIn = screens.filter(({ isSignedIn }) => isSignedIn);
  const begins = new Set(signedIn.map(({ address }) => address.split('/')[1]?.toLowerCase()));
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    define: {
      KEPT_FILES: JSON.stringify(files),
      KEPT_PAGE: JSON.stringify(KEPT_PAGE),
      // Home too: to it a person comes who signs out.
      SCREENS: JSON.stringify(['', ...begins]),
    },
    build: {
      outDir: client,
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: join(root, 'web/offline/service-worker.ts'),
        output: { format: 'iife', entryFileNames: 'service-worker.js' },
      },
    },
  });
}
