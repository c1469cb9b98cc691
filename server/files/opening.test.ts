import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FileRecord } from '#domain/file.ts';
import type { Milestone } from '#domain/milestone.ts';
import type { Ticket } from '#domain/ticket.ts';
import { newAddress, PASSWORD } from '../testing/accounts.ts';
import { agreeOnPlan, aMilestone, aRequest, grab, ok, pay } from '../testing/deeds.ts';
import { download, FORM_TYPE, follow, formBody, removeGone, upload } from '../testing/files.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';

let world: World;
let customer: Person;
let developer: Person;
let candidate: Person;
let stranger: Person;
let moderator: Person;
beforeAll(async () => {
  world = await openWorld();
  customer = await world.person('customer');
  developer = await world.person('developer', { categories: ['web'] });
  candidate = await world.person('developer', { categories: ['web'] });
  stranger = await world.person('developer', { categories: ['ios'] });
  moderator = await world.person('moderator');
});
afterAll(() => world.close());

describe('a file of a request', () => {
  it('opens to those whom the request suits while it is open, and then to its two sides', async () => {
    const { ticketId, files } = await requestWithFiles();
    expect(await whoOpens(files.request)).toEqual(['customer', 'developer', 'candidate']);
    ok(await developer.call('POST', `/api/tickets/${ticketId}/reserve`));
    expect(await whoOpens(files.request)).toEqual(['customer', 'developer']);
    ok(await developer.call('POST', `/api/tickets/${ticketId}/abandon`));
    expect(await whoOpens(files.request)).toEqual(['customer', 'developer', 'candidate']);
  });

  it('opens to a moderator while help is asked for', async () => {
    const { ticketId, files } = await requestWithFiles();
    ok(await developer.call('POST', `/api/tickets/${ticketId}/grab`));
    const message = await messageWithFile(customer, ticketId);
    expect(await whoOpens(files.request)).toEqual(['customer', 'developer']);
    ok(await developer.call('POST', `/api/messages/${message.id}/report`));
    expect(await whoOpens(files.request)).toEqual(['customer', 'developer', 'moderator']);
    expect(await whoOpens(message.fileKey)).toEqual(['customer', 'developer', 'moderator']);
  });
});

describe('a file of a message', () => {
  it('opens to the two sides, and to a developer no longer who gave the request back', async () => {
    const { ticketId } = await requestWithFiles();
    ok(await developer.call('POST', `/api/tickets/${ticketId}/reserve`));
    const { fileKey } = await messageWithFile(customer, ticketId);
    const own = await messageWithFile(developer, ticketId);
    expect(await whoOpens(fileKey)).toEqual(['customer', 'developer']);
    ok(await developer.call('POST', `/api/tickets/${ticketId}/abandon`));
    expect(await whoOpens(fileKey)).toEqual(['customer']);
    expect(await whoOpens(own.fileKey)).toEqual(['customer']);
  });
});

describe('a file of a message that was hidden', () => {
  it('opens to moderators alone, and is listed for nobody else', async () => {
    const { ticketId } = await requestWithFiles();
    ok(await developer.call('POST', `/api/tickets/${ticketId}/reserve`));
    const { id, fileKey } = await messageWithFile(developer, ticketId);
    ok(await customer.call('POST', `/api/messages/${id}/report`));
    expect(await whoOpens(fileKey)).toEqual(['customer', 'developer', 'moderator']);
    const reason = 'It insults.';
    ok(await moderator.call('POST', `/api/moderation/messages/${id}/hide`, { reason }));
    expect(await whoOpens(fileKey)).toEqual(['moderator']);
    for (const [person, sees] of [
      [customer, false],
      [developer, false],
      [moderator, true],
    ] as const) {
      const list = ok(await person.call('GET', `/api/tickets/${ticketId}/files`));
      expect(JSON.stringify(list).includes(fileKey)).toBe(sees);
    }
  });
});

