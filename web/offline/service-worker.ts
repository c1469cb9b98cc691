/**
 * The service worker: with it signed-in screens open without a connection. It keeps what the build has
 * made, which is the same for everybody, and no answer of the API or other address of the server.
 * Built to `/service-worker.js` by tools/service-worker.ts.
 */
import { clientsClaim } from 'workbox-core';
import { addPlugins, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { NetworkOnly } from 'workbox-strategies';

/** Put in by the build: the files to keep, the page among them, and how the paths of screens begin. */
declare const KEPT_FILES: { url: string; revision: string | null; integrity?: string }[];
declare const KEPT_PAGE: string;
declare const SCREENS: string[];

// Once, as the build puts the whole list where it is named.
const files = KEPT_FILES;

/** A line that is there and brings nothing is as good as none. */
const PATIENCE_S = 5;

// The types of the page know nothing of what only a service worker has.
const worker = globalThis as unknown as {
  skipWaiting(): Promise<void>;
  clients: { matchAll(options: object): Promise<readonly unknown[]> };
  addEventListener(
    type: 'install',
    act: (event: { waitUntil(done: Promise<unknown>): void }) => void,
  ): void;
};

worker.addEventListener('install', (event) => event.waitUntil(beginAlone()));
clientsClaim();
addPlugins([{ cacheWillUpdate: ({ response }) => ofThisRelease(response) }]);
precacheAndRoute(files);

const online = new NetworkOnly({ networkTimeoutSeconds: PATIENCE_S });
// The application's own page opens every screen.
const kept = createHandlerBoundToURL(KEPT_PAGE);
registerRoute(
  ({ request, url }) => request.mode === 'navigate' && isScreen(url.pathname),
  (options) => online.handle(options).catch(() => kept(options)),
);

/** Replaces the one of an older release at once, unless other tabs may still run that release. */
async function beginAlone(): Promise<void> {
  const tabs = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (tabs.length <= 1) await worker.skipWaiting();
}

/**
 * While servers are replaced, one of another release may answer with its own page, which asks for files
 * that are not kept. Without an answer nothing is kept at all, and the next visit tries again.
 */
async function ofThisRelease(response: Response): Promise<Response | null> {
  if (!response.ok) return null;
  const isPage = response.headers.get('content-type')?.startsWith('text/html');
  const asked = isPage ? (await response.clone().text()).matchAll(/\/assets\/[\w.-]+\.js/g) : [];
  const kept = new Set(files.map(({ url }) => url));
  return [...asked].every(([name]) => kept.has(name)) ? response : null;
}

function isScreen(pathname: string): boolean {
  return SCREENS.includes(pathname.split('/')[1]?.toLowerCase() ?? '');
}
