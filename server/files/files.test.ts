import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { FileRecord } from '#domain/file.ts';
import type { Message } from '#domain/message.ts';
import type { Ticket } from '#domain/ticket.ts';
import { aRequest, grab, ok, postRequest } from '../testing/deeds.ts';
import { download, follow, kept, removeGone, sendForm, upload } from '../testing/files.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';

let world: World;
let customer: Person;
beforeAll(async () => {
  world = await openWorld();
  customer = await world.person('customer');
});
afterAll(() => world.close());

describe('an upload', () => {
  it('answers with a key, the name, the size and what the file is', async () => {
    const answer = await sendForm(world, `Bearer ${customer.token}`, {
      name: 'screen.png',
      content: PIXEL,
      type: 'text/html',
    });
    expect(answer).toMatchObject({
      status: 201,
      body: { name: 'screen.png', size: PIXEL.length, type: 'image/png' },
    });
    expect(answer.body.fileKey).toMatch(/^[A-Za-z0-9_-]{32}$/);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('takes the service key instead of a session', async () => {
    const authorization = `key ${world.context.config.serviceApiKey}`;
    const { status, body } = await sendForm(world, authorization, { content: 'from a program' });
    expect(status).toBe(201);
    const file = await follow(world, `/files/download/${body.fileKey}`, { authorization });
    expect(file).toMatchObject({ status: 200, bytes: Buffer.from('from a program') });
  });

  it('is refused without credentials, and with wrong ones', async () => {
    for (const authorization of [undefined, 'key wrong', 'key ', 'Bearer x', 'Basic eDp5']) {
      expect((await sendForm(world, authorization)).status, authorization).toBe(401);
    }
  });

  it('can be empty', async () => {
    const { fileKey } = await upload(world, customer, { content: '' });
    expect((await download(world, customer, fileKey)).bytes).toHaveLength(0);
    const text = ok(await customer.call('GET', `/api/files/${fileKey}/text`));
    expect(text).toMatchObject({ text: '', is_complete: true });
  });

  it('is a form with one file in the field that the specification names', async () => {
    const bearer = `Bearer ${customer.token}`;
    const refused = {
      'Please choose a file': await sendForm(world, bearer),
      "Please send the file as 'file'": await sendForm(world, bearer, { field: 'upload' }),
      'Please send one file at a time': await sendForm(world, bearer, {}, {}),
    };
    for (const [detail, { status, body }] of Object.entries(refused)) {
      expect(status).toBe(400);
      expect(body).toMatchObject({ detail, code: 'invalid_input', errors: [{ path: 'file' }] });
    }
  });

  it('leaves nothing behind when it is refused', async () => {
    const before = await kept(world);
    await sendForm(world, `Bearer ${customer.token}`, {}, {});
    await sendForm(world, `Bearer ${customer.token}`, { content: Buffer.alloc(21_000_000) });
    expect(await kept(world)).toEqual(before);
  });
});

describe('a file of a request', () => {
  it('is attached by its key, and shown under the name it was uploaded with', async () => {
    const one = await upload(world, customer, { name: 'one.txt' });
    const two = await upload(world, customer, { name: 'two.txt' });
    const asList = ok(
      await customer.call<Ticket>('POST', '/api/tickets', { ...aRequest, files: [one.fileKey] }),
    );
    expect(asList.files).toEqual({ [one.fileKey]: 'one.txt' });
    const asMap = { [two.fileKey]: 'another name' };
    const { files } = ok(
      await customer.call<Ticket>('POST', '/api/tickets', { ...aRequest, files: asMap }),
    );
    expect(files).toEqual({ [two.fileKey]: 'two.txt' });
  });

  it('joins the others in an edit, which may name those again', async () => {
    const { id } = await postRequest(customer);
    const [one, two] = [await upload(world, customer), await upload(world, customer)];
    const path = `/api/tickets/${id}`;
    ok(await customer.call('PATCH', path, { files: [one.fileKey] }));
    ok(await customer.call('PATCH', path, { budget: '$5' }));
    const edited = ok(
      await customer.call<Ticket>('PATCH', path, { files: [one.fileKey, two.fileKey] }),
    );
    expect(Object.keys(edited.files)).toEqual([one.fileKey, two.fileKey]);
  });

  it('is attached once, by the one who uploaded it', async () => {
    const { fileKey } = await upload(world, customer);
    const other = await world.person('customer');
    const post = (person: Person, files: unknown) =>
      person.call('POST', '/api/tickets', { ...aRequest, files });
    expect((await post(other, [fileKey])).status).toBe(400);
    expect((await post(customer, [fileKey])).status).toBe(201);
    const again = await post(customer, [fileKey]);
    expect(again).toMatchObject({
      status: 400,
      body: {
        code: 'invalid_input',
        detail: 'A file is not one of your uploads. Please upload it again.',
        errors: [{ path: 'files' }],
      },
    });
    for (const files of [['unknown'], ['../etc/passwd'], { nothing: '' }, 'key', [1], 7]) {
      expect((await post(customer, files)).status, JSON.stringify(files)).toBe(400);
    }
  });

  it('goes to one of many requests that want it at once', async () => {
    const { fileKey } = await upload(world, customer);
    const posted = await Promise.all(
      Array.from({ length: 8 }, () =>
        customer.call('POST', '/api/tickets', { ...aRequest, files: [fileKey] }),
      ),
    );
    expect(posted.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(posted.filter(({ status }) => status === 400)).toHaveLength(7);
  });

  it('comes with at most nine others at a time', async () => {
    const keys = await Promise.all(
      Array.from({ length: 11 }, async () => (await upload(world, customer)).fileKey),
    );
    const eleven = await customer.call('POST', '/api/tickets', { ...aRequest, files: keys });
    expect(eleven).toMatchObject({
      status: 400,
      body: { detail: 'Please attach at most 10 files at a time' },
    });
    const files = keys.slice(0, 10);
    ok(await customer.call('POST', '/api/tickets', { ...aRequest, files }));
  });

  it('goes with its request', async () => {
    const { fileKey } = await upload(world, customer, { content: 'secret' });
    const { id } = ok(
      await customer.call<Ticket>('POST', '/api/tickets', { ...aRequest, files: [fileKey] }),
    );
    const { url } = ok(await customer.call<{ url: string }>('GET', `/api/files/${fileKey}/link`));
    ok(await customer.call('DELETE', `/api/tickets/${id}`));
    expect((await customer.call('GET', `/api/files/${fileKey}`)).status).toBe(404);
    expect((await follow(world, url)).status).toBe(404);
    const again = { ...aRequest, files: [fileKey] };
    expect((await customer.call('POST', '/api/tickets', again)).status).toBe(400);
    await removeGone(world);
    expect((await kept(world)).objects).not.toContain(fileKey);
  });
});

describe('a message with files', () => {
  it('carries them to the other side', async () => {
    const developer = await world.person('developer');
    const { id } = await postRequest(customer);
    ok(await developer.call('POST', `/api/tickets/${id}/reserve`));
    const { fileKey } = await upload(world, developer, { name: 'fix.patch', content: '- a\n+ b' });
    const message = ok(
      await developer.call<Message>('POST', `/api/tickets/${id}/messages`, {
        text: 'Try this',
        attachments: { [fileKey]: 'fix.patch' },
      }),
    );
    expect(message.attachments).toEqual({ [fileKey]: 'fix.patch' });
    expect((await download(world, customer, fileKey)).bytes.toString()).toBe('- a\n+ b');
    const { items } = ok(
      await customer.call<{ items: FileRecord[] }>('GET', `/api/tickets/${id}/files`),
    );
    expect(items).toMatchObject([
      { key: fileKey, attached_to: 'message', attached_id: message.id, size: 7 },
    ]);
  });

  it('is listed page by page with the others of its request, each file once', async () => {
    const { id } = await postRequest(customer);
    await grab(await world.person('developer'), id);
    const names = ['one.txt', 'two.txt', 'three.txt'];
    for (const name of names) {
      const { fileKey } = await upload(world, customer, { name });
      const body = { text: name, attachments: [fileKey] };
      ok(await customer.call('POST', `/api/tickets/${id}/messages`, body));
    }
    const listed: string[] = [];
    for (let cursor: string | null = ''; cursor !== null && listed.length <= names.length; ) {
      const at: string = cursor && `&cursor=${cursor}`;
      const page: { items: FileRecord[]; next_cursor: string | null } = ok(
        await customer.call('GET', `/api/tickets/${id}/files?limit=2${at}`),
      );
      listed.push(...page.items.map(({ name }) => name));
      cursor = page.next_cursor;
    }
    expect(listed).toEqual(names);
  });

  it('needs words', async () => {
    const { id } = await postRequest(customer);
    await grab(await world.person('developer'), id);
    const { fileKey } = await upload(world, customer);
    const blank = { text: ' \n', attachments: [fileKey] };
    expect(await customer.call('POST', `/api/tickets/${id}/messages`, blank)).toMatchObject({
      status: 400,
      body: { detail: 'Message text cannot be empty' },
    });
    const said = { ...blank, text: 'Here it is' };
    expect((await customer.call('POST', `/api/tickets/${id}/messages`, said)).status).toBe(201);
  });

  it('is stored once when it is sent twice', async () => {
    const { id } = await postRequest(customer);
    await grab(await world.person('developer'), id);
    const { fileKey } = await upload(world, customer);
    const body = { text: 'Log', attachments: [fileKey], client_id: crypto.randomUUID() };
    const path = `/api/tickets/${id}/messages`;
    const first = ok(await customer.call<Message>('POST', path, body));
    const second = ok(await customer.call<Message>('POST', path, body));
    expect(second).toEqual(first);
  });
});

describe('an upload that nobody attached', () => {
  it('opens to its owner alone', async () => {
    const { fileKey } = await upload(world, customer, { content: 'mine' });
    expect((await download(world, customer, fileKey)).bytes.toString()).toBe('mine');
    for (const type of ['customer', 'developer', 'moderator'] as const) {
      const other = await world.person(type);
      for (const part of ['', '/link', '/text', '/entries']) {
        expect((await other.call('GET', `/api/files/${fileKey}${part}`)).status).toBe(404);
      }
      expect((await other.call('DELETE', `/api/files/${fileKey}`)).status).toBe(404);
    }
  });

  it('can be taken back', async () => {
    const { fileKey } = await upload(world, customer);
    expect((await customer.call('DELETE', `/api/files/${fileKey}`)).status).toBe(204);
    expect((await customer.call('DELETE', `/api/files/${fileKey}`)).status).toBe(404);
    await removeGone(world);
    expect((await kept(world)).objects).not.toContain(fileKey);
  });

  it('cannot be taken back once it is attached', async () => {
    const { fileKey } = await upload(world, customer);
    ok(await customer.call('POST', '/api/tickets', { ...aRequest, files: [fileKey] }));
    expect((await customer.call('DELETE', `/api/files/${fileKey}`)).status).toBe(404);
    expect((await download(world, customer, fileKey)).status).toBe(200);
  });

  it('is removed after a day, and so is one that was cut off with its server', async () => {
    const owner = await world.person('customer');
    const old = await upload(world, owner);
    const fresh = await upload(world, owner);
    const used = await upload(world, owner);
    ok(await owner.call('POST', '/api/tickets', { ...aRequest, files: [used.fileKey] }));
    const cutOff = 'k'.repeat(32);
    await world.context.db
      .insertInto('files')
      .values({ key: cutOff, owner_id: owner.id })
      .execute();
    await world.context.db
      .updateTable('files')
      .set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
      .where('key', 'in', [old.fileKey, used.fileKey, cutOff])
      .execute();
    await removeGone(world);
    const { objects, rows } = await kept(world);
    expect(objects).not.toContain(old.fileKey);
    expect(rows).not.toContain(old.fileKey);
    expect(rows).not.toContain(cutOff);
    expect(objects).toEqual(expect.arrayContaining([fresh.fileKey, used.fileKey]));
  });
});

/** A whole PNG of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('the looks for keys in uploads', () => {
  it('take two jobs at once, whoever sent them, and each person’s first come first', async () => {
    const keys: string[] = [];
    for (let person = 0; person < 8; person++) {
      const sender = await world.person('customer');
      for (const name of ['first.txt', 'second.txt'])
        keys.push((await upload(world, sender, { name })).fileKey);
    }
    const { rows } = await world.context.pool.query<{ queue: string; priority: number }>(
      `select q.queue_name as queue, j.priority from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id
       left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
       where t.identifier = 'look-through' and payload->>'key' = any ($1)
       order by array_position($1, payload->>'key')`,
      [keys],
    );
    expect(new Set(rows.map(({ queue }) => queue)).size).toBeLessThanOrEqual(2);
    expect(rows.map(({ queue }) => queue)).not.toContain(null);
    const [first = 0, second = 0] = rows.map(({ priority }) => priority);
    expect(second).toBeGreaterThan(first);
  });

  it('count those that wait ahead of them through an index, a person’s and nobody’s', async () => {
    const { pool, config } = world.context;
    const asked = vi.spyOn(pg.Client.prototype, 'query');
    for (const from of [`Bearer ${customer.token}`, `key ${config.serviceApiKey}`])
      expect((await sendForm(world, from, {})).status).toBe(201);
    const counts = asked.mock.calls
      .map(([query]: unknown[]) => query as pg.QueryConfig)
      .filter(({ text }) => text?.includes('filter(where "thumbnail"'));
    asked.mockRestore();
    expect(counts).toHaveLength(2);
    const client = await pool.connect();
    onTestFinished(() => client.release(true));
    await client.query('set enable_seqscan = off');
    for (const { text, values } of counts) {
      const { rows } = await client.query<object>(`explain ${text}`, values);
      expect(rows.flatMap(Object.values).join('\n')).toContain('Index Cond: (owner_id');
    }
  });
});