describe('a file of a milestone', () => {
  it('opens to the two sides, and is shown with the milestone', async () => {
    const { milestone, files } = await workWithFiles();
    expect(await whoOpens(files.milestone)).toEqual(['customer', 'developer']);
    expect(milestone.file_attachments).toEqual({ [files.milestone]: 'plan.txt' });
  });

  it('joins the others in an edit, and goes with the milestone', async () => {
    const { id } = await requestOf(customer);
    await grab(developer, id);
    const [one, two] = [await upload(world, developer), await upload(world, developer)];
    const path = `/api/tickets/${id}/milestones`;
    const added = ok(
      await developer.call<Milestone>('POST', path, {
        ...aMilestone,
        file_attachments: [one.fileKey],
      }),
    );
    const edited = ok(
      await developer.call<Milestone>('PATCH', `/api/milestones/${added.id}`, {
        file_attachments: [two.fileKey],
      }),
    );
    expect(Object.keys(edited.file_attachments)).toEqual([one.fileKey, two.fileKey]);
    const three = await upload(world, developer);
    const other = await requestWithFiles();
    const changed = ok(
      await developer.call<Milestone>('PATCH', `/api/milestones/${added.id}`, {
        file_attachments: [three.fileKey],
        removed_files: [two.fileKey, other.files.request],
      }),
    );
    expect(Object.keys(changed.file_attachments)).toEqual([one.fileKey, three.fileKey]);
    expect(await whoOpens(two.fileKey)).toEqual([]);
    expect(await whoOpens(other.files.request)).toContain('customer');
    ok(await developer.call('DELETE', `/api/milestones/${added.id}`));
    expect(await whoOpens(one.fileKey)).toEqual([]);
  });
});

describe('a delivered file', () => {
  it('shows its name and size to the customer, and opens to them once the milestone is paid', async () => {
    const { ticketId, milestone, files } = await workWithFiles();
    expect(milestone.deliveries).toMatchObject([
      { file_attachments: { [files.delivery]: 'app.zip' } },
    ]);
    const { items } = ok(
      await customer.call<{ items: FileRecord[] }>('GET', `/api/tickets/${ticketId}/files`),
    );
    const reason = 'The files of a delivery open once it is paid for.';
    expect(items.find(({ key }) => key === files.delivery)).toMatchObject({
      name: 'app.zip',
      size: 5,
      attached_to: 'delivery',
      thumbnail_url: null,
      actions: { open: { allowed: false, reason } },
    });
    for (const part of ['/link', '/entries', '/text', '/stack', '/secrets', '/changes']) {
      expect(await customer.call('GET', `/api/files/${files.delivery}${part}`)).toMatchObject({
        status: 403,
        body: { code: 'file_locked_until_paid', detail: reason },
      });
    }
    expect(await whoOpens(files.delivery)).toEqual(['developer']);
    await pay(world, customer, milestone.id);
    expect(await whoOpens(files.delivery)).toEqual(['customer', 'developer']);
  });

  it('closes to the customer again when the money goes back', async () => {
    const { ticketId, milestone, files } = await workWithFiles();
    await pay(world, customer, milestone.id);
    const { url } = ok(
      await customer.call<{ url: string }>('GET', `/api/files/${files.delivery}/link`),
    );
    const { id } = await messageWithFile(developer, ticketId);
    ok(await customer.call('POST', `/api/messages/${id}/report`));
    await moderate(ticketId, 'close-for-customer');
    expect(await whoOpens(files.delivery)).toEqual(['developer']);
    expect((await follow(world, url)).status).toBe(403);
  });

  it('goes when the request returns to the open list, together with its milestone', async () => {
    const { ticketId, files } = await workWithFiles();
    const { id } = await messageWithFile(developer, ticketId);
    ok(await customer.call('POST', `/api/messages/${id}/report`));
    await moderate(ticketId, 'reopen');
    for (const key of [files.milestone, files.delivery]) expect(await whoOpens(key)).toEqual([]);
    // Whom it was taken from is no candidate for it.
    expect(await whoOpens(files.request)).toEqual(['customer', 'candidate']);
    await removeGone(world);
    const left = await world.context.db.selectFrom('files').select('key').execute();
    expect(left.map(({ key }) => key)).not.toContain(files.delivery);
  });
});

