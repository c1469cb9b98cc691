import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { RefusalCode } from '#domain/refusals.ts';
import { TICKET_VIEWS, type Ticket } from '#domain/ticket.ts';
import {
  expectedOf,
  generalPath,
  generalTable,
  type RequestRow,
  ROLES,
  type Role,
  requestTable,
  shownIn,
} from './access-table.ts';
import { expectProblem } from './expect-problem.ts';
import type { RegisteredRoute } from './note-routes.ts';
import { openWorldWithRoutes } from './registered-routes.ts';
import { stored } from './stored.ts';
import { type Scene, STAGES, say, statusAt, walkTo } from './walk.ts';
import type { Answer, Person, World } from './world.ts';

type Outsiders = Record<
  'other customer' | 'matching developer' | 'mismatched developer' | 'moderator',
  Person
>;

let world: World;
let routes: RegisteredRoute[];
let outsiders: Outsiders;

beforeAll(async () => {
  ({ world, routes } = await openWorldWithRoutes());
  outsiders = {
    'other customer': await world.person('customer'),
    'matching developer': await world.person('developer', { categories: ['web', 'ios'] }),
    'mismatched developer': await world.person('developer', { categories: ['infrastructure'] }),
    moderator: await world.person('moderator'),
  };
});
afterAll(() => world.close());

describe('the access table', () => {
  it('has a row for every route, and no row for a route that is gone', () => {
    const registered = routes
      .filter(({ method, url }) => method !== 'HEAD' && url !== '/api/*')
      .map(({ method, url }) => `${method} ${url}`);
    const rows = [...Object.keys(requestTable), ...Object.keys(generalTable)];
    expect(rows.sort()).toEqual(registered.sort());
  });
});

describe.each(STAGES)('a request at the stage "%s"', (stage) => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await walkTo(world, stage);
  });

  it('has the status of that stage', async () => {
    const { body } = await scene.customer.call<Ticket>('GET', `/api/tickets/${scene.ticketId}`);
    expect(body.status).toBe(statusAt[stage]);
  });

  it('is shown by each list to those whom it concerns, and to nobody else', async () => {
    for (const view of TICKET_VIEWS) {
      for (const role of ROLES) {
        if (role === 'signed out') continue;
        const wish = `customer_id=${scene.customer.id}&developer_id=${scene.developer.id}&status=`;
        const path = `/api/tickets?view=${view}&limit=100&${wish}`;
        const { body } = await personOf(scene, role).call<{ items: Ticket[] }>('GET', path);
        const shown = body.items.some(({ id }) => id === scene.ticketId);
        expect(shown, `${view} of the ${role}`).toBe(
          shownIn[view]?.[role]?.includes(stage) ?? false,
        );
      }
    }
  });

  it('refuses to everyone what the table refuses, and stays as it was', async () => {
    const before = await stored(scene);
    for (const [call, row] of Object.entries(requestTable)) {
      for (const role of ROLES) {
        const expected = expectedOf(row, role, stage);
        if (expected < 400) continue;
        await ask(scene, { call, row, role, expected });
      }
    }
    expect(await stored(scene)).toEqual(before);
  });

  it('answers everyone who may read, and stays as it was', async () => {
    const before = await stored(scene);
    await askAllowed((call) => call.startsWith('GET'));
    expect(await stored(scene)).toEqual(before);
  });

  it('takes from its two sides what leads to no other stage', () =>
    askAllowed((call, row) => !call.startsWith('GET') && row.repeatable === true));

  it('lets each step be taken by those who may take it', () =>
    askAllowed(
      (call, row) => !call.startsWith('GET') && !row.repeatable,
      () => walkTo(world, stage),
    ));

  /** Each call that the table allows, as every role that may; a step wants a request of its own. */
  async function askAllowed(
    isMeant: (call: string, row: RequestRow) => boolean,
    on: () => Promise<Scene> = async () => scene,
  ): Promise<void> {
    for (const [call, row] of Object.entries(requestTable)) {
      for (const role of isMeant(call, row) ? ROLES : []) {
        const expected = expectedOf(row, role, stage);
        if (expected < 400) await ask(await on(), { call, row, role, expected });
      }
    }
  }
});

describe('calls about no request in particular', () => {
  it.each(Object.entries(generalTable))(
    '%s answers each role as the table says',
    async (call, row) => {
      const scene = await walkTo(world, 'open');
      // However long this file takes, everybody has just proved who they are.
      await world.context.db.updateTable('sessions').set({ confirmed_at: new Date() }).execute();
      const [method = '', url = ''] = call.split(' ');
      for (const role of ROLES) {
        const path = generalPath(url, row);
        const answer =
          url === '/api/live'
            ? await openStream(role === 'signed out' ? null : personOf(scene, role))
            : await send(scene, role, { method, path, body: row.body });
        hold(answer, { call, role, expected: row.expected[role] }, row.code);
      }
    },
  );

  it('has no stream for those who only ask for its head', async () => {
    const { token } = outsiders['other customer'];
    const headers = { authorization: `Bearer ${token}` };
    const { statusCode } = await world.app.inject({ method: 'HEAD', url: '/api/live', headers });
    expect(statusCode).toBe(404);
  });

  it('answers an unknown call under /api like anything that is not there', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      expectNothingThere(await outsiders.moderator.call(method, '/api/nothing/here'), method);
    }
  });
});

