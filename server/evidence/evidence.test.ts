import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import fc from 'fast-check';
import { CompactSign } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canonicalJson } from '#domain/canonical-json.ts';
import type { EvidenceFile, EvidenceFinding } from '#domain/evidence.ts';
import { verdictWords } from '#domain/evidence-finding.ts';
import { RETENTION_MONTHS } from '#domain/limits.ts';
import { removeFiles } from '../files/remove-files.ts';
import { aMilestone, aRequest, ok } from '../testing/deeds.ts';
import { upload } from '../testing/files.ts';
import { holdOf, workOf, workOfThreads } from '../testing/own-time.ts';
import { type Scene, say, walkTo } from '../testing/walk.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';
import { removeFinished } from '../tickets/remove-finished.ts';
import { addMessagesToEvidence } from './add-messages.ts';
import { publicKeys } from './signing-key.ts';
import { hashOf, toSign, verifyEvidence } from './verify-evidence.ts';

let world: World;
let scene: Scene;
beforeAll(async () => {
  world = await openWorld();
  scene = await walkTo(world, 'approved');
});
afterAll(() => world.close());

const take = async (person: Person, ticketId = scene.ticketId) =>
  ok(await person.call<EvidenceFile>('GET', `/api/tickets/${ticketId}/evidence`));

/** As a browser sends a file, whatever is in it. */
async function verify(payload: string | Buffer): Promise<EvidenceFinding> {
  const answer = await world.app.inject({
    method: 'POST',
    url: '/api/evidence/verify',
    headers: { 'content-type': 'application/json' },
    payload,
  });
  expect(answer.statusCode).toBe(200);
  return answer.json();
}

/** The way to each number, text, yes or no and nothing in a value. */
function leavesOf(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([name, each]) => leavesOf(each, [...path, name]));
}

/** Makes one of them another, by as little as possible. */
function alter(value: object, [name = '', ...rest]: readonly string[]): void {
  const members = value as Record<string, unknown>;
  const before = members[name];
  if (rest.length > 0) alter(before as object, rest);
  else if (typeof before === 'string') {
    const half = Math.floor(before.length / 2);
    const letter = before[half] === '0' ? '1' : '0';
    members[name] = `${before.slice(0, half)}${letter}${before.slice(half + 1)}`;
  } else if (typeof before === 'number') members[name] = before + 1;
  else members[name] = before !== true;
}

const kindsIn = ({ entries }: EvidenceFile) => entries.map(({ content }) => content?.what);