describe('work that was accepted before its request was reopened', () => {
  it('stays between the two sides: unknown to candidates and reservations, open to who grabs it', async () => {
    const { ticketId, milestone, files } = await workWithFiles([{}, { title: 'Another' }]);
    await pay(world, customer, milestone.id);
    ok(await customer.call('POST', `/api/milestones/${milestone.id}/accept`));
    const { id } = await messageWithFile(developer, ticketId);
    ok(await customer.call('POST', `/api/messages/${id}/report`));
    await moderate(ticketId, 'reopen');
    expect(await whoOpens(files.delivery)).toEqual(['customer']);
    expect(await workSeenBy(candidate, ticketId)).toEqual([[], [], ['code.zip']]);

    ok(await candidate.call('POST', `/api/tickets/${ticketId}/reserve`));
    expect(await whoOpens(files.delivery)).toEqual(['customer']);
    expect(await whoOpens(files.milestone)).toEqual(['customer']);
    expect(await workSeenBy(candidate, ticketId)).toEqual([[], [], ['code.zip']]);

    ok(await candidate.call('POST', `/api/tickets/${ticketId}/grab`));
    expect(await whoOpens(files.delivery)).toEqual(['customer', 'candidate']);
    expect(await workSeenBy(candidate, ticketId)).toEqual([
      ['plan.txt'],
      ['Done', 'app.zip'],
      ['app.zip', 'code.zip', 'plan.txt'],
    ]);
  });
});

describe('a signed link', () => {
  it('opens one file, for one person, for a minute', async () => {
    const { ticketId, files } = await requestWithFiles();
    const { url, expires_at } = ok(
      await customer.call<{ url: string; expires_at: string }>(
        'GET',
        `/api/files/${files.request}/link`,
      ),
    );
    expect(Date.parse(expires_at) - Date.now()).toBeLessThanOrEqual(60_000);
    expect(Date.parse(expires_at)).toBeGreaterThan(Date.now());
    expect((await follow(world, url)).status).toBe(200);
    await grab(developer, ticketId);
    const other = await messageWithFile(customer, ticketId);
    const changed = [
      url.replace(files.request, other.fileKey),
      url.replace(/person=[^&]*/, `person=${stranger.id}`),
      url.replace(/expires=(\d+)/, (_, at) => `expires=${Number(at) + 60}`),
      url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      url.replace(/signature=.*/, 'signature='),
      url.replace('/download/', '/thumbnails/'),
    ];
    for (const wrong of changed) {
      expect((await follow(world, wrong)).status, wrong).toBe(403);
    }
    const partly = [/&signature=.*/, /person=[^&]*&/, /expires=\d+&/];
    for (const none of [...partly, /\?.*/].map((part) => url.replace(part, ''))) {
      expect((await follow(world, none)).status, none).toBe(401);
    }
    await later(61_000, async () => expect((await follow(world, url)).status).toBe(403));
  });

  it('ends with the access that it was given for', async () => {
    const { ticketId, files } = await requestWithFiles();
    ok(await developer.call('POST', `/api/tickets/${ticketId}/reserve`));
    const message = await messageWithFile(developer, ticketId);
    const links = await Promise.all(
      [files.request, message.fileKey].map(async (key) => {
        return ok(await developer.call<{ url: string }>('GET', `/api/files/${key}/link`)).url;
      }),
    );
    ok(await developer.call('POST', `/api/tickets/${ticketId}/abandon`));
    expect(await Promise.all(links.map(async (url) => (await follow(world, url)).status))).toEqual([
      200, 404,
    ]);
  });

  it('opens nothing for somebody who was suspended since', async () => {
    const banned = await world.person('customer');
    const { fileKey } = await upload(world, banned);
    const { url } = ok(await banned.call<{ url: string }>('GET', `/api/files/${fileKey}/link`));
    await world.context.db
      .updateTable('users')
      .set({ banned_until: new Date(Date.now() + 60_000) })
      .where('id', '=', banned.id)
      .execute();
    expect((await follow(world, url)).status).toBe(403);
  });
});

