import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { TICKET_VIEWS } from '#domain/ticket.ts';
import { takeDueSteps } from '../tickets/due-steps.ts';
import { generalPath, generalTable, requestTable } from './access-table.ts';
import { ok } from './deeds.ts';
import { passMinutes } from './discussions.ts';
import { listenTo } from './live.ts';
import type { RegisteredRoute } from './note-routes.ts';
import { PATIENCE } from './patience.ts';
import { openWorldWithRoutes } from './registered-routes.ts';
import { type Scene, STAGES, say, walkTo } from './walk.ts';
import type { Person, World } from './world.ts';

let world: World;
let routes: RegisteredRoute[];
let candidate: Person;
beforeAll(async () => {
  ({ world, routes } = await openWorldWithRoutes());
  await world.listen();
  candidate = await world.person('developer', { categories: ['web'] });
});
afterAll(() => world.close());

/** What no two addresses have in common, however it is written or encoded. */
const nameIn = ({ email }: Person) => email.slice(0, email.indexOf('@'));

/** Whose addresses a person must not find in what they get. */
function hidden({ customer, developer }: Scene, reader: Person): Person[] {
  return [customer, developer].filter((person) => person !== reader);
}

/** Every path that can be read, as it is for this request and person. */
function pathsFor(scene: Scene, role: 'customer' | 'developer'): string[] {
  const reads = routes.filter(({ method, url }) => method === 'GET' && url !== '/api/*');
  return reads.flatMap(({ url }) => {
    const call = `GET ${url}`;
    const general = generalTable[call];
    if (url === '/api/live') return [];
    if (url === '/api/tickets') return TICKET_VIEWS.map((view) => `${url}?limit=100&view=${view}`);
    if (general) return [generalPath(url, general)];
    const names = requestTable[call]?.names ?? (({ ticketId }) => ticketId);
    const ids = [names(scene, role), url.includes('/profiles/') ? scene.developer.id : null];
    return ids.filter((id) => id !== null).map((id) => url.replace(':id', id));
  });
}

describe.each(STAGES)('at the stage "%s"', (stage) => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await walkTo(world, stage);
  });

  it('no read shows anybody the address of somebody else', async () => {
    const [customer, developer] = [pathsFor(scene, 'customer'), pathsFor(scene, 'developer')];
    const readers: [Person, string[]][] = [
      [scene.customer, customer],
      [scene.developer, developer],
      // Most paths are the same for both sides.
      [candidate, [...new Set([...customer, ...developer])]],
    ];
    for (const [reader, theirs] of readers) {
      const paths = [...theirs, ...(await decisionsOf(scene, reader))];
      const read = (await Promise.all(paths.map((url) => textsAt(url, reader)))).flat();
      for (const { url, text } of read) {
        const found = hidden(scene, reader).filter((person) => text.includes(nameIn(person)));
        expect(found, url).toEqual([]);
      }
      // One's own is there: what is looked for would be found.
      expect(read.some(({ text }) => text.includes(nameIn(reader)))).toBe(true);
    }
  });
});

/** What stands there for somebody, also as a table. */
async function textsAt(url: string, { token }: Person): Promise<{ url: string; text: string }[]> {
  const texts = [];
  for (const accept of ['application/json', 'text/csv']) {
    const headers = { authorization: `Bearer ${token}`, accept };
    texts.push({ url, text: (await world.app.inject({ method: 'GET', url, headers })).body });
  }
  return texts;
}

async function decisionsOf({ ticketId }: Scene, reader: Person): Promise<string[]> {
  const path = `/api/tickets/${ticketId}/decisions`;
  const { body } = await reader.call<{ items?: { id: string }[] }>('GET', path);
  return (body.items ?? []).map(({ id }) => `/api/decisions/${id}`);
}

it('no mail shows the address of the other side, nor where to answer them', async () => {
  const scene = await walkTo(world, 'results paid');
  const { customer, developer, ticketId } = scene;
  await say(developer, ticketId, 'Please look.');
  await say(customer, ticketId, 'I will.');
  await passMinutes(world, 2);
  await takeDueSteps(world.context, new Date(Date.now() + 4 * 86_400_000));
  const people = [customer, developer];
  for (const reader of people) {
    const mails = (await world.mails()).filter(({ recipient }) => recipient === reader.email);
    expect(mails.length).toBeGreaterThan(0);
    for (const { kind, subject, body_text, body_html, unsubscribe_url } of mails) {
      const words = [subject, body_text, body_html, unsubscribe_url].join('\n');
      for (const person of hidden(scene, reader)) expect(words, kind).not.toContain(nameIn(person));
    }
  }
});

it('no live event tells the address of the other side', async () => {
  const { customer, developer, ticketId } = await walkTo(world, 'planning');
  const theirs = await listenTo(world.url, customer);
  const mine = await listenTo(world.url, developer);
  await say(customer, ticketId, 'Hello');
  ok(await developer.call('POST', `/api/tickets/${ticketId}/typing`));
  ok(await developer.call('POST', `/api/tickets/${ticketId}/submit-plan`));
  ok(await customer.call('POST', `/api/tickets/${ticketId}/approve-plan`));
  await vi.waitFor(() => {
    for (const { heard } of [theirs, mine]) {
      expect(heard.map(({ event }) => event)).toEqual(
        expect.arrayContaining(['message', 'ticket']),
      );
    }
  }, PATIENCE);
  expect(JSON.stringify(theirs.heard)).not.toContain(nameIn(developer));
  expect(JSON.stringify(mine.heard)).not.toContain(nameIn(customer));
  for (const stream of [theirs, mine]) stream.close();
});
