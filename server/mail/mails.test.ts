import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { announceRequest } from '../notifications/new-requests.ts';
import { browser, call, givePassword, listeningWorld, PASSWORD } from '../testing/accounts.ts';
import { ok } from '../testing/deeds.ts';
import { passMinutes } from '../testing/discussions.ts';
import { applicant, tokenTo } from '../testing/joining.ts';
import { type Scene, say, walkTo } from '../testing/walk.ts';
import type { World } from '../testing/world.ts';
import { textPart } from './text-part.ts';

const HOSTILE = `<script>alert(1)</script><img src=x>"'&amp;`;

type Mail = Awaited<ReturnType<World['mails']>>[number];

let world: World;
let mails: Mail[];
beforeAll(async () => {
  world = await listeningWorld();
  await accountMails();
  await joiningMails();
  await requestMails();
  mails = await world.mails();
});
afterAll(() => world.close());

async function accountMails(): Promise<void> {
  const ana = await world.person('customer');
  await givePassword(world, ana);
  const client = browser(world);
  await client.signInWithPassword({ email: ana.email, password: PASSWORD });
  const elsewhere = { 'user-agent': 'Mozilla/5.0 (iPhone) Version/18.0 Safari/604.1' };
  const body = { email: ana.email, password: PASSWORD };
  await call(world, '/token?grant_type=password', { body, headers: elsewhere });
  await client.updateUser({ password: 'noch ein Kennwort 3' });
  // After that: a new password ends the links and codes that are on their way.
  await client.reauthenticate();
  await client.resetPasswordForEmail(ana.email);
  const password = 'irgendein Kennwort 4';
  await browser(world).signUp({ email: ana.email, password });
  await browser(world).signUp({ email: `${randomUUID()}@example.com`, password });
  const leaving = await world.person('customer');
  await givePassword(world, leaving);
  ok(await leaving.call('DELETE', '/api/me', { password: PASSWORD }));
}

async function joiningMails(): Promise<void> {
  const moderator = await world.person('moderator');
  const hostile = { name: HOSTILE, bio: `${HOSTILE}\nsecond line` };
  const ada = await applicant(world, moderator, hostile);
  const path = '/api/moderation/waitlist';
  // Somebody else has lost a link that was sent long ago.
  const { email, specialty } = await applicant(world, moderator, hostile);
  const { db } = world.context;
  await db
    .updateTable('applications')
    .set({ issued_at: new Date(0) })
    .execute();
  await db.deleteFrom('mails').where('recipient', '=', email).execute();
  ok(await world.call('POST', '/api/waitlist', { ...hostile, email, specialty }));
  ok(await moderator.call('POST', `${path}/${ada.id}/decline`, { reason: HOSTILE }));
  const customer = await world.person('customer');
  await givePassword(world, customer);
  const eve = await applicant(world, moderator, { email: customer.email });
  ok(await moderator.call('POST', `${path}/${eve.id}/approve`));
  const token = await tokenTo(world, customer.email);
  ok(await world.call('POST', `/api/invitations/${token}/accept`, {}));
}

async function requestMails(): Promise<void> {
  const { customer, developer, ticketId } = await walkTo(world, 'results paid');
  const rude = await say(developer, ticketId, HOSTILE);
  ok(await customer.call('POST', `/api/messages/${rude}/report`));
  const request = { description: HOSTILE, ai_tool: 'CLAUDE', budget: HOSTILE };
  ok(await customer.call('PATCH', '/api/me', { first_name: HOSTILE }));
  const { id } = ok(await customer.call<{ id: string }>('POST', '/api/tickets', request));
  const supported_categories = ['other'];
  const notifications = { new_request: 'at_once' };
  ok(await developer.call('PATCH', '/api/me', { supported_categories, notifications }));
  await announceRequest(world.context, { ticket_id: id });
  ok(await developer.call('POST', `/api/tickets/${id}/grab`));
  await passMinutes(world, 2);
}

