import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { AuditEntry } from '#domain/audit.ts';
import { writeAudit } from '../lifecycle/audit.ts';
import { change } from '../lifecycle/change.ts';
import { ok } from '../testing/deeds.ts';
import { act, openModeratedWorld, REASON, reported, reportsOf } from '../testing/moderation.ts';
import { say, walkTo } from '../testing/walk.ts';
import type { Person } from '../testing/world.ts';

const { world, moderator } = await openModeratedWorld();

const audit = async (query: string) =>
  ok(
    await moderator.call<{ items: AuditEntry[] }>(
      'GET',
      `/api/moderation/audit?limit=100&${query}`,
    ),
  ).items;

describe('the audit log alone', () => {
  test('retells what happened to a request: who, what, why, from where to where, and the money', async () => {
    const scene = await reported(world, 'results paid');
    const { ticketId, customer, developer, rude, milestoneId } = scene;
    const other = await world.person('moderator', { name: 'Max' });
    const path = `/api/moderation/tickets/${ticketId}`;
    ok(await moderator.call('GET', path));
    ok(await moderator.call('GET', `${path}/messages`));
    ok(await moderator.call('POST', `/api/moderation/messages/${rude}/hide`, { reason: 'Rude.' }));
    ok(await act(moderator, scene, 'resume', { reason: 'He apologised.' }));
    const again = await say(developer, ticketId, 'But pay me outside.');
    ok(await customer.call('POST', `/api/messages/${again}/report`));
    const parts = { released_cents: 6000, refunded_cents: 4000 };
    ok(await act(other, scene, 'split', { ...parts, reason: 'Half of it works.' }));
    ok(await act(other, scene, 'close-for-customer', { reason: 'He will not stop.' }));
    const decision = ok(
      await developer.call<{ items: { id: string }[] }>(
        'GET',
        `/api/tickets/${ticketId}/decisions`,
      ),
    ).items[0];
    ok(await developer.call('POST', `/api/decisions/${decision?.id}/appeal`, { text: 'I will.' }));
    const { items } = ok(
      await moderator.call<{ items: { id: string }[] }>('GET', '/api/moderation/appeals'),
    );
    ok(
      await moderator.call('POST', `/api/moderation/appeals/${items[0]?.id}/deny`, {
        reason: 'Too late.',
      }),
    );

    const log = (await audit(`ticket_id=${ticketId}`)).reverse();
    expect(log.map(retold)).toEqual([
      [
        customer.id,
        'message_reported',
        null,
        'CUSTOMER_REVIEWING_RESULTS > REQUIRES_MOD_ASSISTANCE',
      ],
      [moderator.id, 'request_viewed', null, ' > REQUIRES_MOD_ASSISTANCE'],
      [moderator.id, 'thread_read', null, ' > '],
      [
        moderator.id,
        'message_hidden',
        'Rude.',
        'REQUIRES_MOD_ASSISTANCE > REQUIRES_MOD_ASSISTANCE',
      ],
      [
        moderator.id,
        'request_resumed',
        'He apologised.',
        'REQUIRES_MOD_ASSISTANCE > CUSTOMER_REVIEWING_RESULTS',
      ],
      [
        customer.id,
        'message_reported',
        null,
        'CUSTOMER_REVIEWING_RESULTS > REQUIRES_MOD_ASSISTANCE',
      ],
      [
        other.id,
        'milestone_split',
        'Half of it works.',
        'REQUIRES_MOD_ASSISTANCE > REQUIRES_MOD_ASSISTANCE',
      ],
      [
        other.id,
        'closed_for_customer',
        'He will not stop.',
        'REQUIRES_MOD_ASSISTANCE > CUSTOMER_REJECTED',
      ],
      [developer.id, 'appeal_made', null, ' > '],
      [moderator.id, 'appeal_denied', 'Too late.', 'CUSTOMER_REJECTED > CUSTOMER_REJECTED'],
    ]);
    expect(log.find(({ action }) => action === 'milestone_split')).toMatchObject({
      target: { type: 'milestone', id: milestoneId },
      before: {
        held_cents: 10_000,
        released_cents: 0,
        refunded_cents: 0,
        developer_id: developer.id,
      },
      after: { held_cents: 0, ...parts, milestone_id: milestoneId, milestone_released_cents: 6000 },
    });
    expect(log.find(({ action }) => action === 'message_hidden')).toMatchObject({
      after: { message_id: rude, written_by: developer.id, open_reports: 0 },
    });
    // Names and words can be deleted, the log cannot.
    const kept = JSON.stringify(
      await world.context.db
        .selectFrom('audit_log')
        .selectAll()
        .where('ticket_id', '=', ticketId)
        .execute(),
    );
    for (const word of [customer.email, developer.email, 'Pay me outside of this', 'I will.'])
      expect(kept).not.toContain(word);
  });

  test('has every look at a request, and none that was refused', async () => {
    const { ticketId, customer, developer } = await walkTo(world, 'working');
    const path = `/api/moderation/tickets/${ticketId}`;
    const another = await world.person('moderator');
    // A page that reads itself anew is one look.
    for (const person of [moderator, moderator, another, moderator])
      ok(await person.call('GET', path));
    expect((await moderator.call('GET', `${path}/messages`)).status).toBe(404);
    const look = { action: 'request_viewed' };
    const first = { ...look, after: { status: 'DEVELOPER_WORKING', thread_open: false } };
    expect(await audit(`ticket_id=${ticketId}`)).toMatchObject([
      { ...first, actor: { id: another.id } },
      { ...first, actor: { id: moderator.id } },
    ]);
    const rude = await say(developer, ticketId, 'Pay me outside.');
    ok(await customer.call('POST', `/api/messages/${rude}/report`));
    ok(await moderator.call('GET', path));
    expect((await audit(`ticket_id=${ticketId}`))[0]).toMatchObject({
      ...look,
      after: { status: 'REQUIRES_MOD_ASSISTANCE', thread_open: true },
    });
  });
});

