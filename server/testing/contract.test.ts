import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { billingRecordSchema, ticketMoneySchema } from '#domain/billing.ts';
import { feedbackSchema } from '#domain/feedback.ts';
import { historyItemSchema } from '#domain/history.ts';
import { messagePageSchema } from '#domain/message.ts';
import { planSchema } from '#domain/milestone.ts';
import { collaboratorSchema, profileSchema } from '#domain/profile.ts';
import { type Ticket, ticketListSchema, ticketSchema } from '#domain/ticket.ts';
import { grab, ok, postRequest } from './deeds.ts';
import { expectProblem } from './expect-problem.ts';
import type { RegisteredRoute } from './note-routes.ts';
import { openWorldWithRoutes } from './registered-routes.ts';
import { STAGES, say, walkTo } from './walk.ts';
import type { Person, World } from './world.ts';

let world: World;
let routes: RegisteredRoute[];
beforeAll(async () => {
  ({ world, routes } = await openWorldWithRoutes());
});
afterAll(() => world.close());

interface Page {
  items: { id: string; created_at: string }[];
  next_cursor: string | null;
}

describe('a list of requests', () => {
  it('is newest first, 20 at a time', async () => {
    const customer = await world.person('customer');
    for (let count = 0; count < 21; count++) await postRequest(customer);
    const { items, next_cursor } = await pageOf(customer, '/api/tickets?view=active');
    expect(items).toHaveLength(20);
    expect(next_cursor).not.toBeNull();
    expectNewestFirst(items);
  });

  it('has a next page exactly when there is more', async () => {
    const customer = await world.person('customer');
    expect(await pageOf(customer, '/api/tickets?view=active')).toEqual({
      items: [],
      next_cursor: null,
    });
    for (let count = 0; count < 3; count++) await postRequest(customer);
    expect((await pageOf(customer, '/api/tickets?view=active&limit=3')).next_cursor).toBeNull();
    expect((await pageOf(customer, '/api/tickets?view=active&limit=2')).next_cursor).not.toBeNull();
    expect((await pageOf(customer, '/api/tickets?view=active&limit=100')).items).toHaveLength(3);
  });

  it('is walked through without a gap or a repeat, also while new ones arrive', async () => {
    const customer = await world.person('customer');
    const posted: string[] = [];
    for (let count = 0; count < 45; count++) posted.unshift((await postRequest(customer)).id);
    const seen = await walkThrough(customer, '/api/tickets?view=active', () =>
      postRequest(customer),
    );
    expect(seen.map(({ id }) => id)).toEqual(posted);
  });

  it('is walked through without a gap or a repeat where many came in the same moment', async () => {
    const customer = await world.person('customer');
    for (let count = 0; count < 45; count++) await postRequest(customer);
    await sql`update tickets set created_at = date_trunc('minute', created_at)
      where customer_id = ${customer.id}`.execute(world.context.db);
    const seen = await walkThrough(customer, '/api/tickets?view=active&limit=7');
    expect(new Set(seen.map(({ id }) => id)).size).toBe(45);
    expectNewestFirst(seen);
  });

  it('of open requests loses what is taken meanwhile, and nothing else', async () => {
    const customer = await world.person('customer');
    const developer = await world.person('developer', { categories: ['ios'] });
    const posted: string[] = [];
    for (let count = 0; count < 45; count++) {
      posted.unshift((await postRequest(customer, { categories: ['ios'] })).id);
    }
    const rival = await world.person('developer', { categories: ['ios'] });
    const taken = [posted[5], posted[19], posted[40]];
    const seen = await walkThrough(developer, '/api/tickets?view=available', async (page) => {
      if (page === 1)
        for (const id of taken) ok(await rival.call('POST', `/api/tickets/${id}/grab`));
    });
    // The first page was already there; of the later ones the third is gone.
    expect(seen.map(({ id }) => id)).toEqual(posted.filter((id) => id !== posted[40]));
  });
});

