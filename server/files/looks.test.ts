import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { LIMITS } from '../http/limits.ts';
import { grab, ok, postRequest } from '../testing/deeds.ts';
import { download, follow, upload } from '../testing/files.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';
import { zipOf } from '../testing/write-zip.ts';
import { thumbnailLink } from './link.ts';
import { putBytes } from './thumbnail.ts';

let world: World;
let moderator: Person;
let customer: Person;
let ticketId: string;
let keys: [one: string, other: string];
beforeAll(async () => {
  world = await openWorld();
  moderator = await world.person('moderator');
  customer = await world.person('customer');
  const developer = await world.person('developer');
  ({ id: ticketId } = await postRequest(customer));
  await grab(developer, ticketId);
  keys = [await messageWithFile(customer), await messageWithFile(developer)];
  const { id } = ok(
    await developer.call<{ id: string }>('POST', `/api/tickets/${ticketId}/messages`, {
      text: 'Hm',
    }),
  );
  ok(await customer.call('POST', `/api/messages/${id}/report`));
});
afterAll(() => world.close());

test('each look of a moderator into a file is written down, once', async () => {
  const [one, other] = keys;
  const path = `/api/files/${one}`;
  const looks: Record<string, () => Promise<unknown>> = {
    entries: async () => ok(await moderator.call('GET', `${path}/entries`)),
    text: async () => ok(await moderator.call('GET', `${path}/text?entry=a.txt`)),
    stack: async () => ok(await moderator.call('GET', `${path}/stack`)),
    secrets: async () => ok(await moderator.call('GET', `${path}/secrets`)),
    'a link and its download': async () => {
      expect((await download(world, moderator, one)).status).toBe(200);
    },
    'a download without a link': async () => {
      const authorization = `Bearer ${moderator.token}`;
      const { status } = await follow(world, `/files/download/${one}`, { authorization });
      expect(status).toBe(200);
    },
  };
  for (const [name, look] of Object.entries(looks)) {
    expect(await newLines(look), name).toEqual([one]);
  }
  const compare = async () => ok(await moderator.call('GET', `${path}/changes?since=${other}`));
  expect((await newLines(compare)).toSorted()).toEqual([one, other].toSorted());
});

test('what tells no more than that a file is there, and a look of its two sides, are not', async () => {
  const [one] = keys;
  const about = async () => ok(await moderator.call('GET', `/api/files/${one}`));
  const own = async () => ok(await customer.call('GET', `/api/files/${one}/stack`));
  const unknown = () => moderator.call('GET', `/api/files/${'k'.repeat(32)}/stack`);
  for (const look of [about, own, unknown]) expect(await newLines(look)).toEqual([]);
});

test('a picture that a moderator fetches by its key is written down, and by its link on a page not', async () => {
  const key = await messageWithFile(customer);
  await putBytes(world.context.files, `thumbnails/${key}`, Buffer.from('as if drawn'));
  const { db } = world.context;
  await db.updateTable('files').set({ thumbnail: 'made' }).where('key', '=', key).execute();
  const show = async (url: string, headers = {}) =>
    expect((await follow(world, url, headers)).status).toBe(200);
  const authorization = `Bearer ${moderator.token}`;
  expect(await newLines(() => show(`/files/thumbnails/${key}`, { authorization }))).toEqual([key]);
  const link = thumbnailLink(world.context.config, { key, personId: moderator.id });
  expect(await newLines(() => show(link))).toEqual([]);
});

test('a person looks into files so often and no more, by whichever call', async () => {
  const limited = await openWorld({ rateLimits: true });
  const before = LIMITS.look_into_file;
  LIMITS.look_into_file = { ...before, hits: 3 };
  onTestFinished(async () => {
    LIMITS.look_into_file = before;
    await limited.close();
  });
  const person = await limited.person('customer');
  const { fileKey } = await upload(limited, person, { content: zipOf({ 'a.txt': 'a' }) });
  const look = async (call: string) => {
    return (await person.call('GET', `/api/files/${fileKey}/${call}`)).status;
  };
  const calls = ['entries', 'stack', 'text?entry=a.txt'];
  for (const call of calls) expect(await look(call), call).toBe(200);
  for (const call of calls) expect(await look(call), call).toBe(429);
});

/** The files whose opening was written down while something was done. */
async function newLines(work: () => Promise<unknown>): Promise<unknown[]> {
  const before = await lines();
  await work();
  return (await lines()).slice(before.length);
}

async function lines(): Promise<unknown[]> {
  const rows = await world.context.db
    .selectFrom('audit_log')
    .select(['after', 'actor_id'])
    .where('action', '=', 'file_opened')
    .where('ticket_id', '=', ticketId)
    .orderBy('at')
    .execute();
  expect(rows.every(({ actor_id }) => actor_id === moderator.id)).toBe(true);
  return rows.map(({ after }) => (after as { file: string }).file);
}

async function messageWithFile(author: Person): Promise<string> {
  const content = zipOf({ 'a.txt': author.id });
  const { fileKey } = await upload(world, author, { name: 'code.zip', content });
  const body = { text: 'Look', attachments: [fileKey] };
  ok(await author.call('POST', `/api/tickets/${ticketId}/messages`, body));
  return fileKey;
}
