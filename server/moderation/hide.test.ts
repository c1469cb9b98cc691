import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Export } from '#domain/export.ts';
import type { Message } from '#domain/message.ts';
import type { FoundMessage } from '#domain/message-search.ts';
import type { ModeratedMessage } from '#domain/report.ts';
import { HIDDEN_MESSAGE_TEXT } from '#domain/system-message-texts.ts';
import type { Ticket } from '#domain/ticket.ts';
import { aMilestone, ok, pay } from '../testing/deeds.ts';
import { upload } from '../testing/files.ts';
import { listenTo } from '../testing/live.ts';
import {
  act,
  mailsTo,
  openModeratedWorld,
  REASON,
  reported,
  reportsOf,
} from '../testing/moderation.ts';
import { type Scene, say, walkTo } from '../testing/walk.ts';
import type { Person } from '../testing/world.ts';
import { takeDueSteps } from '../tickets/due-steps.ts';

const { world, moderator } = await openModeratedWorld();

const hide = (id: string, by = moderator) =>
  by.call<ModeratedMessage>('POST', `/api/moderation/messages/${id}/hide`, { reason: REASON });
const thread = async (person: Person, { ticketId }: Scene) =>
  ok(await person.call<{ items: Message[] }>('GET', `/api/tickets/${ticketId}/messages?limit=100`))
    .items;
const SECRET = 'abominable';

/** A request in which the developer has said something that the customer has reported. */
async function insulted(files: string[] = []) {
  const scene = await walkTo(world, 'working');
  const path = `/api/tickets/${scene.ticketId}/messages`;
  const body = { text: `You are ${SECRET}.`, attachments: files };
  const { id } = ok(await scene.developer.call<Message>('POST', path, body));
  ok(await scene.customer.call('POST', `/api/messages/${id}/report`));
  return { ...scene, id };
}

/** The author of what was hidden appeals. */
async function appealAgainst({ ticketId }: Scene, author: Person) {
  const path = `/api/tickets/${ticketId}/decisions`;
  type Decided = { items: { id: string; kind: string }[] };
  const { items } = ok(await author.call<Decided>('GET', path));
  const appeal = `/api/decisions/${items.find(({ kind }) => kind === 'message_hidden')?.id}/appeal`;
  ok(await author.call('POST', appeal, { text: 'It was a joke between us.' }));
}

/** And another moderator grants it. */
async function winAppeal(scene: Scene, author: Person) {
  await appealAgainst(scene, author);
  const queue = await moderator.call<{ items: { id: string; ticket: { id: string } }[] }>(
    'GET',
    '/api/moderation/appeals?limit=100',
  );
  const waiting = ok(queue).items.find(({ ticket }) => ticket.id === scene.ticketId);
  const grant = `/api/moderation/appeals/${waiting?.id}/grant`;
  const colleague = await world.person('moderator');
  ok(await colleague.call('POST', grant, { reason: 'They both say so.' }));
}

/** Whether a person reads the secret anywhere in a request outside of its discussion. */
async function readsSecret(person: Person, { ticketId }: Scene) {
  const ticket = `/api/tickets/${ticketId}`;
  const reads = [ticket, `${ticket}/evidence`, `${ticket}/history`, '/api/tickets?view=active'];
  const answers = await Promise.all(reads.map((path) => person.call('GET', path)));
  const { tickets_as_customer, tickets_as_developer } = ok(
    await person.call<Export>('GET', '/api/me/export'),
  );
  const all = [answers.map(ok), tickets_as_customer, tickets_as_developer];
  return JSON.stringify(all).includes(SECRET);
}

/** The message with the secret, as the other side reads it. */
const secretOf = async (person: Person, scene: Scene) =>
  (await thread(person, scene)).find(({ text }) => text.includes(SECRET))?.id ?? '';