describe('a thread', () => {
  it('gives its newest 20 messages in time order, and leads back to the first', async () => {
    const customer = await world.person('customer');
    const { id } = await postRequest(customer);
    await grab(await world.person('developer'), id);
    const said: string[] = [];
    for (let count = 0; count < 45; count++) said.push(await say(customer, id, `Word ${count}`));
    const path = `/api/tickets/${id}/messages`;
    const newest = await pageOf(customer, path);
    expect(newest.items.map((message) => message.id)).toEqual(said.slice(25));

    const seen = newest.items;
    let before = newest.next_cursor;
    while (before !== null) {
      await say(customer, id, 'And another thing');
      const page = await pageOf(customer, `${path}?before=${before}`);
      seen.unshift(...page.items);
      before = page.next_cursor;
    }
    expect(seen.map((message) => message.id)).toEqual(said);
  });
});

describe('a history', () => {
  it('gives the newest 20 steps, newest first, and leads back to the first', async () => {
    const { customer, developer, ticketId, milestoneId } = await walkTo(world, 'planning');
    for (let count = 0; count < 30; count++) {
      ok(await developer.call('PATCH', `/api/milestones/${milestoneId}`, { hours: 2 + count }));
    }
    const path = `/api/tickets/${ticketId}/history`;
    const newest = await pageOf(customer, path);
    expect(newest.items).toHaveLength(20);
    const all = await walkThrough(customer, `${path}?limit=7`, () =>
      developer.call('PATCH', `/api/milestones/${milestoneId}`, { hours: 2 }),
    );
    expect(all.slice(0, 20)).toEqual(newest.items);
    expect(all).toHaveLength(34);
    const numbers = all.map(({ id }) => Number(id));
    expect(numbers).toEqual(numbers.toSorted((one, other) => other - one));
    expect(all.at(-1)).toMatchObject({ event: 'request_created' });
    expect(await pageOf(customer, `${path}?limit=100`)).toMatchObject({ next_cursor: null });
  });
});

describe('an answer', () => {
  it.each(STAGES)(
    'is as its schema says, no more and no less, at the stage "%s"',
    async (stage) => {
      const { customer, developer, ticketId, billingRecordId } = await walkTo(world, stage);
      const path = `/api/tickets/${ticketId}`;
      const many = <Item extends z.ZodType>(item: Item) =>
        z.object({ items: z.array(item), next_cursor: z.string().nullable() });
      const both: [string, z.ZodType][] = [
        [path, ticketSchema],
        [`${path}/milestones`, planSchema],
        ['/api/me', profileSchema],
        ['/api/tickets?view=available', ticketListSchema],
        ['/api/tickets?view=discussions', ticketListSchema],
      ];
      const sides: [string, z.ZodType][] = [
        [`${path}/history`, many(historyItemSchema)],
        [`${path}/messages`, messagePageSchema],
        [`${path}/feedback`, feedbackSchema],
        [`${path}/money`, ticketMoneySchema],
        [`/api/profiles/${customer.id}`, collaboratorSchema],
      ];
      for (const [call, schema] of [...both, ...sides]) await expectAnswer(customer, call, schema);
      for (const [call, schema] of stage === 'open' ? both : [...both, ...sides]) {
        await expectAnswer(developer, call, schema);
      }
      if (billingRecordId === null) return;
      await expectAnswer(customer, `/api/billing-records/${billingRecordId}`, billingRecordSchema);
    },
  );

  it('holds what its schema names alone, but for those that are checked above', () => {
    const unstripped = routes.filter(({ serializerCompiler }) => serializerCompiler);
    expect(unstripped.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /api/tickets',
      'HEAD /api/tickets',
      'GET /api/tickets/:id/messages',
      'HEAD /api/tickets/:id/messages',
      'POST /api/tickets/:id/messages',
    ]);
  });

  it('writes times in ISO 8601 UTC, and money in whole cents beside the plain number', async () => {
    const { customer, ticketId } = await walkTo(world, 'planning');
    const { body } = await customer.call<{ items: Record<string, unknown>[] }>(
      'GET',
      `/api/tickets/${ticketId}/milestones`,
    );
    expect(body.items[0]).toMatchObject({
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      estimated_work_time: '2 hours 0 minutes',
      hourly_rate: 50,
      hourly_rate_cents: 5000,
      cost_cents: 10_000,
    });
  });

  it('to bad input names each field and what is wrong with it', async () => {
    const customer = await world.person('customer');
    const answer = await customer.call('POST', '/api/tickets', { budget: ' ', ai_tool: 'ABACUS' });
    expect(answer.status).toBe(400);
    expectProblem(answer, 'a request without a description');
    expect(answer.body).toMatchObject({
      errors: expect.arrayContaining([
        { path: 'budget', message: 'Budget is required' },
        { path: 'ai_tool', message: 'AI tool is required' },
        { path: 'description', message: 'Description is required' },
      ]),
    });
  });
});