describe('a download', () => {
  it('takes a session or the service key in the place of a link', async () => {
    const { fileKey } = await upload(world, customer, { content: 'abc' });
    const path = `/files/download/${fileKey}`;
    const { serviceApiKey } = world.context.config;
    const as = async (authorization: string) =>
      (await follow(world, path, { authorization })).status;
    expect(await as(`Bearer ${customer.token}`)).toBe(200);
    expect(await as(`Bearer ${developer.token}`)).toBe(404);
    expect(await as(`key ${serviceApiKey}`)).toBe(200);
    expect(await as(`key ${serviceApiKey}x`)).toBe(401);
    expect((await follow(world, path)).status).toBe(401);
  });

  it('gives no program what waits for the address of who wrote it', async () => {
    const body = { email: newAddress(), password: PASSWORD };
    const { id } = ok(await world.call<{ id: string }>('POST', '/auth/v1/signup', body));
    const path = `/api/sign-ups/${id}/request`;
    const held = ok(await world.call<{ id: string }>('POST', path, aRequest));
    const { fileKey } = (
      await world.app.inject({
        method: 'POST',
        url: '/files/upload',
        headers: { 'content-type': FORM_TYPE, 'x-held-request': held.id },
        payload: formBody({ name: 'error.log' }),
      })
    ).json();
    const authorization = `key ${world.context.config.serviceApiKey}`;
    const answer = await follow(world, `/files/download/${fileKey}`, { authorization });
    expect(answer.status).toBe(404);
  });

  it('gives the part that is asked for', async () => {
    const { fileKey } = await upload(world, customer, { content: '0123456789' });
    const path = `/files/download/${fileKey}`;
    const ask = (headers: Record<string, string>) =>
      follow(world, path, { authorization: `Bearer ${customer.token}`, ...headers });
    const parts = {
      'bytes=0-3': '0123',
      'bytes=4-': '456789',
      'bytes=-3': '789',
      'bytes=-30': '0123456789',
      'bytes=8-100': '89',
    };
    for (const [range, text] of Object.entries(parts)) {
      const { status, bytes, headers } = await ask({ range });
      expect([status, bytes.toString()], range).toEqual([206, text]);
      expect(headers['content-range']).toMatch(/^bytes \d+-\d+\/10$/);
      expect(headers['content-length']).toBe(String(text.length));
    }
    for (const range of ['bytes=10-', 'bytes=-0', 'bytes=99999999999999-']) {
      const { status, headers } = await ask({ range });
      expect([status, headers['content-range']], range).toEqual([416, 'bytes */10']);
    }
    for (const range of ['bytes=5-2', 'bytes=0-1,3-4', 'lines=1-2', 'bytes=-', 'bytes=a-b', '']) {
      expect((await ask({ range })).status, range).toBe(200);
    }
    const etag = String((await ask({})).headers.etag);
    expect((await ask({ range: 'bytes=0-3', 'if-range': etag })).status).toBe(206);
    expect((await ask({ range: 'bytes=0-3', 'if-range': '"other"' })).status).toBe(200);
  });

  it('tells how large it is before it is taken', async () => {
    const { fileKey } = await upload(world, customer, { content: '0123456789' });
    const answer = await world.app.inject({
      method: 'HEAD',
      url: `/files/download/${fileKey}`,
      headers: { authorization: `Bearer ${customer.token}` },
    });
    expect([answer.statusCode, answer.headers['content-length'], answer.body]).toEqual([
      200,
      '10',
      '',
    ]);
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
  });

  it('knows no other paths than its own', async () => {
    const authorization = `key ${world.context.config.serviceApiKey}`;
    const paths = [
      '',
      '/',
      '/upload',
      '/download',
      '/download/',
      '/download/..%2f..%2fetc%2fpasswd',
    ];
    const keys = ['x', '../files', '%00', '.', 'k'.repeat(32), 'k'.repeat(5000)];
    for (const path of [
      ...paths,
      ...keys.flatMap((key) => [`/download/${key}`, `/thumbnails/${key}`]),
    ]) {
      const { status } = await follow(world, `/files${path}`, { authorization });
      expect(status, path).toBe(404);
    }
  });
});

