import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import MailDev from 'maildev';
import pages from 'maildev/lib/web.js';
import { isOwnName } from '../config/own-address.ts';

const [web, smtp, mailDirectory] = process.argv.slice(2);

const inbox = new MailDev({
  web: Number(web),
  smtp: Number(smtp),
  ip: '127.0.0.1',
  mailDirectory,
  silent: true,
});
guardInbox(pages.server);
inbox.listen(() => process.send?.('ready'));

// For our parent, which may still send its last mails; MailDev would stop at once.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.removeAllListeners(signal).on(signal, () => undefined);
}
process.on('disconnect', () => process.exit(0));

/**
 * Lets only the inbox's own page read it, as its mails hold sign-in links: no other site, and no
 * name that was pointed at this machine (DNS rebinding). Call it after MailDev has added its
 * listeners.
 */
function guardInbox(server: Server): void {
  const requests = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request').on('request', (request, response) => {
    response.setHeader('x-frame-options', 'SAMEORIGIN');
    if (!isOwnPage(request)) return void response.writeHead(403).end();
    shareWithNobody(response);
    for (const listener of requests) listener.call(server, request, response);
  });
  const upgrades = server.listeners('upgrade');
  server
    .removeAllListeners('upgrade')
    .on('upgrade', (request: IncomingMessage, socket: Duplex, head) => {
      if (!isOwnPage(request))
        return void socket.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n');
      for (const listener of upgrades) listener.call(server, request, socket, head);
    });
}

function isOwnPage({ headers }: IncomingMessage): boolean {
  const { host = '', origin, 'sec-fetch-site': site, 'sec-fetch-mode': mode } = headers;
  if (!isOwnName(host.replace(/:\d+$/, ''))) return false;
  if (origin !== undefined && origin !== `http://${host}`) return false;
  // Requests without an origin: scripts, pictures and frames. Links may lead here.
  const isLink = mode === 'navigate' && headers['sec-fetch-dest'] === 'document';
  return site !== 'cross-site' || isLink;
}

/** MailDev allows every origin. */
function shareWithNobody(response: ServerResponse): void {
  const set = response.setHeader.bind(response);
  response.setHeader = (name, value) =>
    /^access-control-/i.test(name) ? response : set(name, value);
}
