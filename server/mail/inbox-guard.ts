import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { isOwnName } from '../config/own-address.ts';

/**
 * Allows only its own page to read the embedded inbox, which holds every link that signs somebody
 * in: no page of another site, and none whose name was made to lead to this machine. Its listeners
 * must be there already.
 */
export function guardInbox(server: Server): void {
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
  // What names no origin: scripts, pictures and frames. A link may lead here.
  const isLink = mode === 'navigate' && headers['sec-fetch-dest'] === 'document';
  return site !== 'cross-site' || isLink;
}

/** MailDev offers what it has to every site. */
function shareWithNobody(response: ServerResponse): void {
  const set = response.setHeader.bind(response);
  response.setHeader = (name, value) =>
    /^access-control-/i.test(name) ? response : set(name, value);
}
