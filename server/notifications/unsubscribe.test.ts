import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type MailChoice, mailChoices } from '#domain/mail-preferences.ts';
import type { Profile } from '#domain/profile.ts';
import { subscriptionOf, unsubscribeUrl } from '../mail/unsubscribe-link.ts';
import { TEXTS } from '../testing/hostile-input.ts';
import { walkTo } from '../testing/walk.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

function linkFor(personId: string, choice: MailChoice): string {
  return new URL(unsubscribeUrl(world.context.config, { personId, choice })).pathname;
}

async function choicesOf(person: Person) {
  return (await person.call<Profile>('GET', '/api/me')).body.notifications;
}

const open = (url: string) => world.app.inject({ method: 'GET', url });

describe('the link in a mail', () => {
  test('stands in the outbox and in both parts of each mail that can be stopped', async () => {
    const { customer } = await walkTo(world, 'plan in review');
    const mails = (await world.mails()).filter(({ recipient }) => recipient === customer.email);
    expect(mails.map(({ kind }) => kind)).toEqual(['request_assigned', 'plan_submitted']);
    for (const { kind, unsubscribe_url, body_text, body_html } of mails) {
      const url = unsubscribeUrl(world.context.config, {
        personId: customer.id,
        choice: kind as MailChoice,
      });
      expect(unsubscribe_url).toBe(url);
      expect(body_text).toContain(url);
      expect(body_html).toContain(`href="${url}"`);
    }
  });

  test('opens a page that asks and changes nothing', async () => {
    const ana = await world.person('customer');
    const before = await choicesOf(ana);
    const page = await open(linkFor(ana.id, 'new_message'));
    expect(page.statusCode).toBe(200);
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
    });
    expect(page.body).toContain('<form method="post">');
    expect(await choicesOf(ana)).toEqual(before);
  });

  test.each([
    ['a person', 'application/x-www-form-urlencoded', ''],
    ['a mail program', 'application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'a mail program with parts',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    ],
  ])('stops its kind alone when %s posts it, and again', async (_, type, payload) => {
    const ana = await world.person('developer');
    const before = await choicesOf(ana);
    for (let time = 0; time < 2; time++) {
      const headers = { 'content-type': type };
      const url = linkFor(ana.id, 'new_message');
      const answer = await world.app.inject({ method: 'POST', url, headers, payload });
      expect(answer.statusCode).toBe(200);
      expect(await choicesOf(ana)).toEqual({ ...before, new_message: false });
    }
  });

  test.each(mailChoices)('of the kind %s stops that kind', async (choice) => {
    const ana = await world.person('developer');
    const answer = await world.app.inject({ method: 'POST', url: linkFor(ana.id, choice) });
    expect(answer.statusCode).toBe(200);
    expect((await choicesOf(ana))[choice]).toBe(choice === 'new_request' ? 'never' : false);
  });

  test('works for nobody and nothing else: changed, foreign, or of a deleted account', async () => {
    const ana = await world.person('customer');
    const token = linkFor(ana.id, 'reminder').split('/').at(-1) ?? '';
    const [person, , signature = ''] = token.split('.');
    const turned = signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`;
    const wrong = [
      `${person}.new_message.${signature}`,
      `${person}.reminder.${turned}`,
      `${person}.reset_password.${signature}`,
      linkFor(randomUUID(), 'reminder').split('/').at(-1) ?? '',
      ...TEXTS.filter((text) => text.trim() !== '').map((text) =>
        encodeURIComponent(text.toWellFormed()).slice(0, 190),
      ),
    ];
    for (const each of wrong) {
      for (const method of ['GET', 'POST'] as const) {
        const isUnknownPerson = each === wrong[3] && method === 'GET';
        const { statusCode } = await world.app.inject({ method, url: `/unsubscribe/${each}` });
        expect(statusCode, `${method} ${each}`).toBeOneOf(isUnknownPerson ? [200] : [400, 404]);
      }
    }
    expect((await choicesOf(ana)).reminder).toBe(true);
    expect(subscriptionOf(world.context.config, token)).toEqual({
      personId: ana.id,
      choice: 'reminder',
    });
  });
});
