import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Ticket } from '#domain/ticket.ts';
import { aRequest, ok } from '../testing/deeds.ts';
import { upload } from '../testing/files.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';

let world: World;
let customer: Person;
beforeAll(async () => {
  world = await openWorld();
  customer = await world.person('customer');
});
afterAll(() => world.close());

async function requestWith(names: string[]): Promise<Ticket> {
  const uploads = await Promise.all(names.map((name) => upload(world, customer, { name })));
  const files = uploads.map(({ fileKey }) => fileKey);
  return ok(await customer.call<Ticket>('POST', '/api/tickets', { ...aRequest, files }));
}

const keyOf = ({ files }: Ticket, name: string) =>
  Object.keys(files).find((key) => files[key] === name) ?? '';

it('an edit removes files and adds others in one go', async () => {
  const ticket = await requestWith(['old.txt', 'kept.txt']);
  const old = keyOf(ticket, 'old.txt');
  const added = await upload(world, customer, { name: 'new.txt' });
  const edited = ok(
    await customer.call<Ticket>('PATCH', `/api/tickets/${ticket.id}`, {
      removed_files: [old],
      files: [added.fileKey],
    }),
  );
  expect(Object.values(edited.files)).toEqual(['kept.txt', 'new.txt']);
  expect((await customer.call('GET', `/api/files/${old}`)).status).toBe(404);
});

it('an edit cannot remove the files of another request or of a message', async () => {
  const mine = await requestWith(['mine.txt']);
  const other = await requestWith(['other.txt']);
  const developer = await world.person('developer');
  ok(await developer.call('POST', `/api/tickets/${mine.id}/reserve`));
  const sent = await upload(world, customer, { name: 'sent.txt' });
  ok(
    await customer.call('POST', `/api/tickets/${mine.id}/messages`, {
      text: 'Here it is',
      attachments: [sent.fileKey],
    }),
  );
  const removed_files = [sent.fileKey, keyOf(other, 'other.txt'), 'unknown'];
  ok(await customer.call('PATCH', `/api/tickets/${mine.id}`, { removed_files }));
  for (const key of removed_files.slice(0, 2)) {
    expect((await customer.call('GET', `/api/files/${key}`)).status).toBe(200);
  }
});

it('files stay once the request is no longer pending', async () => {
  const ticket = await requestWith(['kept.txt']);
  const developer = await world.person('developer');
  ok(await developer.call('POST', `/api/tickets/${ticket.id}/grab`));
  const removed_files = Object.keys(ticket.files);
  const refused = await customer.call('PATCH', `/api/tickets/${ticket.id}`, { removed_files });
  expect(refused.status).toBe(409);
  expect((await customer.call('GET', `/api/files/${removed_files[0]}`)).status).toBe(200);
});

it('a quote in a name, which browsers send as %22, is a quote again', async () => {
  const { name } = await upload(world, customer, { name: 'my %22best%22 50%25.txt' });
  expect(name).toBe('my "best" 50%25.txt');
});
