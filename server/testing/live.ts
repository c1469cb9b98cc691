import { connect } from '../database/database.ts';
import { LiveHub } from '../database/live-hub.ts';
import { buildApp } from '../start/app.ts';
import { testLog } from './log.ts';
import { onePool } from './one-pool.ts';
import type { Person, World } from './world.ts';

interface Heard {
  event: string;
  data: Record<string, unknown>;
}

/** A live stream as a browser tab would hold it. */
export interface OpenStream {
  status: number;
  /** What has come so far, comments left out. */
  heard: Heard[];
  ended: Promise<void>;
  close: () => void;
}

export async function listenTo(url: string, person: Person): Promise<OpenStream> {
  const stop = new AbortController();
  const headers = { authorization: `Bearer ${person.token}` };
  const response = await fetch(`${url}/api/live`, { headers, signal: stop.signal });
  const heard: Heard[] = [];
  const read = async () => {
    let rest = '';
    for await (const chunk of response.body ?? []) {
      const blocks = (rest + Buffer.from(chunk).toString()).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) heard.push(...parse(block));
    }
  };
  return {
    status: response.status,
    heard,
    ended: read().catch(() => undefined),
    close: () => stop.abort(),
  };
}

function parse(block: string): Heard[] {
  const event = /^event: (.*)$/m.exec(block)?.[1];
  const data = /^data: (.*)$/m.exec(block)?.[1];
  return event && data ? [{ event, data: JSON.parse(data) }] : [];
}

/** A second server process on the database of a world, as far as the two can tell. */
export async function secondServer(world: World) {
  const { config } = world.context;
  const url = config.databaseUrl ?? '';
  const pool = connect(url);
  const live = new LiveHub({ url, log: testLog });
  await live.start();
  const app = await buildApp({ ...world.context, ...onePool(pool), live, log: testLog });
  return {
    live,
    url: await app.listen({ host: '127.0.0.1', port: 0 }),
    close: async () => {
      await app.close();
      await live.stop();
      await pool.end();
    },
  };
}
