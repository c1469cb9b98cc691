import { Agent, request } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, it, onTestFinished } from 'vitest';
import { newCustomer, startProcess } from '../testing/server-process.ts';

const MB = 1024 * 1024;
const SESSIONS = 500;
const AT_ONCE = 25;
const ROOM = 60 * MB;

/** An editor with a connection of its own, which stays open. */
interface Session {
  client: Client;
  agent: Agent;
}

it.runIf(process.platform === 'linux')(
  `${SESSIONS} editors that stay connected cost less than ${ROOM / MB} MB`,
  async () => {
    const server = await startProcess({ CONFIRM_EMAIL: 'false' });
    await server.ready();
    const { call } = await newCustomer(server.url);
    const asked = { name: 'Editor', scopes: ['read'] };
    const { body } = await call<{ token: string }>('POST', '/api/me/tokens', asked);
    const sessions: Session[] = [];
    onTestFinished(() => {
      for (const { agent } of sessions) agent.destroy();
    });
    const openMore = async (count: number) => {
      for (let opened = 0; opened < count; opened += AT_ONCE) {
        const some = Array.from({ length: AT_ONCE }, () => openSession(server.url, body.token));
        sessions.push(...(await Promise.all(some)));
      }
    };
    // As many before them, so that only what stays open is counted, and not what each leaves to be swept.
    await openMore(SESSIONS);
    for (const { agent } of sessions.splice(0)) agent.destroy();
    await sleep(1000);
    const before = await server.memoryInUse();
    await openMore(SESSIONS);
    await sleep(1000);
    const after = await server.memoryInUse();
    const open = sessions.flatMap(({ agent }) => Object.values(agent.freeSockets).flat());
    expect(open).toHaveLength(SESSIONS);
    const [first, last] = [sessions[0], sessions.at(-1)];
    for (const session of [first, last])
      expect((await session?.client.listTools())?.tools.length).toBeGreaterThan(5);
    if (process.env.SHOW_TIMES)
      process.stdout.write(`MB: ${[before, after].map((bytes) => Math.round(bytes / MB))}\n`);
    expect(after - before).toBeLessThan(ROOM);
  },
);

/** Connects by the official client, and lists what there is, as an editor does when it starts. */
async function openSession(url: string, token: string): Promise<Session> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const client = new Client({ name: 'editor', version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', url), {
    requestInit,
    fetch: (address, call) => fetchBy(agent, address, call),
  });
  await client.connect(transport);
  await client.listTools();
  await client.listPrompts();
  return { client, agent };
}

/** `fetch` by a connection of one's own: that of Node.js shares them among all. */
function fetchBy(
  agent: Agent,
  address: string | URL,
  { method = 'GET', headers, body, signal }: RequestInit = {},
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const options = { agent, method, headers: Object.fromEntries(new Headers(headers)), signal };
    const asked = request(address, options as object, (answer) => {
      const { statusCode: status = 500 } = answer;
      const isEmpty = status === 202 || status === 204;
      if (isEmpty) answer.resume();
      resolve(
        new Response(isEmpty ? null : (Readable.toWeb(answer) as ReadableStream), {
          status,
          headers: answer.headers as Record<string, string>,
        }),
      );
    });
    asked.on('error', reject);
    asked.end(body as string | undefined);
  });
}
