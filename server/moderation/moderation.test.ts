import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { AuditEntry } from '#domain/audit.ts';
import type { WaitlistEntry } from '#domain/waitlist.ts';
import { mailTo } from '../testing/accounts.ts';
import { ok } from '../testing/deeds.ts';
import { applicant, tokenTo } from '../testing/joining.ts';
import { openModeratedWorld } from '../testing/moderation.ts';

const { world, moderator } = await openModeratedWorld();

const act = (entry: { id: string }, action: 'approve' | 'decline', by = moderator) =>
  by.call<WaitlistEntry>(
    'POST',
    `/api/moderation/waitlist/${entry.id}/${action}`,
    action === 'decline' ? { reason: 'We have enough people for now.' } : undefined,
  );

const invitation = (email: string, role: string, by = moderator) =>
  by.call('POST', '/api/moderation/invitations', { email, role });

async function auditOf(id: string): Promise<AuditEntry[]> {
  const path = '/api/moderation/audit?limit=100';
  const { items } = ok(await moderator.call<{ items: AuditEntry[] }>('GET', path));
  return items.filter(({ target }) => target.id === id);
}

describe('the waitlist', () => {
  test('shows who applied, newest first, page by page and by status', async () => {
    const [older, newer] = [await applicant(world, moderator), await applicant(world, moderator)];
    ok(await act(older, 'decline'));
    const page = ok(
      await moderator.call<{ items: WaitlistEntry[]; next_cursor: string }>(
        'GET',
        '/api/moderation/waitlist?limit=1',
      ),
    );
    expect(page.items).toEqual([newer]);
    expect(newer).toMatchObject({
      name: 'Ada Byron',
      specialty: 'fullstack',
      bio: 'github.com/ada',
      status: 'waiting',
      decided_at: null,
      reason: null,
      invitation: null,
    });
    const next = `/api/moderation/waitlist?limit=1&cursor=${page.next_cursor}`;
    expect(ok(await moderator.call('GET', next)).items).toMatchObject([{ id: older.id }]);
    const declined = '/api/moderation/waitlist?limit=1&status=declined';
    expect(ok(await moderator.call('GET', declined)).items).toMatchObject([{ id: older.id }]);
    expect((await moderator.call('GET', '/api/moderation/waitlist?status=new')).status).toBe(400);
    const oldest = '/api/moderation/waitlist?order=oldest&limit=100';
    const queue = ok(await moderator.call<{ items: WaitlistEntry[] }>('GET', oldest)).items;
    expect(queue.slice(-2).map(({ id }) => id)).toEqual([older.id, newer.id]);
  });

  test('an approved applicant gets a link, which is kept as a hash alone', async () => {
    const entry = await applicant(world, moderator);
    const approved = ok(await act(entry, 'approve'));
    expect(approved).toMatchObject({ status: 'approved', decided_at: expect.any(String) });
    const days = (Date.parse(String(approved.invitation?.expires_at)) - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(7, 1);
    const mail = await mailTo(world, entry.email, 'invitation');
    expect(mail?.body_text).toContain('your application was approved');
    const token = await tokenTo(world, entry.email);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const { rows } = await sql<{ found: string }>`
      select to_jsonb(i)::text as found from invitations i where email = ${entry.email}
      union all select to_jsonb(a)::text from audit_log a`.execute(world.context.db);
    for (const { found } of rows) expect(found).not.toContain(token);
  });

  test('a declined applicant is told why', async () => {
    const entry = await applicant(world, moderator);
    const path = `/api/moderation/waitlist/${entry.id}/decline`;
    for (const reason of [undefined, '', '  ', 7]) {
      expect((await moderator.call('POST', path, { reason })).status).toBe(400);
    }
    const answer = ok(await act(entry, 'decline'));
    expect(answer).toMatchObject({ status: 'declined', reason: 'We have enough people for now.' });
    const mail = (await world.mails()).findLast(({ recipient }) => recipient === entry.email);
    expect(mail?.body_text).toContain('> We have enough people for now.');
  });

  test('is decided once, also by several at the same time', async () => {
    const entry = await applicant(world, moderator);
    const other = await world.person('moderator');
    const answers = await Promise.all([
      act(entry, 'approve'),
      act(entry, 'approve', other),
      act(entry, 'decline'),
      act(entry, 'decline', other),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const late = await act(entry, 'approve');
    expect(late).toMatchObject({ status: 409, body: { code: 'waitlist_entry_decided' } });
    const mails = (await world.mails()).filter(({ recipient }) => recipient === entry.email);
    expect(mails.map(({ kind }) => kind)).toEqual(['waitlist_received', expect.any(String)]);
    expect(await act({ id: randomUUID() }, 'approve')).toMatchObject({ status: 404 });
  });

  test('an Idempotency-Key makes a second approval the first one', async () => {
    const entry = await applicant(world, moderator);
    const path = `/api/moderation/waitlist/${entry.id}/approve`;
    const key = { 'idempotency-key': randomUUID() };
    const first = await moderator.call('POST', path, undefined, key);
    const second = await moderator.call('POST', path, undefined, key);
    expect(second).toMatchObject({ status: 200, body: first.body });
  });
});

describe('an invitation', () => {
  test('is sent to an address, for a role that it does not have yet', async () => {
    const email = `${randomUUID()}@example.com`;
    const answer = await invitation(email.toUpperCase(), 'moderator');
    expect(answer).toMatchObject({ status: 201, body: { email, role: 'moderator' } });
    expect(JSON.stringify(answer.body)).not.toContain(await tokenTo(world, email));
    const developer = await world.person('developer');
    expect(await invitation(developer.email, 'developer')).toMatchObject({
      status: 409,
      body: { code: 'role_already_held' },
    });
    expect((await invitation(moderator.email, 'developer')).status).toBe(409);
    expect((await invitation(developer.email, 'moderator')).status).toBe(201);
  });

  test.each([
    { email: 'nobody', role: 'developer' },
    { email: 'a@example.com', role: 'customer' },
    { email: 'a@example.com' },
    { role: 'developer' },
  ])('is not sent for %j', async (body) => {
    expect((await moderator.call('POST', '/api/moderation/invitations', body)).status).toBe(400);
  });
});

describe('the audit log', () => {
  test('has every act, with who did it, to what, and what changed', async () => {
    const entry = await applicant(world, moderator);
    ok(await act(entry, 'decline'));
    expect(await auditOf(entry.id)).toEqual([
      {
        id: expect.any(String),
        actor: { id: moderator.id, full_name: 'Mo' },
        action: 'waitlist_declined',
        target: { type: 'waitlist_entry', id: entry.id, label: entry.email },
        ticket_id: null,
        reason: 'We have enough people for now.',
        before: { status: 'waiting' },
        after: { status: 'declined' },
        at: expect.any(String),
      },
    ]);
    const { body } = await invitation(`${randomUUID()}@example.com`, 'moderator');
    expect(await auditOf(String(body.id))).toMatchObject([
      { action: 'invitation_sent', after: { role: 'moderator' }, target: { label: body.email } },
    ]);
  });

  test('says why somebody was approved or invited', async () => {
    const entry = await applicant(world, moderator);
    const approve = `/api/moderation/waitlist/${entry.id}/approve`;
    for (const reason of ['', ' ', 7, 'x'.repeat(2001)])
      expect((await moderator.call('POST', approve, { reason })).status).toBe(400);
    ok(await moderator.call('POST', approve, { reason: 'Ten years of React.' }));
    const [approved] = await auditOf(entry.id);
    expect(approved).toMatchObject({ action: 'waitlist_approved', reason: 'Ten years of React.' });
    expect(await auditOf(String(approved?.after?.invitation_id))).toMatchObject([
      { action: 'invitation_sent', reason: 'Ten years of React.' },
    ]);
    const body = { email: `${randomUUID()}@example.com`, role: 'moderator' };
    const path = '/api/moderation/invitations';
    expect((await moderator.call('POST', path, { ...body, reason: ' ' })).status).toBe(400);
    const sent = ok(
      await moderator.call('POST', path, { ...body, reason: 'She takes my nights.' }),
    );
    expect(await auditOf(String(sent.id))).toMatchObject([{ reason: 'She takes my nights.' }]);
  });

  test('has no line for what was refused', async () => {
    const entry = await applicant(world, moderator);
    ok(await act(entry, 'approve'));
    const before = await auditOf(entry.id);
    await act(entry, 'decline');
    expect(await auditOf(entry.id)).toEqual(before);
  });

  test('is read page by page, newest first, without a gap', async () => {
    for (let count = 0; count < 5; count++) {
      await invitation(`${randomUUID()}@example.com`, 'developer');
    }
    const all = ok(
      await moderator.call<{ items: AuditEntry[] }>('GET', '/api/moderation/audit?limit=100'),
    ).items;
    const seen: AuditEntry[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const path: string = `/api/moderation/audit?limit=2${cursor && `&cursor=${cursor}`}`;
      const page: { items: AuditEntry[]; next_cursor: string | null } = ok(
        await moderator.call<{ items: AuditEntry[]; next_cursor: string | null }>('GET', path),
      );
      seen.push(...page.items);
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(all);
    expect(all.map(({ at }) => String(at))).toEqual(
      all
        .map(({ at }) => String(at))
        .toSorted()
        .reverse(),
    );
  });

  test('cannot be changed by anybody, not even in the database', async () => {
    const { db } = world.context;
    for (const statement of [
      sql`update audit_log set reason = 'another'`,
      sql`delete from audit_log`,
      sql`truncate audit_log`,
    ]) {
      await expect(statement.execute(db)).rejects.toThrow('the audit log is append-only');
    }
  });
});
