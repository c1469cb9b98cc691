import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { build } from 'rolldown';
import type { RealServer } from './server.ts';

/** An editor that is a page of another site: it calls the server from the browser, and nobody is between them. */
export async function webEditor({ url }: RealServer) {
  const input = path.join(import.meta.dirname, 'web-editor-page.ts');
  const { output } = await build({ input, platform: 'browser', write: false, logLevel: 'warn' });
  const [{ code }] = output;
  const page = `<!doctype html><html lang="en"><title>Web Editor</title><body data-server="${url}">
    <h1>Web Editor</h1><ul></ul><script type="module" src="/program.js"></script></body></html>`;
  const site = createServer((request, response) => {
    const isProgram = request.url === '/program.js';
    const type = isProgram ? 'text/javascript' : 'text/html';
    response.setHeader('content-type', `${type}; charset=utf-8`).end(isProgram ? code : page);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  return {
    address,
    close: () => {
      site.closeAllConnections();
      site.close();
    },
  };
}