describe('a hidden message', () => {
  test('is shown again with its words and files, once an appeal against that is granted', async () => {
    const scene = await insulted();
    ok(await hide(scene.id));
    await winAppeal(scene, scene.developer);
    for (const person of [scene.customer, scene.developer]) {
      const shown = (await thread(person, scene)).find(({ id }) => id === scene.id);
      expect(shown).toMatchObject({ is_hidden: false, text: `You are ${SECRET}.` });
    }
    const evidence = await scene.customer.call<{ entries: { says: string }[] }>(
      'GET',
      `/api/tickets/${scene.ticketId}/evidence`,
    );
    expect(ok(evidence).entries.map(({ says }) => says)).toContain(
      'A moderator showed a hidden message again.',
    );
  });

  test('is seen as hidden by both sides, at its place, and its words are gone for them', async () => {
    const scene = await insulted();
    expect(ok(await hide(scene.id))).toMatchObject({
      is_hidden: true,
      text: `You are ${SECRET}.`,
      actions: { hide: { allowed: false } },
    });
    for (const person of [scene.customer, scene.developer]) {
      const messages = await thread(person, scene);
      expect(JSON.stringify(messages)).not.toContain(SECRET);
      expect(messages.at(-2)).toMatchObject({
        id: scene.id,
        is_hidden: true,
        text: HIDDEN_MESSAGE_TEXT,
        attachments: {},
      });
      expect(messages.at(-1)?.text).toBe(`✗ A moderator hid a message\n\n${REASON}`);
      const search = `/api/messages/search?q=${SECRET}`;
      expect(ok(await person.call('GET', search))).toMatchObject({ items: [] });
      const lists = ok(await person.call('GET', '/api/tickets?view=discussions'));
      expect(JSON.stringify(lists)).not.toContain(SECRET);
      const [mail] = await mailsTo(world, person, 'moderator_decision');
      expect(mail?.body_text).toContain(REASON);
      const bell = ok(await person.call<{ items: object[] }>('GET', '/api/notifications'));
      expect(bell.items).toContainEqual(
        expect.objectContaining({ kind: 'moderator_decided', ticket_id: scene.ticketId }),
      );
    }
    expect(JSON.stringify(await world.mails())).not.toContain(SECRET);
  });

  test('is in the export of its author alone', async () => {
    const scene = await insulted();
    ok(await hide(scene.id));
    const found = async (person: Person) =>
      ok(await person.call<Export>('GET', '/api/me/export')).messages.find(
        ({ id }) => id === scene.id,
      )?.text;
    expect(await found(scene.customer)).toBe(HIDDEN_MESSAGE_TEXT);
    expect(await found(scene.developer)).toBe(`You are ${SECRET}.`);
  });

  test('takes its files along, which moderators still open while they decide', async () => {
    const scene = await walkTo(world, 'working');
    const file = await upload(world, scene.developer, { name: 'insult.txt', content: SECRET });
    const path = `/api/tickets/${scene.ticketId}/messages`;
    const body = { text: 'Look at this.', attachments: [file.fileKey] };
    const { id } = ok(await scene.developer.call<Message>('POST', path, body));
    ok(await scene.customer.call('POST', `/api/messages/${id}/report`));
    const link = `/api/files/${file.fileKey}/link`;
    expect((await scene.customer.call('GET', link)).status).toBe(200);
    ok(await hide(id));
    for (const person of [scene.customer, scene.developer]) {
      expect((await person.call('GET', link)).status).toBe(404);
      const files = await person.call('GET', `/api/tickets/${scene.ticketId}/files`);
      expect(JSON.stringify(files.body)).not.toContain('insult.txt');
    }
    expect((await moderator.call('GET', link)).status).toBe(200);
    ok(await act(moderator, scene, 'resume'));
    expect((await moderator.call('GET', link)).status).toBe(404);
  });

  test('takes along the reason of the change of the plan that it told', async () => {
    const scene = await walkTo(world, 'working');
    const path = `/api/tickets/${scene.ticketId}/changes`;
    const body = { reason: `Pay more, ${SECRET} one.`, add: [aMilestone] };
    ok(await scene.developer.call('POST', path, body));
    const told = (await thread(scene.customer, scene)).find(({ text }) => text.includes(SECRET));
    ok(await scene.customer.call('POST', `/api/messages/${told?.id}/report`));
    ok(await hide(told?.id ?? ''));
    for (const person of [scene.customer, scene.developer, moderator])
      expect(ok(await person.call('GET', path))).toMatchObject({ items: [{ reason: null }] });
    const kept = ok(await scene.customer.call('GET', '/api/me/export'));
    expect(JSON.stringify(kept)).not.toContain(SECRET);
  });

  test('takes along what it says of a delivery and its checks', async () => {
    const scene = await walkTo(world, 'results unpaid');
    const { customer, developer, milestoneId } = scene;
    const plan = `/api/tickets/${scene.ticketId}/milestones`;
    type Plan = { items: { checks: { id: string }[] }[] };
    const { items } = ok(await developer.call<Plan>('GET', plan));
    const checks = items[0]?.checks.map(({ id }) => ({
      check_id: id,
      passed: false,
      note: `It is ${SECRET}, too.`,
    }));
    const back = { feedback: `This is ${SECRET}.`, checks };
    ok(await customer.call('POST', `/api/milestones/${milestoneId}/reject`, back));
    const told = (await thread(developer, scene)).find(({ text }) => text.includes(SECRET));
    ok(await developer.call('POST', `/api/messages/${told?.id}/report`));
    const path = `/api/tickets/${scene.ticketId}`;
    const reads = [plan, path, `${path}/evidence`, '/api/me/export'];
    const seen = async () =>
      JSON.stringify(
        await Promise.all(reads.map(async (path) => await developer.call('GET', path))),
      );
    expect(await seen()).toContain(`says the customer. It is ${SECRET}, too.`);
    ok(await hide(told?.id ?? ''));
    expect(await seen()).not.toContain(SECRET);
    ok(await act(moderator, scene, 'resume'));
    expect(await seen()).not.toContain(SECRET);
  });

  test('takes along what it says in a call for help, until an appeal shows it again', async () => {
    const scene = await walkTo(world, 'working');
    const { customer, developer, ticketId } = scene;
    const help = { reason: 'conduct', text: `They are ${SECRET}.` };
    ok(await developer.call('POST', `/api/tickets/${ticketId}/get-help`, help));
    const id = await secretOf(customer, scene);
    expect(await readsSecret(customer, scene)).toBe(true);
    ok(await hide(id));
    for (const person of [customer, developer])
      expect(await readsSecret(person, scene)).toBe(false);
    const ticket = await customer.call<Ticket>('GET', `/api/tickets/${ticketId}`);
    expect(ok(ticket).help).toMatchObject({ by: 'developer', reason: 'conduct', text: null });
    const view = await moderator.call('GET', `/api/moderation/tickets/${ticketId}`);
    expect(view.body).toMatchObject({ help: { words: help.text } });
    await winAppeal(scene, developer);
    expect(await readsSecret(customer, scene)).toBe(true);
  });

  test('takes along what it says in a proposal to cancel, also once nobody has answered that', async () => {
    const scene = await insulted();
    const { customer, developer, ticketId } = scene;
    ok(await hide(scene.id));
    ok(await act(moderator, scene, 'resume'));
    await pay(world, customer, scene.milestoneId ?? '');
    ok(await developer.call('POST', `/api/tickets/${ticketId}/ask-to-cancel`, { reason: SECRET }));
    const id = await secretOf(customer, scene);
    await appealAgainst(scene, developer);
    expect(await readsSecret(customer, scene)).toBe(true);
    ok(await hide(id));
    const ticket = await customer.call<Ticket>('GET', `/api/tickets/${ticketId}`);
    expect(ok(ticket).cancellation).toMatchObject({ asked_by: 'developer', reason: null });
    for (const person of [customer, developer])
      expect(await readsSecret(person, scene)).toBe(false);
    await takeDueSteps(world.context, new Date(Date.now() + 73 * 3_600_000));
    const passed = await customer.call<Ticket>('GET', `/api/tickets/${ticketId}`);
    expect(ok(passed).help).toMatchObject({ reason: 'no_agreement', text: null });
  });

  test('answers its report, while the request still waits', async () => {
    const scene = await insulted();
    ok(await hide(scene.id));
    expect(await reportsOf(moderator, scene)).toEqual([]);
    expect(await reportsOf(moderator, scene, 'hidden')).toMatchObject([{ reason: REASON }]);
    const path = `/api/tickets/${scene.ticketId}`;
    expect(ok(await scene.customer.call<Ticket>('GET', path)).status).toBe(
      'REQUIRES_MOD_ASSISTANCE',
    );
    ok(await act(moderator, scene, 'resume'));
  });

  test('disappears from open screens at once', async () => {
    const scene = await insulted();
    const stream = await listenTo(await world.listen(), scene.customer);
    ok(await hide(scene.id));
    const told = () => stream.heard.find(({ data }) => data.id === scene.id);
    await expect.poll(told).toMatchObject({
      event: 'message',
      data: { message: { is_hidden: true, text: HIDDEN_MESSAGE_TEXT } },
    });
    expect(JSON.stringify(stream.heard)).not.toContain(SECRET);
    stream.close();
  });
});