interface Document {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, DocumentedCall>>;
  components: { schemas: Record<string, unknown> };
}

interface DocumentedCall {
  summary?: string;
  security?: unknown;
  parameters?: { name: string; in: string; required?: boolean }[];
  responses: Record<string, { description: string; content?: Record<string, unknown> }>;
}

describe('the API description', () => {
  let document: Document;
  beforeAll(async () => {
    document = (await world.call<Document>('GET', '/api/openapi.json')).body;
  });
  const calls = () =>
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, call]) => ({ path, method, call })),
    );

  it('is OpenAPI 3.1', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info).toMatchObject({ title: 'Unblock', version: expect.any(String) });
  });

  it('names every route of the API, and none besides', () => {
    const described = calls().map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    const registered = routes
      .filter(
        ({ method, url }) => method !== 'HEAD' && !['/api/*', '/api/openapi.json'].includes(url),
      )
      .map(({ method, url }) => `${method} ${url.replace(/:(\w+)/g, '{$1}')}`);
    expect(described.sort()).toEqual(registered.sort());
  });

  it('says of each call what it is for, what it answers, and how it is refused', () => {
    for (const { path, method, call } of calls()) {
      const about = `${method} ${path}`;
      expect(call.summary, about).toBeTruthy();
      expect(
        Object.keys(call.responses).some((status) => /^2\d\d$/.test(status)),
        about,
      ).toBe(true);
      expect(Object.keys(call.responses['4XX']?.content ?? {}), about).toEqual([
        'application/problem+json',
      ]);
    }
  });

  it('declares each part of a path that can differ', () => {
    for (const { path, call } of calls()) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const declared = (call.parameters ?? []).filter((parameter) => parameter.in === 'path');
      expect(
        declared.map(({ name }) => name),
        path,
      ).toEqual(named);
      expect(
        declared.every(({ required }) => required === true),
        path,
      ).toBe(true);
    }
  });

  it('refers only to what it contains', () => {
    const text = JSON.stringify(document);
    const referred = [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(
      ([, name]) => name,
    );
    expect(referred.length).toBeGreaterThan(10);
    expect(Object.keys(document.components.schemas)).toEqual(expect.arrayContaining(referred));
    expect(text.match(/"\$ref":/g)).toHaveLength(referred.length);
  });
});

async function pageOf(person: Person, path: string): Promise<Page> {
  return ok(await person.call<Page>('GET', path));
}

/** All pages one after the other; `between` runs before each further one. */
async function walkThrough(
  person: Person,
  path: string,
  between: (page: number) => Promise<unknown> = async () => undefined,
): Promise<Page['items']> {
  const { items, next_cursor } = await pageOf(person, path);
  let cursor = next_cursor;
  for (let page = 1; cursor !== null; page++) {
    await between(page);
    const next = await pageOf(person, `${path}&cursor=${cursor}`);
    items.push(...next.items);
    cursor = next.next_cursor;
  }
  return items;
}

function expectNewestFirst(items: Page['items']): void {
  const places = items.map(({ created_at, id }) => `${created_at} ${id}`);
  expect(places).toEqual(places.toSorted().reverse());
}

/** Parsing drops what a schema does not name, so an answer with more than that differs. */
async function expectAnswer(person: Person, path: string, schema: z.ZodType): Promise<void> {
  const answer = await person.call<Ticket>('GET', path);
  expect(answer.status, path).toBe(200);
  expect(answer.headers, path).toMatchObject({ 'cache-control': 'no-store' });
  expect(answer.headers['content-type'], path).toMatch(/^application\/json\b/);
  expect(schema.parse(answer.body), path).toEqual(answer.body);
}