async function requestOf(owner: Person, files: string[] = []): Promise<Ticket> {
  return ok(await owner.call<Ticket>('POST', '/api/tickets', { ...aRequest, files }));
}

async function requestWithFiles() {
  const { fileKey } = await upload(world, customer, { name: 'code.zip', content: 'code' });
  const { id: ticketId } = await requestOf(customer, [fileKey]);
  return { ticketId, files: { request: fileKey } };
}

/** A request whose one milestone is handed in and not paid. */
async function workWithFiles(plan: Partial<typeof aMilestone>[] = [{}]) {
  const { ticketId, files } = await requestWithFiles();
  await grab(developer, ticketId);
  const { fileKey: promised } = await upload(world, developer, { name: 'plan.txt' });
  const { fileKey: delivery } = await upload(world, developer, { name: 'app.zip' });
  const promises = plan.map((each, index) => ({
    ...each,
    ...(index === 0 && { file_attachments: [promised] }),
  }));
  const [added] = await agreeOnPlan({ customer, developer }, ticketId, promises);
  const path = `/api/milestones/${added?.id}`;
  ok(await developer.call('POST', `${path}/start`));
  const milestone = ok(
    await developer.call<Milestone>('POST', `${path}/submit`, {
      message: 'Done',
      file_attachments: { [delivery]: 'app.zip' },
    }),
  );
  return { ticketId, milestone, files: { ...files, milestone: promised, delivery } };
}

/** Names of planned files, words and files of deliveries, and names of all files that are listed. */
async function workSeenBy(person: Person, ticketId: string): Promise<string[][]> {
  const path = `/api/tickets/${ticketId}`;
  const plan = ok(await person.call<{ items: Milestone[] }>('GET', `${path}/milestones`));
  const list = ok(await person.call<{ items: FileRecord[] }>('GET', `${path}/files`));
  const { items } = plan;
  return [
    items.flatMap(({ file_attachments }) => Object.values(file_attachments)),
    items.flatMap(({ deliveries }) =>
      deliveries.flatMap((one) => [one.message, ...Object.values(one.file_attachments)]),
    ),
    list.items.map(({ name }) => name).sort(),
  ];
}

async function messageWithFile(author: Person, ticketId: string) {
  const { fileKey } = await upload(world, author);
  const body = { text: 'Look', attachments: [fileKey] };
  const { id } = ok(
    await author.call<{ id: string }>('POST', `/api/tickets/${ticketId}/messages`, body),
  );
  return { id, fileKey };
}

async function moderate(ticketId: string, action: 'close-for-customer' | 'reopen'): Promise<void> {
  const path = `/api/moderation/tickets/${ticketId}/${action}`;
  ok(await moderator.call('POST', path, { reason: 'Both were heard.' }));
}

/** Everybody who gets a link that works. */
async function whoOpens(key: string): Promise<string[]> {
  const people = { customer, developer, candidate, stranger, moderator };
  const opened: string[] = [];
  for (const [name, person] of Object.entries(people)) {
    const { status } = await person.call('GET', `/api/files/${key}/link`);
    if (status === 200 && (await download(world, person, key)).status === 200) opened.push(name);
    else expect([403, 404], name).toContain(status);
  }
  return opened;
}

async function later(milliseconds: number, work: () => Promise<void>): Promise<void> {
  const now = Date.now;
  Date.now = () => now() + milliseconds;
  await work().finally(() => {
    Date.now = now;
  });
}
