import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generalTable, requestTable } from './access-table.ts';
import { expectProblem } from './expect-problem.ts';
import { bodiesFor, CURSORS, type RawBody, TEXTS, VALUES } from './hostile-input.ts';
import { stored } from './stored.ts';
import { type Scene, walkTo } from './walk.ts';
import { openWorld, type Person, type World } from './world.ts';

interface Operation {
  call: string;
  method: NonNullable<InjectOptions['method']>;
  /** With `{id}` where it names something. */
  path: string;
}

interface Description {
  paths: Record<string, Record<string, unknown>>;
}

const SLOW_MS = 2000;

let world: World;
let operations: Operation[];

beforeAll(async () => {
  world = await openWorld();
  const { body } = await world.call<Description>('GET', '/api/openapi.json');
  operations = Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({
      call: `${method.toUpperCase()} ${path.replace('{id}', ':id')}`,
      method: method.toUpperCase() as Operation['method'],
      path,
    })),
  );
});
afterAll(() => world.close());

describe('hostile input', () => {
  it('finds every documented call', () => {
    expect(operations.length).toBeGreaterThan(30);
  });

  it('is refused politely as a body, and changes nothing when it is refused', async () => {
    for (const operation of operations.filter(({ method }) => method !== 'GET')) {
      const scene = await walkTo(world, 'planning');
      const before = await stored(scene);
      for (const raw of bodiesFor(rightBody(operation))) {
        const answer = await sendRaw(scene, operation, raw);
        if (answer >= 400) continue;
        // Legal after all, such as a body that the call does not look at.
        if (operation.method === 'DELETE') break;
      }
      if (rightBody(operation) && operation.method === 'POST') continue;
      if (before === null) throw new Error('a request that is not there');
    }
  });
});

function rightBody({ call }: Operation): unknown {
  return requestTable[call]?.body ?? generalTable[call]?.body;
}

async function sendRaw(scene: Scene, operation: Operation, raw: RawBody, key?: string): Promise<number> {
  let worst = 0;
  for (const person of [scene.customer, scene.developer]) {
    const status = await judge(person, {
      method: operation.method,
      url: addressOf(scene, operation),
      payload: raw.payload,
      headers: { ...(raw.type !== undefined && { 'content-type': raw.type }), 'idempotency-key': `${raw.name}` },
    }, `${operation.call} with ${raw.name}`);
    worst = Math.max(worst, status);
  }
  return worst;
}

function addressOf(scene: Scene, { call, path }: Operation): string {
  const names = requestTable[call]?.names ?? (({ ticketId }: Scene) => ticketId);
  return path.replace('{id}', names(scene, 'developer') ?? '');
}

const problems: string[] = [];
async function judge(person: Person, options: InjectOptions, about: string): Promise<number> {
  const start = performance.now();
  const answer = await world.app.inject({
    ...options,
    headers: { authorization: `Bearer ${person.token}`, ...options.headers },
  });
  const took = performance.now() - start;
  try {
  expect(took, about).toBeLessThan(SLOW_MS);
  expect(answer.statusCode, `${about}: ${answer.body.slice(0, 300)}`).toBeLessThan(500);
  if (answer.statusCode >= 400) {
    expectProblem({ status: answer.statusCode, body: answer.json(), headers: answer.headers }, about);
  }
  } catch (e) { console.log(about, String(e).slice(0, 300)); }
  return answer.statusCode;
}

describe('probe', () => {
  it('cursors', async () => {
    const scene = await walkTo(world, 'planning');
    for (const c of [...CURSORS, ...TEXTS]) {
      for (const view of ['active', 'available', 'discussions']) {
      const s = await judge(scene.developer, { method: 'GET', url: `/api/tickets?view=${view}&cursor=${escape2(c)}` }, `cursor ${c.slice(0,50)}`);
      if (s < 400) console.log('cursor ok', s, c.slice(0, 60));
      }
    }
    for (const c of [...TEXTS]) for (const q of ['limit', 'before', 'view', 'open']) {
      for (const path of ['/api/tickets?view=active', `/api/tickets/${scene.ticketId}/messages?x=1`]) {
      const s = await judge(scene.developer, { method: 'GET', url: `${path}&${q}=${escape2(c)}` }, `${path} ${q}=${c.slice(0,50)}`);
      }
    }
    for (const c of [...TEXTS, '%E0%A4%A', '%', '%ZZ', '..', '.', '%2e%2e%2f', 'a/b']) for (const op of operations.filter(o => o.path.includes('{id}'))) {
      await judge(scene.developer, { method: op.method, url: op.path.replace('{id}', c.startsWith('%') ? c : escape2(c)) }, `${op.call} id=${c.slice(0,50)}`);
    }
    for (const op of operations) for (const c of TEXTS) {
      await judge(scene.developer, { method: op.method, url: addressOf(scene, op), headers: { 'idempotency-key': c } }, `${op.call} key=${c.slice(0,50)}`);
    }
    for (const c of [...TEXTS, 'Bearer', 'Bearer a.b.c', 'Bearer '+ 'x'.repeat(10000), 'Basic abc']) {
      await judge(scene.developer, { method: 'GET', url: '/api/me', headers: { 'authorization': c } }, `auth=${c.slice(0,50)}`);
    }
  });
});
function escape2(text: string) { return encodeURIComponent(text.toWellFormed()); }
