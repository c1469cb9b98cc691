import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** The next release is this one, with another name for one of its files. */
export const [OLD, NEXT] = ['/assets/manifest-', '/assets/next-manifest-'] as const;

/** In the service worker, which fetches a page of another revision anew. */
const REVISION_OF_PAGE = /(\?kept\W+revision:\W)/;

/** By what name the file is called by the pages and by the service worker that the servers send now. */
export interface Releases {
  pages: string;
  worker: string;
}

/** Servers of two releases behind one address, where `now` may change at any time. */
export async function startReleases(server: string, now: Releases) {
  const proxy = createServer((near, answer) => {
    const path = near.url ?? '/';
    const isPage = /^\/(dashboard|discussions)\b/.test(path);
    const renamed = isPage || path === '/service-worker.js';
    // What is changed here is asked for whole, and as it is.
    const headers = renamed ? {} : near.headers;
    const url = server + path.replace(NEXT, OLD);
    const far = request(url, { method: near.method, headers }, async (sent) => {
      // The policy names the page's own scripts by what is in them.
      const { 'content-length': _, 'content-security-policy': _own, ...rest } = sent.headers;
      answer.writeHead(sent.statusCode ?? 500, renamed ? rest : sent.headers);
      if (!renamed) return sent.pipe(answer);
      const name = isPage ? now.pages : now.worker;
      const content = (await text(sent)).replaceAll(OLD, name);
      answer.end(name === OLD ? content : content.replace(REVISION_OF_PAGE, '$1next'));
    });
    far.on('error', () => answer.destroy());
    answer.on('close', () => far.destroy());
    near.pipe(far);
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const { port } = proxy.address() as AddressInfo;
  const stop = () => {
    proxy.close();
    proxy.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}
