import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Message } from '#domain/message.ts';
import type { Ticket } from '#domain/ticket.ts';
import { connect, queries } from '../database/database.ts';
import { brokenInvariants } from '../operation/invariants.ts';
import { aRequest } from './deeds.ts';
import {
  type Call,
  databaseProcess,
  databaseUrl,
  demoPerson,
  type Reply,
  type ServerProcess,
  startProcess,
  temporaryFolder,
} from './server-process.ts';
import { LONG } from './soak.ts';

const KILLS = LONG ? 20 : 3;
const WORKERS = 8;
const ACKNOWLEDGED_PER_ROUND = 40;

/** A thing that somebody sent, and whether they know that it was taken. */
interface Sent {
  kind: 'message' | 'ticket';
  id: string;
  acknowledged: boolean;
}

describe('a server that is killed under load', () => {
  test(
    'has every acknowledged message and request once after it starts again',
    async () => {
      let server = await startProcess({ DEMO: 'on' });
      await server.ready();
      const call = await demoPerson(server.url, 'customer');
      const thread = await aThread(call);
      const sent: Sent[] = [];
      for (let count = 1; count <= KILLS; count++) {
        const kill = count % 3 === 0 ? killServerAndDatabase : killServer;
        await loadUntilKilled({ call, thread, sent }, () => kill(server));
        await server.ended;
        server = await startProcess(server.settings);
        await server.ready();
        // What was not acknowledged is sent again, and some of what was, as by a doubtful client.
        const again = sent.filter(({ acknowledged }, index) => !acknowledged || index % 5 === 0);
        for (const each of again)
          expect(await send({ call, thread }, each)).toMatchObject({ status: 201 });
      }
      expect(await storedMessages(call, thread)).toEqual(idsOf(sent, 'message'));
      expect(await storedTickets(call)).toEqual(idsOf(sent, 'ticket'));
      expect(await brokenIn(server)).toEqual([]);
    },
    KILLS * 120_000,
  );
});

test('a server that is killed while it makes its database starts all the same', async () => {
  const first = await killedInTheMaking();
  const { DATA_DIR } = first.settings;
  const second = await startProcess(first.settings);
  await second.ready();
  expect(databaseProcess(DATA_DIR)).not.toBeNull();
});

/** A server whose database is not complete. One that was too quick for us is started anew elsewhere. */
async function killedInTheMaking(): Promise<ServerProcess> {
  for (;;) {
    const server = await startProcess({ DATA_DIR: temporaryFolder() });
    const inside = () => readdirSync(server.settings.DATA_DIR);
    while (!inside().some((name) => isUnfinished(name) || name === 'postgres')) await sleep(5);
    server.kill('SIGKILL');
    await server.ended;
    if (!inside().includes('postgres')) return server;
  }
}

function isUnfinished(name: string): boolean {
  return name.startsWith('postgres-new-');
}

interface Place {
  call: Call;
  thread: string;
}

/** Sends from several sides at once; kills when enough was acknowledged, and waits for all to notice. */
async function loadUntilKilled(
  { sent, ...place }: Place & { sent: Sent[] },
  kill: () => void,
): Promise<void> {
  let acknowledged = 0;
  let killed = false;
  const work = async (worker: number) => {
    for (let turn = worker; !killed; turn++) {
      const each: Sent = {
        kind: turn % 2 === 0 ? 'message' : 'ticket',
        id: randomUUID(),
        acknowledged: false,
      };
      sent.push(each);
      const reply = await send(place, each).catch(() => null);
      each.acknowledged = reply?.status === 201;
      if (each.acknowledged && ++acknowledged === ACKNOWLEDGED_PER_ROUND) {
        // In the middle of what the others are doing.
        await sleep(Math.random() * 20);
        killed = true;
        kill();
      }
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, (_, worker) => work(worker)));
  expect(acknowledged).toBeGreaterThanOrEqual(ACKNOWLEDGED_PER_ROUND);
}

function send({ call, thread }: Place, { kind, id }: Sent): Promise<Reply<unknown>> {
  return kind === 'message'
    ? call('POST', `/api/tickets/${thread}/messages`, { text: id, client_id: id })
    : call('POST', '/api/tickets', { ...aRequest, description: id }, { 'idempotency-key': id });
}

function killServer(server: ServerProcess): void {
  server.kill('SIGKILL');
}

/** As when the machine itself stops. */
function killServerAndDatabase(server: ServerProcess): void {
  const database = databaseProcess(server.settings.DATA_DIR);
  server.kill('SIGKILL');
  if (database) process.kill(database, 'SIGKILL');
}

async function aThread(call: Call): Promise<string> {
  const { body } = await call<{ items: Ticket[] }>('GET', '/api/tickets?view=discussions');
  const open = body.items.find(({ actions }) => actions.message?.allowed);
  if (!open) throw new Error('the demo has no open discussion');
  return open.id;
}

interface Page<Item> {
  items: Item[];
  next_cursor: string | null;
}

async function all<Item>(call: Call, path: string, cursorName: string): Promise<Item[]> {
  const items: Item[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const next: string = cursor && `&${cursorName}=${encodeURIComponent(cursor)}`;
    const { body }: Reply<Page<Item>> = await call<Page<Item>>('GET', `${path}limit=100${next}`);
    items.push(...body.items);
    cursor = body.next_cursor;
  }
  return items;
}

async function storedMessages(call: Call, thread: string): Promise<string[]> {
  const messages = await all<Message>(call, `/api/tickets/${thread}/messages?`, 'before');
  return messages
    .filter(({ client_id }) => client_id !== null)
    .map(({ text }) => text)
    .toSorted();
}

async function storedTickets(call: Call): Promise<string[]> {
  const tickets = await all<Ticket>(call, '/api/tickets?view=active&', 'cursor');
  return tickets
    .map(({ description }) => description)
    .filter((text) => /^[0-9a-f-]{36}$/.test(text))
    .toSorted();
}

function idsOf(sent: Sent[], wanted: Sent['kind']): string[] {
  return sent
    .filter(({ kind }) => kind === wanted)
    .map(({ id }) => id)
    .toSorted();
}

async function brokenIn(server: ServerProcess): Promise<string[]> {
  const pool = connect(databaseUrl(server.settings.DATA_DIR), { connections: 1 });
  try {
    return await brokenInvariants(queries(pool));
  } finally {
    await pool.end();
  }
}