describe('the chain of a request', () => {
  test('holds all that happened to it, in its order, in words', async () => {
    const file = await take(scene.customer);
    const kinds = kindsIn(file);
    const all = ['request', 'step', 'message', 'file', 'plan', 'delivery', 'review', 'money'];
    for (const kind of all) expect(kinds).toContain(kind);
    const events = file.entries.flatMap(({ content }) => content?.event ?? []);
    expect(events).toEqual(expect.arrayContaining(['request_grabbed', 'milestone_accepted']));
    const money = file.entries.flatMap(({ content }) =>
      content?.what === 'money' ? [content.entry] : [],
    );
    expect(money).toEqual(['hold', 'release']);
    const said = file.entries.find(({ content }) => content?.what === 'message');
    expect(said?.says).toMatch(/: Can you help\?$/);
    const sent = file.entries.find(({ content }) => content?.what === 'file');
    const sha256 = createHash('sha256').update('It loops.').digest('hex');
    expect(sent?.words?.value).toEqual({ name: 'error.log', size: 9, sha256 });
    expect(JSON.stringify(file)).not.toContain('@');
    expect(await verify(canonicalJson(file))).toMatchObject({
      whole: true,
      signed_by: 'known',
      more_since: 0,
      problems: [],
    });
  });

  test('holds each plan and each change that was proposed, with what it would do', async () => {
    const { customer, developer, ticketId } = await walkTo(world, 'working');
    const change = { reason: 'It needs tests.', add: [{ ...aMilestone, title: 'Tests' }] };
    ok(await developer.call('POST', `/api/tickets/${ticketId}/changes`, change));
    const { entries } = await take(customer, ticketId);
    const of = (what: string) => entries.find(({ content }) => content?.what === what);
    expect(of('plan')).toMatchObject({ says: expect.stringMatching(/^Plan 1: “.+” \(\$.+\)/) });
    expect(of('change')).toMatchObject({
      content: { asked_by: 'developer', differences: [{ kind: 'added' }] },
      says: expect.stringMatching(/^A change of the plan was proposed by the unblocker: 1 added, /),
    });
  });

  test('is written by the database in the form that others can rebuild', async () => {
    const { rows } = await sql<{ content: string; digest: Buffer }>`
      select content, digest from evidence_entries`.execute(world.context.db);
    expect(rows.length).toBeGreaterThan(10);
    for (const { content, digest } of rows) {
      expect(canonicalJson(JSON.parse(content))).toBe(content);
      expect(createHash('sha256').update(content).digest()).toEqual(digest);
    }
  });

  test('can be altered, emptied or shortened by no statement', async () => {
    const { db } = world.context;
    for (const statement of [
      sql`update evidence_entries set digest = sha256('other')`,
      sql`update evidence_entries set content = '{}'`,
      sql`delete from evidence_entries`,
      sql`truncate evidence_entries`,
      sql`delete from evidence_keys`,
    ])
      await expect(statement.execute(db)).rejects.toThrow('append-only');
  });

  test('has every message and step once and without a gap, however many come at once', async () => {
    const busy = await walkTo(world, 'reserved');
    const { customer, developer, ticketId } = busy;
    const edited = await say(customer, ticketId, 'First words');
    await Promise.all([
      ...Array.from({ length: 25 }, (_, index) => say(customer, ticketId, `Question ${index}`)),
      ...Array.from({ length: 25 }, (_, index) => say(developer, ticketId, `Answer ${index}`)),
      developer.call('POST', `/api/tickets/${ticketId}/grab`),
      customer.call('PATCH', `/api/messages/${edited}`, { text: 'Better words' }).then(ok),
      ...Array.from({ length: 5 }, () => take(customer, ticketId)),
      addMessagesToEvidence(world.context),
    ]);
    const file = await take(customer, ticketId);
    const { finding } = await verifyEvidence({
      bytes: Buffer.from(canonicalJson(file)),
      keys: await publicKeys(world.context.db),
    });
    expect(finding.problems).toEqual([]);
    const told = file.entries.map(({ says }) => says ?? '');
    for (let index = 0; index < 25; index++) {
      expect(told.filter((each) => each.endsWith(`: Question ${index}`))).toHaveLength(1);
      expect(told.filter((each) => each.endsWith(`: Answer ${index}`))).toHaveLength(1);
    }
    const first = told.findIndex((each) => each.endsWith('The words are not there any more.'));
    const then = told.findIndex((each) => each.endsWith(', edited: Better words'));
    expect(first).toBeGreaterThan(0);
    expect(then).toBeGreaterThan(first);
  });

  test('keeps the hash of a deleted message, and nothing by which its words could be guessed', async () => {
    const { customer, developer, ticketId } = await walkTo(world, 'planning');
    const attached = await upload(world, developer, { name: 'secret-plan.txt', content: 'Ours.' });
    const { id } = ok(
      await developer.call<{ id: string }>('POST', `/api/tickets/${ticketId}/messages`, {
        text: 'My door code is 1234',
        attachments: [attached.fileKey],
      }),
    );
    const before = await take(developer, ticketId);
    expect(JSON.stringify(before)).toContain('secret-plan.txt');
    await developer.call('DELETE', `/api/messages/${id}`);
    const after = await take(customer, ticketId);
    expect(kindsIn(after)).toEqual(
      expect.arrayContaining(['message', 'file', 'message_deleted', 'file_removed']),
    );
    const text = JSON.stringify(after);
    expect(text).not.toMatch(/door code|secret-plan/);
    const salt = before.entries.find(({ says }) => says?.includes('door code'))?.words?.salt ?? '-';
    expect(text).not.toContain(salt);
    const { rows } = await sql`select from messages where salt::text = ${salt}`.execute(
      world.context.db,
    );
    expect(rows).toEqual([]);
    for (const file of [before, after])
      expect((await verify(canonicalJson(file))).problems).toEqual([]);
  });

  test('is whole after the request is removed, and so is a file that was taken before', async () => {
    const old = await walkTo(world, 'approved');
    const file = await take(old.customer, old.ticketId);
    const { db } = world.context;
    await sql`update tickets set status_since = now() - ${`${RETENTION_MONTHS} months 1 hour`}::interval
      where id = ${old.ticketId}`.execute(db);
    await removeFinished(world.context);
    await removeFiles(world.context);
    expect((await old.customer.call('GET', `/api/tickets/${old.ticketId}/evidence`)).status).toBe(
      404,
    );
    const { rows } = await sql<{ content: unknown; digest: Buffer; hash: Buffer }>`
      select content, digest, hash from evidence_entries where ticket_id = ${old.ticketId}
      order by position`.execute(db);
    expect(rows).toHaveLength(file.entries.length);
    let before: Buffer = createHash('sha256').update(old.ticketId).digest();
    for (const { content, digest, hash } of rows) {
      expect(content).toBe(null);
      before = createHash('sha256').update(before).update(digest).digest();
      expect(hash).toEqual(before);
    }
    expect(await verify(canonicalJson(file))).toMatchObject({ whole: true, more_since: 0 });
  });
});