describe('the messages around a reported one', () => {
  test('are a look at their request once a moderator opens the report, once an hour for each', async () => {
    const scene = await reported(world, 'working');
    const looker = await world.person('moderator');
    const looks = async (who: Person) =>
      (await audit(`actor_id=${who.id}&ticket_id=${scene.ticketId}`)).map(({ action }) => action);
    const [report] = await reportsOf(looker, scene);
    expect(await looks(looker)).toEqual([]);
    const open = async (who: Person) =>
      ok(await who.call('GET', `/api/moderation/reports/${report?.id}`));
    await open(looker);
    await open(looker);
    expect(await looks(looker)).toEqual(['thread_read']);
    const late = await world.person('moderator');
    await world.context.db
      .insertInto('audit_log')
      .values({
        actor_id: late.id,
        action: 'thread_read',
        target_type: 'request',
        target_id: scene.ticketId,
        ticket_id: scene.ticketId,
        at: new Date(Date.now() - 61 * 60_000),
      })
      .execute();
    await open(late);
    expect(await looks(late)).toHaveLength(2);
  });
});

describe('the plans of a request under review, with what was said of them', () => {
  test('are a look that is written down once an hour, and none where a side reads them', async () => {
    const scene = await reported(world, 'working');
    for (const who of [moderator, scene.customer, moderator])
      for (const what of ['plan/versions', 'changes'])
        ok(await who.call('GET', `/api/tickets/${scene.ticketId}/${what}`));
    const looks = await audit(`ticket_id=${scene.ticketId}&action=plans_read`);
    expect(looks).toMatchObject([
      { actor: { id: moderator.id }, target: { type: 'request', id: scene.ticketId } },
    ]);
    // Another look of the same moderator is another line.
    const other = await reported(world, 'working');
    const [report] = await reportsOf(moderator, scene);
    ok(await moderator.call('GET', `/api/moderation/reports/${report?.id}`));
    ok(await moderator.call('GET', `/api/tickets/${other.ticketId}/changes`));
    for (const [{ ticketId }, action] of [
      [scene, 'thread_read'],
      [other, 'plans_read'],
    ] as const)
      expect(await audit(`ticket_id=${ticketId}&action=${action}`)).toHaveLength(1);
  });
});

describe('a file of a request under review', () => {
  test('is a look, with those beside it, that is written down once an hour', async () => {
    const scene = await reported(world, 'working');
    for (const who of [moderator, scene.customer, moderator])
      for (const path of [`tickets/${scene.ticketId}/files`, `files/${scene.fileKey}`])
        ok(await who.call('GET', `/api/${path}`));
    expect(await audit(`ticket_id=${scene.ticketId}&action=files_read`)).toMatchObject([
      { actor: { id: moderator.id }, target: { type: 'request', id: scene.ticketId } },
    ]);
  });

  test('is opened by a moderator with a line in the log', async () => {
    const scene = await reported(world, 'working');
    ok(await moderator.call('GET', `/api/files/${scene.fileKey}/text`));
    ok(await scene.customer.call('GET', `/api/files/${scene.fileKey}/text`));
    const [first, ...others] = await audit(`ticket_id=${scene.ticketId}&action=file_opened`);
    expect(first).toMatchObject({ actor: { full_name: 'Mo' }, after: { file: scene.fileKey } });
    expect(others).toEqual([]);
  });
});