describe('every mail', () => {
  test('is sent by the product in the course of things', () => {
    const kinds = new Set(mails.map(({ kind }) => kind));
    expect([...kinds]).toEqual(expect.arrayContaining(KINDS));
  });

  test('says the same as text and as designed HTML', () => {
    for (const { kind, body_text, body_html } of mails) {
      const designed = visibleWords(body_html);
      // What sets words apart is drawn in the one and written in the other.
      const words = body_text.split(/[\s>]+/).map((word) => word.replace(/[:.]$/, ''));
      // Where mails are stopped stands behind the words there.
      const missing = words
        .filter((word) => !word.includes('/unsubscribe/'))
        .filter((word) => !designed.includes(word));
      expect(missing, `${kind}: ${designed}`).toEqual([]);
    }
  });

  test('shows people’s own words as words', () => {
    const told = mails.filter(({ body_text }) => body_text.includes(HOSTILE));
    expect(new Set(told.map(({ kind }) => kind))).toEqual(
      new Set(['waitlist', 'waitlist_declined', 'request_assigned', 'new_request', 'new_message']),
    );
    for (const { kind, body_html } of mails) {
      expect(body_html, kind).not.toMatch(/<script|<img|javascript:|\son\w+=/i);
    }
  });

  test('is one layout that needs nothing from elsewhere, in light and dark', () => {
    for (const { kind, body_html, subject } of mails) {
      expect(body_html, kind).toMatch(/^<!doctype html><html[^>]* lang="en"/);
      expect(body_html, kind).toContain('prefers-color-scheme: dark');
      expect(body_html, kind).toContain('name="color-scheme" content="light dark"');
      expect(body_html.match(/<h1/g), kind).toHaveLength(1);
      expect(visibleWords(body_html), kind).toContain(subject);
      for (const [, address = ''] of body_html.matchAll(/<[^>]*\s(?:href|src)="([^"]+)"/g)) {
        expect(address.startsWith(world.context.config.publicUrl), `${kind}: ${address}`).toBe(
          true,
        );
      }
      expect(Buffer.byteLength(body_html), kind).toBeLessThan(30_000);
    }
  });
});

describe('a mail about a request', () => {
  const sentTo = async (scene: Scene, side: 'customer' | 'developer', kind: string) => {
    const all = await world.mails();
    return all.filter((mail) => mail.kind === kind && mail.recipient === scene[side].email);
  };

  test('says where it stands, and whose turn it is', () => {
    const about = mails.find(({ kind }) => kind === 'plan_submitted');
    expect(about?.body_text).toContain("Reviewing Plan. Your turn: review your unblocker's plan.");
  });

  test('is not sent to whoever does not want its kind; others are', async () => {
    const scene = await walkTo(world, 'planning');
    const { customer, developer, ticketId } = scene;
    const unwanted = { new_message: false, plan_submitted: false };
    ok(await customer.call('PATCH', '/api/me', { notifications: unwanted }));
    await say(developer, ticketId, 'The plan comes soon.');
    await say(customer, ticketId, 'Thank you.');
    ok(await developer.call('POST', `/api/tickets/${ticketId}/submit-plan`));
    await passMinutes(world, 2);
    expect(await sentTo(scene, 'customer', 'new_message')).toEqual([]);
    expect(await sentTo(scene, 'customer', 'plan_submitted')).toEqual([]);
    expect(await sentTo(scene, 'developer', 'new_message')).toHaveLength(1);
    ok(await customer.call('PATCH', '/api/me', { notifications: { new_message: true } }));
    await say(developer, ticketId, 'There it is.');
    await passMinutes(world, 2);
    expect(await sentTo(scene, 'customer', 'new_message')).toHaveLength(1);
  });

  test('about the account itself goes in any case', async () => {
    const ana = await world.person('customer');
    const none = { new_message: false, request_assigned: false, marketing: false };
    ok(await ana.call('PATCH', '/api/me', { notifications: none }));
    await browser(world).resetPasswordForEmail(ana.email);
    const all = await world.mails();
    expect(all.filter(({ recipient }) => recipient === ana.email)).toMatchObject([
      { kind: 'reset_password' },
    ]);
  });
});

test('the text part sets somebody’s words apart, line by line', () => {
  const text = textPart({ subject: 'S', paragraphs: ['They wrote:'], quote: 'one\ntwo' });
  expect(text).toContain('They wrote:\n\n> one\n> two\n\n');
});

const KINDS = [
  'confirm_email',
  'reset_password',
  'already_registered',
  'password_changed',
  'reauthentication',
  'account_deleted',
  'waitlist',
  'waitlist_received',
  'application_link',
  'new_device',
  'waitlist_declined',
  'invitation',
  'role_changed',
  'new_request',
  'request_assigned',
  'plan_submitted',
  'milestone_ready',
  'new_message',
  'message_reported',
];

/** The words that a reader sees. */
function visibleWords(html: string): string {
  const body = html.slice(html.indexOf('<h1')).replace(/<!--.*?-->/gs, '');
  const text = body.replace(/<br\/?>|<\/(?:p|h1|th|td|a|div)>/g, ' ').replace(/<[^>]+>/g, '');
  return squeezed(
    text
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#x27;', "'")
      .replaceAll('&amp;', '&'),
  );
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