describe('who takes it', () => {
  test('both sides read what a moderator decided, and why', async () => {
    const closed = await walkTo(world, 'rejected');
    for (const side of [closed.customer, closed.developer]) {
      const { entries } = await take(side, closed.ticketId);
      const decided = entries.find(({ content }) => content?.what === 'decision');
      expect(decided?.says).toMatch(/^A moderator decided: .*Nothing was delivered\.$/);
      expect(
        entries.every(({ content }) => content?.actor !== 'moderator' || !content.actor_id),
      ).toBe(true);
    }
  });

  test('the next unblocker has hashes alone of what was between the customer and the one before', async () => {
    const { customer, developer, ticketId } = await walkTo(world, 'planning');
    await say(customer, ticketId, 'Between the two of us');
    ok(
      await developer.call('POST', `/api/tickets/${ticketId}/give-back`, { note: 'No time left' }),
    );
    const next = await world.person('developer', { categories: ['web'] });
    ok(await next.call('POST', `/api/tickets/${ticketId}/grab`));
    await say(next, ticketId, 'I go on');
    const theirs = await take(next, ticketId);
    const text = JSON.stringify(theirs);
    expect(text).not.toMatch(/Between the two of us|No time left/);
    expect(text).not.toContain(developer.id);
    expect(theirs.entries.some(({ says }) => says?.endsWith('I go on'))).toBe(true);
    const finding = await verify(canonicalJson(theirs));
    expect(finding).toMatchObject({ whole: true, entries: theirs.entries.length });
    expect(finding.hidden).toBeGreaterThan(2);
    const all = await take(customer, ticketId);
    expect(all.entries.filter(({ content }) => content === null)).toEqual([]);
    expect(all.head).toBe(theirs.head);
    const gone = await developer.call('GET', `/api/tickets/${ticketId}/evidence`);
    expect(gone).toMatchObject({ status: 404, body: { code: 'no_longer_yours' } });
  });

  test('the chosen unblocker reads nothing of others’ quotes', async () => {
    const customer = await world.person('customer');
    const { id: ticketId } = ok(
      await customer.call<{ id: string }>('POST', '/api/tickets', { ...aRequest, mode: 'quotes' }),
    );
    const [rival, chosen] = [
      await world.person('developer', { categories: ['web'], name: 'Eve Rival' }),
      await world.person('developer', { categories: ['web'] }),
    ];
    const quote = { message: 'I can do that', milestones: [aMilestone] };
    const path = `/api/tickets/${ticketId}/quotes`;
    ok(await rival.call('POST', path, quote));
    const { id } = ok(await chosen.call<{ id: string }>('POST', path, quote));
    ok(await customer.call('POST', `/api/quotes/${id}/choose`, { approve: true }));
    const theirs = await take(chosen, ticketId);
    expect(JSON.stringify(theirs)).not.toContain(rival.id);
    expect(JSON.stringify(theirs)).not.toContain('Eve Rival');
    expect(theirs.entries.some(({ says }) => says?.includes('sent a quote'))).toBe(true);
    expect(await verify(canonicalJson(theirs))).toMatchObject({ whole: true });
    expect(JSON.stringify(await take(customer, ticketId))).toContain('Eve Rival');
  });

  test('moderators alone read the names of files that came with a hidden message', async () => {
    const { customer, developer, ticketId } = await walkTo(world, 'working');
    const { fileKey } = await upload(world, customer, { name: 'you are a fool.txt' });
    const message = { text: 'Read this', attachments: [fileKey], client_id: randomUUID() };
    const path = `/api/tickets/${ticketId}/messages`;
    const { id } = ok(await customer.call<{ id: string }>('POST', path, message));
    ok(await developer.call('POST', `/api/messages/${id}/report`));
    expect(JSON.stringify(await take(developer, ticketId))).toContain('you are a fool.txt');
    const moderator = await world.person('moderator');
    const hide = `/api/moderation/messages/${id}/hide`;
    ok(await moderator.call('POST', hide, { reason: 'Rude.' }));
    for (const side of [customer, developer]) {
      const file = await take(side, ticketId);
      expect(JSON.stringify(file)).not.toContain('you are a fool.txt');
      expect(await verify(canonicalJson(file))).toMatchObject({ whole: true });
    }
    expect(JSON.stringify(await take(moderator, ticketId))).toContain('you are a fool.txt');
  });

  test('a moderator who has something to decide takes all of it, and the look is written down', async () => {
    const help = await walkTo(world, 'help');
    const moderator = await world.person('moderator');
    const file = await take(moderator, help.ticketId);
    expect(file.for).toBe('moderator');
    expect(file.entries.every(({ content }) => content !== null)).toBe(true);
    const { rows } = await sql`select from audit_log where action = 'evidence_taken'
      and actor_id = ${moderator.id} and ticket_id = ${help.ticketId}`.execute(world.context.db);
    expect(rows).toHaveLength(1);
    expect((await moderator.call('GET', `/api/tickets/${scene.ticketId}/evidence`)).status).toBe(
      404,
    );
  });
});

