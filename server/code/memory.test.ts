import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Snapshot } from '#domain/code.ts';
import type { Ticket } from '#domain/ticket.ts';
import { aRequest } from '../testing/deeds.ts';
import { sendTo } from '../testing/files.ts';
import { type Call, memoryDuring, newCustomer, startProcess } from '../testing/server-process.ts';
import { LONG } from '../testing/soak.ts';
import { zipOf } from '../testing/write-zip.ts';

const MB = 1024 * 1024;
/** `npm run soak` brings what the goal says: 20 projects of 200 MB at once. */
const [PROJECTS, EACH_MB] = LONG ? [20, 200] : [4, 20];
const FILE_BYTES = 12_000;
const ROOM = 150 * MB;
/** As many as the waiting for all projects asks in some seconds: a server that answers takes memory for that. */
const CALLS = 2000;

/** Of so many bytes once it is unpacked, in as many files as a project of that size has. */
function projectOf(bytes: number): Buffer {
  const files = Math.floor(bytes / FILE_BYTES);
  return zipOf(
    Object.fromEntries(
      Array.from({ length: files }, (_, at) => {
        const line = `export const value${at} = compute(${at});\n`;
        return [`src/part${at % 100}/file${at}.ts`, line.repeat(FILE_BYTES / line.length)];
      }),
    ),
  );
}

it.runIf(process.platform === 'linux')(
  `takes in ${PROJECTS} projects of ${EACH_MB} MB at once without holding them in memory`,
  async () => {
    const server = await startProcess({ CONFIRM_EMAIL: 'false' });
    await server.ready();
    const { token, call } = await newCustomer(server.url);
    const bring = (content: Buffer) => takenIn({ url: server.url, token, call }, content);
    const large = projectOf(EACH_MB * MB);
    const started = await memoryDuring(server, () => sleep(100));
    // The first one loads what an intake needs, and the calls let the server be as one in use.
    await bring(projectOf(MB));
    await askOften(call);
    const { before, peak } = await memoryDuring(server, async () => {
      const states = await Promise.all(Array.from({ length: PROJECTS }, () => bring(large)));
      expect(states).toEqual(Array.from({ length: PROJECTS }, () => 'ready'));
    });
    const shown = [started.peak, before, peak].map((bytes) => Math.round(bytes / MB));
    if (process.env.SHOW_TIMES) process.stdout.write(`MB: ${shown}\n`);
    expect(peak - before).toBeLessThan(ROOM);
  },
  LONG ? 3_600_000 : 180_000,
);

async function askOften(call: Call): Promise<void> {
  const ask = async () => {
    for (let count = 0; count < CALLS / PROJECTS; count++) await call('GET', '/api/tickets');
  };
  await Promise.all(Array.from({ length: PROJECTS }, ask));
}

interface Sender {
  url: string;
  token: string;
  call: Call;
}

/** How a project ends up that is brought to a request of its own. */
async function takenIn({ url, token, call }: Sender, content: Buffer): Promise<Snapshot['state']> {
  const { body: ticket } = await call<Ticket>('POST', '/api/tickets', aRequest);
  const { fileKey } = await sendTo(url, token, { name: 'a.zip', content });
  const input = { file_key: fileKey, kind: 'project' };
  const { body } = await call<Snapshot>('POST', `/api/tickets/${ticket.id}/snapshots`, input);
  for (;;) {
    const { status, body: version } = await call<Snapshot>('GET', `/api/snapshots/${body.id}`);
    if (status === 200 && version.state !== 'reading') return version.state;
    // A server that is busy says so.
    if (status !== 200 && status !== 503) throw new Error(`It was answered with ${status}.`);
    await sleep(200);
  }
}