describe('hiding', () => {
  test('happens once, and not to what a moderator has decided', async () => {
    const scene = await insulted();
    const other = await world.person('moderator');
    const answers = await Promise.all([hide(scene.id), hide(scene.id, other)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await hide(scene.id)).toMatchObject({ body: { code: 'message_already_hidden' } });
    const decision = (await thread(scene.customer, scene)).at(-1)?.id ?? '';
    expect(await hide(decision)).toMatchObject({ body: { code: 'decision_not_hideable' } });
    const report = await scene.customer.call('POST', `/api/messages/${decision}/report`);
    expect(report).toMatchObject({ status: 409, body: { code: 'decision_not_reportable' } });
  });

  test('can be a step of an unblocker who has lost the request since: it is no decision of moderators', async () => {
    const scene = await walkTo(world, 'working');
    const { customer, developer, ticketId } = scene;
    const path = `/api/tickets/${ticketId}`;
    const help = { reason: 'conduct', text: `They are ${SECRET}.` };
    ok(await developer.call('POST', `${path}/get-help`, help));
    ok(await act(moderator, scene, 'resume'));
    ok(await developer.call('POST', `${path}/give-back`, { note: 'Not for me.' }));
    const said = (await thread(customer, scene)).find(({ text }) => text.includes(SECRET));
    const search = `/api/messages/search?q=${SECRET}`;
    const { items } = ok(await customer.call<{ items: FoundMessage[] }>('GET', search));
    const found = items.find(({ id }) => id === said?.id);
    expect(found?.author_name).not.toBe('Moderator');
    ok(await customer.call('POST', `/api/messages/${said?.id}/report`));
    ok(await hide(said?.id ?? ''));
  });

  test('is offered for a step with words, and not for one without', async () => {
    const scene = await walkTo(world, 'plan approved');
    const help = { reason: 'conduct', text: `They are ${SECRET}.` };
    ok(await scene.developer.call('POST', `/api/tickets/${scene.ticketId}/get-help`, help));
    const path = `/api/moderation/tickets/${scene.ticketId}/messages`;
    const { items } = ok(await moderator.call<{ items: ModeratedMessage[] }>('GET', path));
    const approved = items.find(({ text }) => text.includes('Plan approved'));
    expect(approved?.actions.hide).toMatchObject({ allowed: false });
    expect(await hide(approved?.id ?? '')).toMatchObject({
      status: 409,
      body: { code: 'no_words_to_hide' },
    });
    expect(items.at(-1)).toMatchObject({ is_system: true, actions: { hide: { allowed: true } } });
    ok(await hide(items.at(-1)?.id ?? ''));
  });

  test('takes the notes of an approval without other words', async () => {
    const scene = await walkTo(world, 'results paid');
    const { customer, developer, milestoneId, ticketId } = scene;
    const plan = `/api/tickets/${ticketId}/milestones`;
    type Plan = { items: { checks: { id: string }[] }[] };
    const { items } = ok(await customer.call<Plan>('GET', plan));
    const note = `It is ${SECRET}.`;
    const checks = items[0]?.checks.map(({ id }) => ({ check_id: id, passed: true, note }));
    ok(await customer.call('POST', `/api/milestones/${milestoneId}/accept`, { checks }));
    const told = (await thread(developer, scene)).at(-1);
    ok(await developer.call('POST', `/api/messages/${told?.id}/report`));
    const seen = async () => JSON.stringify(ok(await developer.call('GET', plan)));
    expect(await seen()).toContain(SECRET);
    ok(await hide(told?.id ?? ''));
    expect(await seen()).not.toContain(SECRET);
  });

  test('takes the words that a repair began with', async () => {
    const scene = await walkTo(world, 'approved');
    const { customer, developer, milestoneId, ticketId } = scene;
    const broke = { text: `It is ${SECRET}.`, check_ids: [] };
    ok(await customer.call('POST', `/api/milestones/${milestoneId}/broke-again`, broke));
    const told = (await thread(developer, scene)).find(({ text }) => text.includes(SECRET));
    ok(await developer.call('POST', `/api/messages/${told?.id}/report`));
    const path = `/api/tickets/${ticketId}`;
    const reads = [path, `${path}/milestones`, `${path}/evidence`, '/api/me/export'];
    const seen = async () =>
      JSON.stringify(
        await Promise.all(reads.map(async (each) => await developer.call('GET', each))),
      );
    expect(await seen()).toContain(SECRET);
    ok(await hide(told?.id ?? ''));
    expect(await seen()).not.toContain(SECRET);
    expect(await seen()).toContain(`"description":"${HIDDEN_MESSAGE_TEXT}"`);
  });

  test('takes the words of a repair also from plans that were agreed on or proposed before', async () => {
    const scene = await walkTo(world, 'approved');
    const { customer, developer, milestoneId, ticketId } = scene;
    const broke = { text: `It is ${SECRET}.`, check_ids: [] };
    ok(await customer.call('POST', `/api/milestones/${milestoneId}/broke-again`, broke));
    const path = `/api/tickets/${ticketId}`;
    type Plan = { items: { id: string; description: string }[] };
    const { items } = ok(await developer.call<Plan>('GET', `${path}/milestones`));
    const repair = items.find(({ description }) => description.includes(SECRET));
    const propose = (body: object) => developer.call<Ticket>('POST', `${path}/changes`, body);
    const added = ok(await propose({ reason: 'One more.', add: [aMilestone] }));
    ok(await customer.call('POST', `/api/changes/${added.change?.id}/agree`));
    ok(await propose({ reason: 'It works for me.', drop: [repair?.id] }));
    expect(
      (await thread(developer, scene)).filter(({ text }) => text.includes(SECRET)),
    ).toHaveLength(1);
    const id = await secretOf(developer, scene);
    ok(await developer.call('POST', `/api/messages/${id}/report`));
    ok(await hide(id));
    const reads = ['milestones', 'plan/versions', 'changes', 'evidence', 'history'];
    for (const person of [customer, developer, moderator])
      for (const each of person === moderator ? ['plan/versions', 'changes'] : reads) {
        const answer = ok(await person.call('GET', `${path}/${each}`));
        expect(JSON.stringify(answer), each).not.toContain(SECRET);
      }
    const kept = JSON.stringify(ok(await developer.call('GET', '/api/me/export')));
    expect(kept).not.toContain(SECRET);
    expect(kept).toContain('Repair: ');
  });

  test('is not possible where there is nothing for a moderator to decide', async () => {
    const scene = await walkTo(world, 'working');
    const id = await say(scene.developer, scene.ticketId, 'Nothing wrong here.');
    expect((await hide(id)).status).toBe(404);
    expect((await hide(randomUUID())).status).toBe(404);
  });

  test('needs a reason', async () => {
    const { rude } = await reported(world, 'working');
    const path = `/api/moderation/messages/${rude}/hide`;
    for (const reason of [undefined, ' ', 7]) {
      expect((await moderator.call('POST', path, { reason })).status).toBe(400);
    }
  });
});