describe('a file that is not as it was', () => {
  let text: string;
  let file: EvidenceFile;
  beforeAll(async () => {
    file = await take(scene.customer);
    text = canonicalJson(file);
  });
  const find = async (changed: EvidenceFile | Buffer | string) => {
    const bytes =
      Buffer.isBuffer(changed) || typeof changed === 'string' ? changed : canonicalJson(changed);
    const keys = await publicKeys(world.context.db);
    return (await verifyEvidence({ bytes: Buffer.from(bytes), keys })).finding;
  };
  const copy = () => structuredClone(file);

  test('is told from a whole one wherever one byte of it is another', async () => {
    const bytes = Buffer.from(text);
    const starts = file.entries.map((entry) => bytes.indexOf(canonicalJson(entry)));
    await fc.assert(
      fc.asyncProperty(
        fc.nat(bytes.length - 1),
        fc.integer({ min: 1, max: 255 }),
        async (at, change) => {
          const altered = Buffer.from(bytes);
          altered[at] = (altered[at] ?? 0) ^ change;
          const { whole, problems } = await find(altered);
          expect(whole).toBe(false);
          const [problem] = problems;
          expect(problem?.says).not.toBe('');
          if (problem?.what === 'unreadable') return;
          const entry = starts.findLastIndex((start) => start <= at);
          const isInEntries = entry >= 0 && at < bytes.indexOf(']', bytes.indexOf('"}],"for"') - 5);
          const end = (starts[entry] ?? 0) + canonicalJson(file.entries[entry] ?? {}).length;
          if (isInEntries && at < end && at > (starts[entry] ?? 0))
            expect(problems.map(({ position }) => position)).toContain(entry + 1);
        },
      ),
      { numRuns: 300 },
    );
  });

  test('is told from a whole one by a last letter of its signature that holds the same bits', async () => {
    const changed = copy();
    const bitsLeftFree = { A: 'B', Q: 'R', g: 'h', w: 'x' };
    changed.signature = file.signature.replace(
      /.$/,
      (last) => bitsLeftFree[last as keyof typeof bitsLeftFree],
    );
    expect(await find(changed)).toMatchObject({ whole: false, problems: [{ what: 'signature' }] });
  });

  test('says where, whichever member of whichever part or entry says something else', async () => {
    const kindOf = ([top = '', index, ...rest]: readonly string[]) =>
      top === 'entries'
        ? [file.entries[Number(index)]?.content?.what, ...rest].join('.')
        : [top, index, ...rest].join('.');
    // One of each kind of entry: there are many.
    const each = new Map(leavesOf(file).map((path) => [kindOf(path), path]));
    expect(each.size).toBeGreaterThan(60);
    for (const path of each.values()) {
      const changed = copy();
      const [top, index] = path;
      alter(changed, path);
      const { whole, problems } = await find(changed);
      expect(whole, path.join('.')).toBe(false);
      if (top === 'entries')
        expect(
          problems.map(({ position }) => position),
          path.join('.'),
        ).toContain(Number(index) + 1);
      else expect(problems.map(({ says }) => says).join(), path.join('.')).toContain(top);
    }
  });

  test('says which entry was taken out, put elsewhere or put in', async () => {
    const removed = copy();
    removed.entries.splice(4, 1);
    expect((await find(removed)).problems).toContainEqual(
      expect.objectContaining({ position: 5, what: 'place' }),
    );
    const swapped = copy();
    swapped.entries.splice(2, 0, ...swapped.entries.splice(6, 1));
    expect((await find(swapped)).problems[0]).toMatchObject({ position: 3, what: 'place' });
    const added = copy();
    added.entries.push(
      ...added.entries.slice(-1).map((entry) => ({ ...entry, position: entry.position + 1 })),
    );
    expect((await find(added)).problems).toContainEqual(
      expect.objectContaining({ position: file.entries.length + 1, what: 'place' }),
    );
    const cut = copy();
    cut.entries.pop();
    cut.head = cut.entries.at(-1)?.hash ?? '';
    expect((await find(cut)).problems).toContainEqual(
      expect.objectContaining({ position: file.entries.length, what: 'place' }),
    );
  });

  test('is not saved by hashes that were made anew', async () => {
    const sha = (...parts: (string | Buffer)[]) =>
      createHash('sha256')
        .update(Buffer.concat(parts.map((part) => Buffer.from(part))))
        .digest();
    const forged = copy();
    const money = forged.entries.find(({ content }) => content?.what === 'money');
    if (money?.content) money.content.held_cents = 1;
    let before = sha(forged.request.id);
    for (const entry of forged.entries) {
      const digest = entry.content
        ? sha(canonicalJson(entry.content))
        : Buffer.from(entry.digest, 'hex');
      before = sha(before, digest);
      Object.assign(entry, { digest: digest.toString('hex'), hash: before.toString('hex') });
    }
    forged.head = before.toString('hex');
    const { whole, problems } = await find(forged);
    expect(whole).toBe(false);
    expect(problems).toContainEqual(
      expect.objectContaining({ position: money?.position, what: 'altered' }),
    );
  });

  test('is not vouched for by a key of somebody else', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const { x = '' } = publicKey.export({ format: 'jwk' });
    const forged = { ...copy(), key: { ...file.key, x } };
    forged.people = forged.people.map((person) => ({ ...person, name: 'Somebody' }));
    const hashes = forged.entries.map((entry) => hashOf(canonicalJson(entry)));
    forged.signature = await new CompactSign(Buffer.from(JSON.stringify(toSign(forged, hashes))))
      .setProtectedHeader({ alg: 'EdDSA' })
      .sign(privateKey);
    expect(await verify(canonicalJson(forged))).toMatchObject({
      whole: false,
      signed_by: 'own',
      problems: [{ says: 'It is signed with a key that Unblock does not have.' }],
    });
  });

  test('of a request that another server had is whole, by a key that is not known here', async () => {
    const other = await openWorld();
    try {
      const theirs = await walkTo(other, 'open');
      const foreign = ok(
        await theirs.customer.call<EvidenceFile>('GET', `/api/tickets/${theirs.ticketId}/evidence`),
      );
      const finding = await verify(canonicalJson(foreign));
      expect(finding).toMatchObject({ whole: true, signed_by: 'own', more_since: null });
      expect(verdictWords(finding)).toContain('Who signed it is not known here.');
      foreign.request.title += '!';
      expect(await verify(canonicalJson(foreign))).toMatchObject({ whole: false });
    } finally {
      await other.close();
    }
  });

  test.each([
    ['nothing', ''],
    ['no JSON', 'evidence'],
    ['another thing', '{"format":"unblock-evidence-1"}'],
    ['a list', '[1,2,3]'],
    ['null', 'null'],
    ['bytes', Buffer.from([0xff, 0xfe, 0x00])],
    ['brackets', '['.repeat(5_000_000)],
    ['a deep object', `{"entries":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`],
    ['one long text', `{"format":"${'x'.repeat(10_000_000)}"}`],
    ['many entries', `{"entries":[${'1,'.repeat(4_000_000)}1]}`],
  ])('that is %s is answered at once', async (_, payload) => {
    const work = await workOfThreads(async () => {
      const answer = await world.app.inject({
        method: 'POST',
        url: '/api/evidence/verify',
        headers: { 'content-type': 'application/json' },
        payload,
      });
      expect([200, 400, 422]).toContain(answer.statusCode);
      if (answer.statusCode === 200) expect(answer.json()).toMatchObject({ whole: false });
    });
    expect(work).toBeLessThan(15_000);
  });

  test.each(['"constructor"', '"__proto__"', '{"toString":1}', '[[],[]]', 'null'])(
    'that calls an entry %s is answered',
    async (what) => {
      const odd = text.replaceAll('"what":"message"', `"what":${what}`);
      expect(odd).not.toBe(text);
      expect(await verify(odd)).toMatchObject({
        whole: false,
        holds: expect.arrayContaining([{ what: 'Other entries', count: expect.any(Number) }]),
      });
    },
  );

  test.each([
    ['another value before the true one', '"content":{', '"content":{"what":"nothing",'],
    ['another part before the true one', '"taken_at":', '"taken_at":"2001-01-01","taken_at":'],
    ['a member that readers drop', '"content":{', '"content":{"__proto__":{"held_cents":1},'],
    ['a number that becomes nothing', '"pairing_id":null', '"pairing_id":1e999'],
  ])('with %s is not whole', async (_what, is, becomes) => {
    expect(text.includes(is)).toBe(true);
    const { whole, problems } = await verify(text.replace(is, becomes));
    expect(problems).not.toEqual([]);
    expect(whole).toBe(false);
  });

  test('is whole with other white space and other escapes, which say the same', async () => {
    const spaced = JSON.stringify(file, null, 2).replaceAll('request', String.raw`\u0072equest`);
    expect(await verify(spaced)).toMatchObject({ whole: true, problems: [] });
  });

  test('has no title that would fill the page of whoever looks at it', async () => {
    const forged = copy();
    forged.request.title = 'x'.repeat(1001);
    const { problems, title } = await verify(canonicalJson(forged));
    expect(title).toBeNull();
    expect(problems).toMatchObject([{ what: 'unreadable' }]);
  });

  test('that nests deeply within an entry is refused', async () => {
    const deep = text.replace(
      '"content":{',
      `"content":{"deep":${'['.repeat(9000)}${']'.repeat(9000)},`,
    );
    expect(await verify(deep)).toMatchObject({ whole: false });
  });
});

