import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Message } from '#domain/message.ts';
import type {} from '../../server/testing/global-setup.ts';
import { type ServerProcess, startProcess } from '../../server/testing/server-process.ts';
import { LONG } from '../../server/testing/soak.ts';
import { walkTo } from '../../server/testing/walk.ts';
import { openWorld, type World } from '../../server/testing/world.ts';
import { Side } from './testing/side.ts';

const MESSAGES = LONG ? 10_000 : 500;
const KILLS = LONG ? 12 : 1;
const LONGEST_MS = LONG ? 20 * 60_000 : 300_000;

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test(
  'servers die, streams break and messages are sent again: both sides end with one thread',
  async () => {
    const scene = await walkTo(world, 'planning');
    const { ticketId } = scene;
    const servers = await Promise.all([startServer(), startServer()]);
    const anyServer = () => servers[Math.floor(Math.random() * servers.length)]?.url ?? '';
    const sides = [scene.customer, scene.developer].map(
      ({ token }) => new Side({ token, ticketId, anyServer, chance: Math.random }),
    );
    let isOver = false;
    const trouble = Promise.all([
      cutStreams(sides, () => isOver),
      killServers(servers, () => progressOf(sides)),
    ]);
    await Promise.all(sides.map((side) => side.write(MESSAGES / 2)));
    isOver = true;
    await trouble;

    const [one = [], other = []] = await Promise.all(sides.map((side) => side.settle()));
    expect(idsOf(one)).toEqual(idsOf(other));
    expect(idsOf(one)).toEqual(await storedIds(ticketId));
    for (const [index, { id }] of [scene.customer, scene.developer].entries()) {
      const sent = one.filter(({ author_id, client_id }) => author_id === id && client_id);
      expect(sent.map(({ client_id }) => client_id)).toEqual(sides[index]?.written);
    }
  },
  LONGEST_MS,
);

async function startServer(settings?: Record<string, string>): Promise<ServerProcess> {
  const { config } = world.context;
  const server = await startProcess(
    settings ?? {
      DATABASE_URL: config.databaseUrl ?? '',
      DATA_DIR: config.dataDir,
      PUBLIC_URL: config.publicUrl,
      SMTP_URL: 'smtp://127.0.0.1:9',
    },
  );
  await server.ready();
  return server;
}

/** How much of all is written, from 0 to 1. */
function progressOf(sides: Side[]): number {
  return sides.reduce((sum, { written }) => sum + written.length, 0) / MESSAGES;
}

async function cutStreams(sides: Side[], isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await sleep(Math.random() * 400);
    sides[Math.floor(Math.random() * sides.length)]?.cut();
  }
}

/** Spread over the whole time; each comes back at its own address. */
async function killServers(servers: ServerProcess[], progress: () => number): Promise<void> {
  for (let kill = 1; kill <= KILLS; kill++) {
    while (progress() < kill / (KILLS + 1)) await sleep(10);
    const index = kill % servers.length;
    const server = servers[index];
    if (!server) continue;
    server.kill('SIGKILL');
    await server.ended;
    servers[index] = await startServer(server.settings);
  }
}

function idsOf(messages: readonly Message[]): string[] {
  return messages.map(({ id }) => id);
}

async function storedIds(ticketId: string): Promise<string[]> {
  const rows = await world.context.db
    .selectFrom('messages')
    .select('id')
    .where('ticket_id', '=', ticketId)
    .orderBy('position')
    .execute();
  return rows.map(({ id }) => id);
}