describe('the audit log', () => {
  test('calls a person without a name by what they are', async () => {
    for (const [user_type, called] of [
      ['customer', 'Customer'],
      ['developer', 'Developer'],
      ['moderator', 'Moderator'],
    ] as const) {
      const { id } = await world.person(user_type);
      await world.context.db
        .updateTable('profiles')
        .set({ first_name: null, last_name: null })
        .where('id', '=', id)
        .execute();
      await change(world.context, async ({ tx }) =>
        writeAudit({ tx }, { id }, { action: 'account_viewed', target: { type: 'account', id } }),
      );
      expect(await audit(`actor_id=${id}`)).toMatchObject([{ actor: { full_name: called } }]);
    }
  });

  test('is filtered by what was done, by whom, to what, and by day', async () => {
    const scene = await reported(world, 'working');
    const mine = await world.person('moderator');
    const [report] = await reportsOf(moderator, scene);
    const dismiss = `/api/moderation/reports/${report?.id}/dismiss`;
    ok(await mine.call('POST', dismiss, { reason: REASON }));
    const [entry] = await audit(`actor_id=${mine.id}`);
    const day = String(entry?.at).slice(0, 10);
    const found = async (query: string) => (await audit(query)).map(({ action }) => action);
    expect(await found(`actor_id=${mine.id}`)).toEqual(['report_dismissed']);
    expect(await found(`target_id=${report?.id}`)).toEqual(['report_dismissed']);
    expect(await found(`actor_id=${mine.id}&action=message_hidden`)).toEqual([]);
    expect(await found(`actor_id=${mine.id}&from=${day}&to=${day}`)).toHaveLength(1);
    expect(await found(`actor_id=${mine.id}&from=2100-01-01`)).toEqual([]);
    expect(await found(`actor_id=${mine.id}&to=2001-01-01`)).toEqual([]);
    for (const query of ['action=fun', 'actor_id=me', 'from=yesterday', 'to=0000-01-01']) {
      expect((await moderator.call('GET', `/api/moderation/audit?${query}`)).status).toBe(400);
    }
  });

  test('has a day from its first moment to its last, in UTC', async () => {
    const target_id = randomUUID();
    const at = ['2020-03-01T23:59:59.999Z', '2020-03-02T00:00:00Z', '2020-03-02T23:59:59.999Z'];
    const line = { action: 'account_viewed', target_type: 'account', target_id } as const;
    await world.context.db
      .insertInto('audit_log')
      .values(at.map((moment) => ({ ...line, actor_id: moderator.id, at: new Date(moment) })))
      .execute();
    const on = async (from: string, to: string) =>
      (await audit(`target_id=${target_id}&from=${from}&to=${to}`)).length;
    expect(await on('2020-03-01', '2020-03-01')).toBe(1);
    expect(await on('2020-03-02', '2020-03-02')).toBe(2);
  });

  test('is a file for a spreadsheet, in which no reason is a formula', async () => {
    const scene = await reported(world, 'working');
    ok(await act(moderator, scene, 'resume', { reason: '=HYPERLINK("x")\n"quoted"' }));
    const url = `/api/moderation/audit?format=csv&ticket_id=${scene.ticketId}`;
    const headers = { authorization: `Bearer ${moderator.token}` };
    const answer = await world.app.inject({ url, headers });
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="unblock-audit-log.csv"',
      'cache-control': 'no-store',
    });
    const [head, first] = answer.body.split('\r\n');
    expect(head).toBe('Date,Person,Action,Target,Target ID,Request ID,Reason,Before,After');
    expect(first).toContain(`,Mo,request_resumed,#${scene.ticketId.slice(-6).toUpperCase()},`);
    expect(first).toContain(`"'=HYPERLINK(""x"")\n""quoted"""`);
    const stranger = await world.person('developer');
    expect((await stranger.call('GET', url)).status).toBe(404);
  });
});

function retold({ actor, action, reason, before, after }: AuditEntry) {
  const status = (values: AuditEntry['before']) => String(values?.status ?? '');
  return [actor.id, action, reason, `${status(before)} > ${status(after)}`];
}