test('taking a file with thousands of entries holds up nobody else', async () => {
  const { customer, ticketId } = await walkTo(world, 'approved');
  await sql`insert into messages (ticket_id, author_id, text, pairing_id)
    select m.ticket_id, m.author_id, repeat('Some words. ', 20), m.pairing_id
    from (select * from messages where ticket_id = ${ticketId} and author_id is not null limit 1) m,
      generate_series(1, 3000)`.execute(world.context.db);
  const long = await take(customer, ticketId);
  const headers = { authorization: `Bearer ${customer.token}` };
  const mostInOneGo = workOf(() => long.entries.map((entry) => hashOf(canonicalJson(entry))));
  const held = await holdOf(async () => {
    const answer = await world.app.inject({ url: `/api/tickets/${ticketId}/evidence`, headers });
    expect(answer.statusCode).toBe(200);
  });
  expect(held).toBeLessThan(mostInOneGo);
}, 300_000);

test('files that somebody never finishes sending keep nobody else from theirs, and no more are taken in', async () => {
  const send = async (remoteAddress: string) => {
    const url = '/api/evidence/verify';
    const headers = { 'content-type': 'application/json' };
    const sent = { method: 'POST', url, headers, remoteAddress, payload: '{}' } as const;
    return (await world.app.inject(sent)).statusCode;
  };
  await world.listen();
  const headers = { 'content-length': 2, expect: '100-continue' };
  const begun = [1, 2].map(() =>
    request(`${world.url}/api/evidence/verify`, { method: 'POST', headers }),
  );
  for (const each of begun) each.flushHeaders();
  await Promise.all(begun.map((each) => once(each, 'continue')));
  const order: string[] = [];
  const third = send('127.0.0.1').then((status) => order.push(`third ${status}`));
  order.push(`another network ${await send('203.0.113.5')}`);
  const answers = begun.map((each) => once(each.end('{}'), 'response'));
  for (const [answer] of await Promise.all(answers)) expect(answer.resume().statusCode).toBe(200);
  await third;
  expect(order).toEqual(['another network 200', 'third 200']);
});
