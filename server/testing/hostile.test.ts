import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Message } from '#domain/message.ts';
import type { Milestone } from '#domain/milestone.ts';
import type { Ticket } from '#domain/ticket.ts';
import { expectedOf, generalTable, requestTable } from './access-table.ts';
import { answerAndTime } from './answer-time.ts';
import { aMilestone, aRequest, ok } from './deeds.ts';
import { expectProblem } from './expect-problem.ts';
import { CURSORS, TEXTS, VALUES, wrongBodies } from './hostile-input.ts';
import { LONG } from './soak.ts';
import { stored } from './stored.ts';
import { type Scene, walkTo } from './walk.ts';
import { openWorld, type Person, type World } from './world.ts';

/** A call of the API description; `{id}` stands in its path where it names something. */
interface Operation {
  call: string;
  method: NonNullable<InjectOptions['method']>;
  path: string;
}

const SLOW_MS = 2000;
/** `npm run soak` tries others. */
const [RUNS, LIMIT_MS] = LONG ? [1000, 600_000] : [150, 60_000];

let world: World;
let operations: Operation[];
let moderator: Person;

beforeAll(async () => {
  world = await openWorld();
  moderator = await world.person('moderator');
  const path = '/api/openapi.json';
  const { body } = await world.call<{ paths: Record<string, object> }>('GET', path);
  // A stream never ends, so it cannot be waited for.
  const { '/api/live': _, ...paths } = body.paths;
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({
      call: `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
      method: method.toUpperCase() as Operation['method'],
      path,
    })),
  );
});
afterAll(() => world.close());

/** Whether an address is confirmed is answered for any id: what is not there is not confirmed. */
const hasId = ({ path }: Operation) => path.includes('{id}') && path !== '/api/confirmations/{id}';

describe('every documented call', () => {
  it('refuses a body that it cannot read, and changes nothing', async () => {
    const writing = operations.filter(({ method }) => method !== 'GET');
    let scene = await walkTo(world, 'planning');
    for (const operation of writing) {
      const before = await stored(scene);
      let isTaken = false;
      for (const { name, type, payload } of wrongBodies(rightBody(operation))) {
        const status = await send(whoMay(scene, operation), `${operation.call} with ${name}`, {
          ...address(scene, operation),
          headers: { ...(type !== undefined && { 'content-type': type }), 'idempotency-key': name },
          payload,
        });
        isTaken ||= status < 400;
      }
      // A call that takes no body may take place all the same.
      if (isTaken) scene = await walkTo(world, 'planning');
      else expect(await stored(scene), operation.call).toEqual(before);
    }
  }, 300_000);

  it(
    'refuses an id that is none like one that nobody has',
    async () => {
      const scene = await walkTo(world, 'planning');
      const ids = [...TEXTS.filter((text) => !/^[\s.]*$/.test(text)), 'a/b', '%2e%2e%2fme'];
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...operations.filter(hasId)),
          fc.constantFrom(...ids),
          async (operation, id) => {
            const url = operation.path.replace('{id}', escaped(id));
            const payload = rightBody(operation);
            const status = await send(whoMay(scene, operation), `${operation.method} ${url}`, {
              method: operation.method,
              url,
              ...(payload !== undefined && { payload: payload as object }),
            });
            expect(status).toBe(404);
          },
        ),
        { numRuns: RUNS },
      );
    },
    LIMIT_MS,
  );

  it('refuses an address that cannot be read', async () => {
    const scene = await walkTo(world, 'open');
    for (const operation of operations.filter(({ path }) => path.includes('{id}'))) {
      for (const id of ['%', '%ZZ', '%E0%A4%A', '%C0%AE']) {
        const url = operation.path.replace('{id}', id);
        const status = await send(scene.customer, `${operation.method} ${url}`, {
          method: operation.method,
          url,
        });
        expect([400, 404]).toContain(status);
      }
    }
  });

  it(
    'survives any value in any field',
    async () => {
      const scenes = await Promise.all([
        walkTo(world, 'open'),
        walkTo(world, 'planning'),
        walkTo(world, 'results paid'),
      ]);
      const withBody = operations.filter((operation) => rightBody(operation) !== undefined);
      const value = fc.oneof(fc.constantFrom(...VALUES), fc.constantFrom(...TEXTS), fc.jsonValue());
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...withBody),
          fc.constantFrom(...scenes),
          fc.constantFrom('customer' as const, 'developer' as const),
          fc.dictionary(fc.oneof(fc.constantFrom(...FIELDS), fc.string()), value, { maxKeys: 3 }),
          async (operation, scene, side, changes) => {
            const payload = JSON.stringify({ ...Object(rightBody(operation)), ...changes });
            const who = whoMay(scene, operation);
            const by = who === moderator ? who : scene[side];
            await send(by, `${operation.call} with ${payload.slice(0, 500)}`, {
              ...address(scene, operation),
              headers: { 'content-type': 'application/json' },
              payload,
            });
          },
        ),
        { numRuns: RUNS },
      );
    },
    LIMIT_MS,
  );

  it(
    'survives any query, key and session',
    async () => {
      const scene = await walkTo(world, 'planning');
      const text = fc.oneof(fc.constantFrom(...TEXTS), fc.constantFrom(...CURSORS), fc.string());
      const parameter = fc.tuple(fc.oneof(fc.constantFrom(...PARAMETERS), text), text);
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...operations),
          fc.array(parameter, { maxLength: 4 }),
          fc.option(text, { freq: 1 }),
          rarely(text),
          async (operation, parameters, key, token) => {
            const query = parameters.map(([name, value]) => `${escaped(name)}=${escaped(value)}`);
            const { method, url } = address(scene, operation);
            await send(scene.developer, `${method} ${url}?${query.join('&')}, key ${key}`, {
              method,
              url: `${url}?${query.join('&')}`,
              headers: {
                ...(key !== null && { 'idempotency-key': key }),
                ...(token !== null && { authorization: `Bearer ${token}` }),
              },
            });
          },
        ),
        { numRuns: RUNS },
      );
    },
    LIMIT_MS,
  );
});

describe('a list', () => {
  it('refuses each cursor that we did not give out', async () => {
    const customer = await world.person('customer');
    for (const cursor of CURSORS) {
      const url = `/api/tickets?view=active&cursor=${escaped(cursor)}`;
      expect(await send(customer, url, { method: 'GET', url }), url).toBe(400);
    }
  });

  it.each([
    'view=active&view=history',
    'view=active&limit=1&limit=2',
    'view=active&cursor=a&cursor=b',
    'view=active&limit=0',
    'view=active&limit=101',
    'view=active&limit=-1',
    'view=active&limit=1.5',
    'view=active&limit=many',
    'view=active&limit=1e400',
    'view=everything',
    'view[]=active',
    '',
  ])('refuses the query "%s"', async (query) => {
    const customer = await world.person('customer');
    const url = `/api/tickets?${query}`;
    expect(await send(customer, url, { method: 'GET', url })).toBe(400);
  });
});

describe('SQL in a text', () => {
  const SQL = TEXTS.filter((text) => /select|drop|copy|or '1'/.test(text));

  it.each(SQL)('is kept as the text that it is: %s', async (sql) => {
    const { customer, developer, ticketId, milestoneId } = await walkTo(world, 'planning');
    const request = {
      ...aRequest,
      ai_tool: 'OTHER',
      ai_tool_other: sql,
      description: sql,
      stack: sql,
      budget: sql,
    };
    const { description, ai_tool_other, stack, budget } = ok(
      await customer.call<Ticket>('POST', '/api/tickets', request),
    );
    expect([description, ai_tool_other, stack, budget]).toEqual([sql, sql, sql, sql]);
    const promise = { ...aMilestone, title: sql, description: sql };
    expect(
      ok(await developer.call<Milestone>('PATCH', `/api/milestones/${milestoneId}`, promise)),
    ).toMatchObject({ title: sql, description: sql });
    const said = await developer.call<Message>('POST', `/api/tickets/${ticketId}/messages`, {
      text: sql,
    });
    expect(ok(said).text).toBe(sql);
    const named = await customer.call('PATCH', '/api/me', { first_name: sql, last_name: sql });
    expect(named.body).toMatchObject({ first_name: sql, last_name: sql, user_type: 'customer' });
  });
});

describe('a key that cannot be stored', () => {
  it('names no file', async () => {
    const { customer, ticketId } = await walkTo(world, 'reserved');
    const key = 'a\0b';
    const message = { text: 'Look.', attachments: [key] };
    const answers = await Promise.all([
      customer.call('PATCH', '/api/me', { profile_image_url: key }),
      customer.call('POST', '/api/tickets', { ...aRequest, files: [key] }),
      customer.call('POST', `/api/tickets/${ticketId}/messages`, message),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
  });
});

const FIELDS = [
  'description',
  'categories',
  'ai_tool',
  'ai_tool_other',
  'stack',
  'budget',
  'files',
  'text',
  'title',
  'hours',
  'minutes',
  'hourly_rate',
  'estimated_work_time',
  'file_attachments',
  'message',
  'feedback',
  'rating',
  'client_id',
  'attachments',
  'first_name',
  'last_name',
  'supported_categories',
  'saved_filters',
  'notifications',
  'profile_image_url',
  'name',
  'email',
  'specialty',
  'bio',
  '__proto__',
  'constructor',
  'id',
  'status',
  'reason',
  'role',
  'password',
  'notifications',
];
const PARAMETERS = [
  'limit',
  'cursor',
  'view',
  'open',
  'before',
  '__proto__',
  'constructor',
  'order',
];

/** Mostly null: a wrong session hides all that comes after it. */
function rarely<Value>(arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> {
  return fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });
}

/** What the access table sends, which is right. */
function rightBody({ call }: Operation): unknown {
  return requestTable[call]?.body ?? generalTable[call]?.body;
}

/** Who gets furthest with a call while the plan is being made. */
function whoMay(scene: Scene, { call, path }: Operation): Person {
  if (path.startsWith('/api/moderation/')) return moderator;
  const row = requestTable[call] ?? {};
  return expectedOf(row, 'developer', 'planning') === 403 ? scene.customer : scene.developer;
}

function address(
  scene: Scene,
  { call, path, method }: Operation,
): { method: Operation['method']; url: string } {
  const names = requestTable[call]?.names ?? (({ ticketId }: Scene) => ticketId);
  return { method, url: path.replace('{id}', names(scene, 'developer') ?? scene.ticketId) };
}

/** Half a character has no place in an address, so there it is replaced. */
function escaped(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** Sends what may be wrong and holds what must be right in any answer. */
async function send(person: Person, about: string, options: InjectOptions): Promise<number> {
  const authorized = { authorization: `Bearer ${person.token}`, ...options.headers };
  const { answer, milliseconds } = await answerAndTime(
    world.app,
    { ...options, headers: authorized },
    SLOW_MS,
  );
  const { statusCode: status, headers } = answer;
  expect(milliseconds, `milliseconds of ${about}`).toBeLessThan(SLOW_MS);
  expect(status, `${about}: ${answer.body.slice(0, 300)}`).toBeLessThan(500);
  if (status >= 400) expectProblem({ status, body: answer.json(), headers }, about);
  return status;
}