describe('a call without a session', () => {
  it('is asked to sign in before anything else is looked at', async () => {
    const closed = Object.entries(generalTable).filter(
      ([, row]) => row.expected['signed out'] === 401,
    );
    for (const call of [...Object.keys(requestTable), ...closed.map(([call]) => call)]) {
      const [method, url = ''] = call.split(' ');
      const answer = await world.call(verb(method), url.replace(':id', 'no-id'), {
        nonsense: true,
      });
      expect(answer.status, call).toBe(401);
      expectProblem(answer, call);
    }
  });
});

describe('a thread', () => {
  it('is marked read only by the side that it was written to', async () => {
    const { customer, developer, ticketId } = await walkTo(world, 'planning');
    const path = `/api/tickets/${ticketId}`;
    const unread = async () => {
      const { body } = await customer.call<{ items: { author_id: string; is_read: boolean }[] }>(
        'GET',
        `${path}/messages`,
      );
      return body.items.filter(({ is_read }) => !is_read).map(({ author_id }) => author_id);
    };
    for (const outsider of Object.values(outsiders)) await outsider.call('POST', `${path}/read`);
    expect(await unread()).toEqual([customer.id, developer.id]);
    await customer.call('POST', `${path}/read`);
    expect(await unread()).toEqual([customer.id]);
    await developer.call('POST', `${path}/read`);
    expect(await unread()).toEqual([]);
  });

  it('lets nobody report their own message, or a message twice', async () => {
    const { customer, developer, ticketId } = await walkTo(world, 'working');
    const id = await say(developer, ticketId, 'Call me instead.');
    expect(await developer.call('POST', `/api/messages/${id}/report`)).toMatchObject({
      status: 403,
      body: { code: 'own_message' },
    });
    expect(await customer.call('POST', `/api/messages/${id}/report`)).toMatchObject({
      status: 200,
    });
    expect(await customer.call('POST', `/api/messages/${id}/report`)).toMatchObject({
      status: 409,
      body: { code: 'message_already_reported' },
    });
  });
});

interface Asked {
  call: string;
  row: RequestRow;
  role: Role;
  expected: number;
}

async function ask(scene: Scene, { call, row, role, expected }: Asked): Promise<void> {
  const [method = '', url = ''] = call.split(' ');
  const id = (row.names ?? (({ ticketId }) => ticketId))(scene, role) ?? randomUUID();
  const path = url.replace(':id', id).replace(':check', randomUUID()) + (row.query ?? '');
  const answer = await send(scene, role, { method, path, body: row.bodyFor?.(scene) ?? row.body });
  hold(answer, { call, role, expected });
}

/** The status of the table, and an answer in the form that its route promises. */
function hold(
  answer: Answer<unknown>,
  { call, role, expected }: Omit<Asked, 'row'>,
  code: RefusalCode = 'not_found',
): void {
  const about = `${call} by the ${role}: ${JSON.stringify(answer.body)?.slice(0, 300)}`;
  expect(answer.status, about).toBe(expected);
  // The description of the API is the same for everybody, and asked for with what is known of it.
  const kept = call === 'GET /api/openapi.json' ? 'no-cache' : 'no-store';
  expect(answer.headers['cache-control'], about).toBe(kept);
  if (expected === 404 && code === 'not_found') expectNothingThere(answer, about);
  else if (expected >= 400) expectProblem(answer, about);
  else expectPromised(answer, call);
}

function expectNothingThere(answer: Answer<unknown>, about: string): void {
  expect(answer.status, about).toBe(404);
  expectProblem(answer, about);
  expect(answer.body).toMatchObject({
    code: 'not_found',
    detail: 'There is nothing here that you may see.',
  });
}

interface Promised {
  content?: { 'application/json': { schema: unknown } };
}

/** Parsing drops what a schema does not name, so an answer with more than was promised differs. */
function expectPromised({ status, body }: Answer<unknown>, call: string): void {
  const route = routes.find(({ method, url }) => `${method} ${url}` === call);
  const answers = route?.schema?.response as Record<number, Promised> | undefined;
  // Of several formats it is JSON that is asked for here.
  const promised = answers?.[status]?.content?.['application/json'].schema ?? answers?.[status];
  if (call === 'GET /api/live' || call === 'GET /api/openapi.json') return;
  if (!(promised instanceof z.ZodType)) throw new Error(`${call} promises nothing for ${status}`);
  expect(promised.parse(body), call).toEqual(body);
}

function personOf(scene: Scene, role: Exclude<Role, 'signed out'>): Person {
  return role === 'customer' || role === 'developer' ? scene[role] : outsiders[role];
}

function send(
  scene: Scene,
  role: Role,
  { method, path, body }: { method: string; path: string; body: unknown },
): Promise<Answer<unknown>> {
  if (role === 'signed out') return world.call(verb(method), path, body);
  return personOf(scene, role).call(verb(method), path, body);
}

function verb(method: string | undefined): Parameters<World['call']>[0] {
  return method as Parameters<World['call']>[0];
}

/** A stream never ends by itself: its head is the answer. */
async function openStream(person: Person | null): Promise<Answer<unknown>> {
  if (!world.app.server.listening) await world.listen();
  const stop = new AbortController();
  const headers: HeadersInit = person ? { authorization: `Bearer ${person.token}` } : {};
  const answer = await fetch(`${world.url}/api/live`, { headers, signal: stop.signal });
  const body = answer.ok ? null : await answer.json();
  stop.abort();
  return { status: answer.status, body, headers: Object.fromEntries(answer.headers) };
}
