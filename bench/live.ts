import { randomUUID } from 'node:crypto';
import { type ClientRequest, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface LiveFigures {
  /** Milliseconds from sending to arrival on another open stream. */
  p50: number;
  p99: number;
  missed: number;
}

export interface Listener {
  token: string;
  personId: string;
}

interface Thread {
  ticketId: string;
  /** Who writes, and who hears of it. */
  author: Listener;
  reader: Listener;
}

/** Opens streams; `heard` is called with each event's data. */
export async function openStreams(
  url: string,
  listeners: Listener[],
  heard: (listener: Listener, text: string) => void,
): Promise<{ close: () => void }> {
  const requests: ClientRequest[] = [];
  for (const [n, listener] of listeners.entries()) {
    const stream = request(`${url}/api/live`, {
      agent: false,
      // Of many networks: a server opens only so many for one.
      localAddress: `127.0.1.${1 + (n % 250)}`,
      headers: { authorization: `Bearer ${listener.token}` },
    });
    requests.push(stream);
    await new Promise<void>((resolve, reject) => {
      stream.once('error', reject).once('response', (response) => {
        if (response.statusCode !== 200) return reject(new Error(`stream: ${response.statusCode}`));
        response
          .setEncoding('utf8')
          .on('data', (text: string) => heard(listener, text))
          .on('error', () => undefined);
        resolve();
      });
      stream.end();
    });
    stream.on('error', () => undefined);
  }
  return { close: () => requests.forEach((stream) => void stream.destroy()) };
}

/** Where messages are posted, and where the streams are open: one server, or two of one database. */
export interface Ways {
  post: string;
  listen: string;
}

/** Posts messages at a steady pace and times each until its reader's stream tells of it. */
export async function timeDelivery(
  ways: Ways,
  threads: Thread[],
  streams: Listener[],
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<LiveFigures> {
  const waiting = new Map<string, number>();
  const times: number[] = [];
  const open = await openStreams(ways.listen, streams, (listener, text) => {
    for (const [, ticketId = ''] of text.matchAll(
      /event: message\ndata: \{[^\n]*"ticket_id":"([^"]+)"/g,
    )) {
      const key = `${ticketId} ${listener.personId}`;
      const sent = waiting.get(key);
      if (sent === undefined) continue;
      waiting.delete(key);
      times.push(performance.now() - sent);
    }
  });
  for (let count = 0; count < perSecond * seconds; count++) {
    const thread = threads[count % threads.length];
    if (thread) void post(ways.post, thread, waiting);
    await sleep(1000 / perSecond);
  }
  await sleep(1000);
  open.close();
  times.sort((a, b) => a - b);
  const at = (part: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99), missed: waiting.size };
}

async function post(
  url: string,
  { ticketId, author, reader }: Thread,
  waiting: Map<string, number>,
): Promise<void> {
  waiting.set(`${ticketId} ${reader.personId}`, performance.now());
  await fetch(`${url}/api/tickets/${ticketId}/messages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${author.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'Did that help?', client_id: randomUUID() }),
  });
}
