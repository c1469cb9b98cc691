import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { brokenInvariants } from '../operation/invariants.ts';
import { answerAndTime } from './answer-time.ts';
import { type Described, inputOf } from './described-input.ts';
import { expectProblem } from './expect-problem.ts';
import { TEXTS, VALUES } from './hostile-input.ts';
import { LONG } from './soak.ts';
import { STAGES, walkTo } from './walk.ts';
import { openWorld, type Person, type World } from './world.ts';

const CALLS = LONG ? 20_000 : 400;
/** After so many the walk goes on with a new request and new people, at another stage. */
const CALLS_PER_SCENE = 150;
const SLOW_MS = 2000;

interface Operation {
  method: NonNullable<InjectOptions['method']>;
  path: string;
  body: Described | undefined;
  parameters: { name: string; in: string; required?: boolean; schema: Described }[];
}

interface Document {
  paths: Record<string, Record<string, DescribedCall>>;
  components: { schemas: Record<string, Described> };
}

interface DescribedCall {
  parameters?: Operation['parameters'];
  requestBody?: { content?: Record<string, { schema?: Described }> };
}

let world: World;
let document: Document;
beforeAll(async () => {
  world = await openWorld();
  document = (await world.call<Document>('GET', '/api/openapi.json')).body;
});
afterAll(() => world.close());

it(
  `${CALLS.toLocaleString('en')} calls that walk the API description fail none, wait for none and break nothing`,
  async () => {
    const operations = operationsOf(document);
    const walk = new Walk();
    await fc.assert(
      fc.asyncProperty(aCall(operations), async (call) => {
        if (walk.calls++ % CALLS_PER_SCENE === 0) await walk.begin();
        await walk.send(call);
      }),
      { numRuns: CALLS, endOnFailure: true },
    );
    expect(walk.calls).toBe(CALLS);
    // Mostly allowed: a walk that is only refused sees nothing of what lies behind.
    expect(walk.taken / CALLS).toBeGreaterThan(0.1);
    expect(await brokenInvariants(world.context.db)).toEqual([]);
  },
  LONG ? 30 * 60_000 : 300_000,
);

function operationsOf({ paths }: Document): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      // A stream never ends, so it cannot be waited for.
      .filter(() => path !== '/api/live')
      .map(([method, { parameters = [], requestBody }]) => ({
        method: method.toUpperCase() as Operation['method'],
        path,
        body: requestBody?.content?.['application/json']?.schema,
        parameters: parameters.filter((parameter) => parameter.in === 'query'),
      })),
  );
}

interface Call {
  operation: Operation;
  body: unknown;
  query: Record<string, unknown>;
  /** Which of the people and of the things that are known there. */
  who: number;
  which: number;
}

function aCall(operations: Operation[]): fc.Arbitrary<Call> {
  const { schemas } = document.components;
  return fc.oneof(
    ...operations.map((operation) => {
      const properties = Object.fromEntries(
        operation.parameters.map(({ name, schema }) => [name, schema]),
      );
      const required = operation.parameters.flatMap((each) => (each.required ? [each.name] : []));
      const query: Described = { type: 'object', properties, required };
      return fc.record({
        operation: fc.constant(operation),
        body: operation.body
          ? sometimesWrong(inputOf(operation.body, schemas))
          : fc.constant(undefined),
        query: inputOf(query, schemas) as fc.Arbitrary<Record<string, unknown>>,
        who: fc.nat(),
        which: fc.nat(),
      });
    }),
  );
}

/** As described, or with one field that is anything. */
function sometimesWrong(right: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const anything = fc.oneof(fc.constantFrom(...VALUES), fc.constantFrom(...TEXTS));
  const wrong = fc.tuple(right, fc.nat(), anything).map(([body, field, value]) => {
    const names = Object.keys(Object(body));
    const name = names[field % Math.max(1, names.length)] ?? 'text';
    return { ...Object(body), [name]: value };
  });
  return fc.oneof({ weight: 3, arbitrary: right }, { weight: 1, arbitrary: wrong });
}

/** Who calls, and what they have heard of so far, by the last part of the address it came from. */
class Walk {
  calls = 0;
  taken = 0;
  #people: Person[] = [];
  /** One for all scenes: each moderator gets a mail of each report. */
  #moderator: Person | null = null;
  #heardOf = new Map<string, string[]>();

  async begin(): Promise<void> {
    const stage = STAGES[((this.calls / CALLS_PER_SCENE) % STAGES.length) | 0] ?? 'open';
    const scene = await walkTo(world, stage);
    const { customer, developer, ticketId, milestoneId, billingRecordId, messages } = scene;
    this.#moderator ??= await world.person('moderator');
    this.#people = [customer, developer, this.#moderator];
    this.#heardOf = new Map([
      ['tickets', [ticketId]],
      ['milestones', milestoneId === null ? [] : [milestoneId]],
      ['billing-records', billingRecordId === null ? [] : [billingRecordId]],
      ['messages', Object.values(messages).filter((id) => id !== null)],
      ['files', [scene.fileKey]],
      ['profiles', [customer.id, developer.id]],
      ['accounts', [customer.id, developer.id]],
    ]);
  }

  async send({ operation: { method, path }, body, query, who, which }: Call): Promise<void> {
    const person = this.#people[who % this.#people.length] as Person;
    const parts = path.split('/');
    const url = parts
      .map((part, index) => (part === '{id}' ? this.#pick(parts[index - 1] ?? '', which) : part))
      .join('/')
      .replace(/\{\w+\}/g, 'x');
    const about = `${method} ${url} ${JSON.stringify({ query, body }).slice(0, 400)}`;
    const options: InjectOptions = {
      method,
      url,
      query: asText(query),
      headers: {
        authorization: `Bearer ${person.token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    };
    const { answer, milliseconds } = await answerAndTime(world.app, options, SLOW_MS);
    expect(milliseconds, `milliseconds of ${about}`).toBeLessThan(SLOW_MS);
    const { statusCode: status, headers } = answer;
    expect(status, `${about}: ${answer.body.slice(0, 300)}`).toBeLessThan(500);
    if (status >= 400) expectProblem({ status, body: answer.json(), headers }, about);
    else this.#learn(parts.at(-1) ?? '', answer.body);
  }

  #pick(kind: string, which: number): string {
    const known = this.#heardOf.get(kind) ?? [];
    return known[which % known.length] ?? '00000000-0000-4000-8000-000000000000';
  }

  #learn(kind: string, text: string): void {
    this.taken += 1;
    if (!text.startsWith('{')) return;
    const answer = JSON.parse(text);
    for (const { id } of [answer, ...(Array.isArray(answer.items) ? answer.items : [])]) {
      if (typeof id === 'string') this.#heardOf.set(kind, [...(this.#heardOf.get(kind) ?? []), id]);
    }
  }
}

/** Half a character has no place in an address, so there it is replaced. */
function asText(query: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, String(value).toWellFormed()]),
  );
}
