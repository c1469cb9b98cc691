import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { NotificationPage } from '#domain/notification.ts';
import type { Collaborator } from '#domain/profile.ts';
import type { FeedbackReport, Review, Reviews } from '#domain/review.ts';
import type { UnblockerPage } from '#domain/unblocker.ts';
import { ok } from '../testing/deeds.ts';
import { mailsTo } from '../testing/moderation.ts';
import { finishRequest, publish } from '../testing/profiles.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';

let world: World;
let moderator: Person;
beforeAll(async () => {
  world = await openWorld();
  moderator = await world.person('moderator', { name: 'Mo' });
});
afterAll(() => world.close());

const OF_CUSTOMER = { rating: 2, feedback: 'Late, and short of words.' };
const OF_DEVELOPER = { rating: 4, feedback: 'Friendly, and changed the goal twice.' };
const NOTHING = { rating: null, feedback: null };

/** A finished request of two people of its own, whose unblocker has a public profile. */
async function scene() {
  const customer = await world.person('customer', { name: 'Maya' });
  const developer = await world.person('developer');
  const { slug } = await publish(developer);
  const ticketId = await finishRequest({ world, customer, developer });
  const path = `/api/tickets/${ticketId}`;
  return {
    customer,
    developer,
    slug,
    ticketId,
    rate: (input: object = OF_CUSTOMER) => customer.call('PUT', `${path}/feedback`, input).then(ok),
    rateBack: (input: object = OF_DEVELOPER) =>
      developer.call('PUT', `${path}/customer-feedback`, input).then(ok),
    reviews: async (person: Person) => ok(await person.call<Reviews>('GET', `${path}/reviews`)),
    rating: async (person: Person) => ok(await person.call('GET', `${path}/feedback`)),
    page: async () => ok(await world.call<UnblockerPage>('GET', `/api/unblockers/${slug}`)),
    days: (count: number) =>
      sql`update user_feedback set created_at = created_at - make_interval(days => ${count}),
        opens_at = opens_at - make_interval(days => ${count}) where ticket_id = ${ticketId}`.execute(
        world.context.db,
      ),
  };
}
type Scene = Awaited<ReturnType<typeof scene>>;

/** Both have left theirs; the review of the unblocker. */
async function openReview(of: Scene): Promise<Review> {
  await of.rate();
  await of.rateBack();
  const { theirs } = await of.reviews(of.developer);
  if (!theirs) throw new Error('it is not open');
  return theirs;
}

describe('a review', () => {
  test('is read by nobody but its author until the other side has left one too', async () => {
    const of = await scene();
    await of.rate();
    expect(await of.rating(of.customer)).toMatchObject(OF_CUSTOMER);
    expect(await of.rating(of.developer)).toMatchObject(NOTHING);
    expect(await of.reviews(of.developer)).toEqual({ mine: null, theirs: null, waits: true });
    expect(await of.reviews(of.customer)).toMatchObject({ mine: OF_CUSTOMER, theirs: null });
    expect(await of.page()).toMatchObject({ reviews: [], rating_average: null, rating_count: 0 });
    const own = await of.developer.call<Collaborator>('GET', `/api/profiles/${of.developer.id}`);
    // The average of the specification counts each rating at once.
    expect(own.body).toMatchObject({ rating_average: 2, rating_count: 1 });
    expect(JSON.stringify(await of.developer.call('GET', '/api/me/export'))).not.toContain('short');
    await of.rateBack();
    expect(await of.rating(of.developer)).toMatchObject(OF_CUSTOMER);
    expect(await of.reviews(of.developer)).toMatchObject({
      mine: OF_DEVELOPER,
      theirs: OF_CUSTOMER,
      waits: false,
    });
    expect(await of.reviews(of.customer)).toMatchObject({
      mine: OF_CUSTOMER,
      theirs: OF_DEVELOPER,
    });
    expect(await of.page()).toMatchObject({
      reviews: [{ ...OF_CUSTOMER, is_edited: false }],
      rating_average: 2,
      rating_count: 1,
    });
    expect(JSON.stringify(await of.page())).not.toContain('Maya');
  });

  test('of the unblocker is blind as well', async () => {
    const of = await scene();
    await of.rateBack();
    expect(await of.reviews(of.customer)).toEqual({ mine: null, theirs: null, waits: true });
    expect(JSON.stringify(await of.customer.call('GET', '/api/me/export'))).not.toContain('goal');
    await of.rate();
    expect(await of.reviews(of.customer)).toMatchObject({ theirs: OF_DEVELOPER, waits: false });
  });

  test('opens by itself after seven days, and not before', async () => {
    const of = await scene();
    await of.rate();
    await of.days(6);
    expect(await of.reviews(of.developer)).toMatchObject({ theirs: null, waits: true });
    await of.days(1);
    expect(await of.reviews(of.developer)).toMatchObject({ theirs: OF_CUSTOMER, waits: false });
    expect((await of.page()).reviews).toHaveLength(1);
  });

  test('is changed without a mark while it is blind, and with one afterwards', async () => {
    const of = await scene();
    await of.rate();
    await of.rate({ rating: 3, feedback: 'Late.' });
    await of.rateBack();
    expect(await of.reviews(of.developer)).toMatchObject({
      theirs: { rating: 3, feedback: 'Late.', is_edited: false },
    });
    await of.rate({ rating: 3, feedback: 'Late.' });
    expect((await of.reviews(of.developer)).theirs?.is_edited).toBe(false);
    await of.rate({ rating: 5, feedback: 'On second thoughts, fine.' });
    expect(await of.page()).toMatchObject({ reviews: [{ rating: 5, is_edited: true }] });
  });

  test('that both send at once opens for both', async () => {
    const of = await scene();
    await Promise.all([of.rate(), of.rateBack()]);
    expect(await of.reviews(of.customer)).toMatchObject({
      mine: OF_CUSTOMER,
      theirs: OF_DEVELOPER,
    });
  });

  test('is left by the two sides alone, once there is work to rate', async () => {
    const of = await scene();
    const path = `/api/tickets/${of.ticketId}`;
    const stranger = await world.person('customer');
    for (const [person, call, status] of [
      [of.customer, 'customer-feedback', 403],
      [of.developer, 'feedback', 403],
      [stranger, 'customer-feedback', 404],
      [await world.person('developer'), 'customer-feedback', 404],
      [moderator, 'customer-feedback', 404],
    ] as const) {
      expect((await person.call('PUT', `${path}/${call}`, OF_DEVELOPER)).status).toBe(status);
    }
    expect((await stranger.call('GET', `${path}/reviews`)).status).toBe(404);
    for (const body of [{}, { rating: 6 }, { rating: 0 }, { feedback: ' ' }, { rating: '5' }]) {
      const answer = await of.developer.call('PUT', `${path}/customer-feedback`, body);
      expect(answer.status, JSON.stringify(body)).toBe(400);
    }
  });
});

describe('a reply', () => {
  test('is one, of the person whom the review is about, and public with it', async () => {
    const of = await scene();
    const review = await openReview(of);
    expect(review.actions).toMatchObject({ reply: { allowed: true }, report: { allowed: true } });
    const path = `/api/feedback/${review.id}/reply`;
    const body = { text: 'The goal changed twice, and we talked about it.' };
    expect((await of.customer.call('POST', path, body)).body).toMatchObject({
      code: 'not_your_part',
    });
    const stranger = await world.person('developer');
    expect((await stranger.call('POST', path, body)).status).toBe(404);
    expect((await of.developer.call('POST', path, { text: ' ' })).status).toBe(400);
    const answers = await Promise.all([0, 1, 2].map(() => of.developer.call('POST', path, body)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(await of.page()).toMatchObject({ reviews: [{ reply: body.text }] });
    expect((await of.reviews(of.customer)).mine?.reply).toBe(body.text);
  });

  test('to other words than it answered is written anew, once', async () => {
    const of = await scene();
    const { id } = await openReview(of);
    const path = `/api/feedback/${id}/reply`;
    ok(await of.developer.call('POST', path, { text: 'Thank you!' }));
    await of.rate({ rating: 1, feedback: 'They took my data.' });
    expect((await of.reviews(of.developer)).theirs).toMatchObject({
      is_edited: true,
      reply: 'Thank you!',
      actions: { reply: { allowed: true } },
    });
    ok(await of.developer.call('POST', path, { text: 'I have no data of theirs.' }));
    expect(await of.page()).toMatchObject({
      reviews: [{ feedback: 'They took my data.', reply: 'I have no data of theirs.' }],
    });
    expect(await of.developer.call('POST', path, { text: 'Really.' })).toMatchObject({
      status: 409,
      body: { code: 'review_replied' },
    });
  });

  test('to a review that is still blind is to nothing that is there', async () => {
    const of = await scene();
    await of.rate();
    const { mine } = await of.reviews(of.customer);
    for (const call of ['reply', 'report']) {
      const path = `/api/feedback/${mine?.id}/${call}`;
      expect((await of.developer.call('POST', path, { text: 'Oh.' })).status).toBe(404);
    }
  });
});

describe('a report of a review', () => {
  const reports = async (status = 'open') =>
    ok(
      await moderator.call<{ items: FeedbackReport[] }>(
        'GET',
        `/api/moderation/reviews?status=${status}`,
      ),
    ).items;
  const decide = (id: string, what: 'hide' | 'dismiss') =>
    moderator.call<FeedbackReport>('POST', `/api/moderation/reviews/${id}/${what}`, {
      reason: 'It names a private person.',
    });

  test('leads to a moderator, who hides it: gone for all but its author, and not counted', async () => {
    const of = await scene();
    const { id } = await openReview(of);
    const report = { text: 'It is about somebody else.' };
    ok(await of.developer.call('POST', `/api/feedback/${id}/report`, report));
    const again = await of.developer.call('POST', `/api/feedback/${id}/report`, report);
    expect(again.body).toMatchObject({ code: 'review_reported' });
    expect((await reports()).find((each) => each.id === id)).toMatchObject({
      ...{
        text: report.text,
        review: { ...OF_CUSTOMER, author_name: 'Maya', subject_name: 'Ana' },
      },
      actions: { hide: { allowed: true }, dismiss: { allowed: true } },
    });
    expect(ok(await decide(id, 'hide'))).toMatchObject({ status: 'hidden' });
    expect(await of.page()).toMatchObject({ reviews: [], rating_average: null, rating_count: 0 });
    expect((await of.reviews(of.developer)).theirs).toBeNull();
    expect((await of.reviews(of.customer)).mine).toMatchObject({
      ...OF_CUSTOMER,
      hidden_reason: 'It names a private person.',
    });
    expect((await decide(id, 'dismiss')).body).toMatchObject({ code: 'report_decided' });
    const { items } = ok(
      await moderator.call<{ items: { action: string; reason: string }[] }>(
        'GET',
        `/api/moderation/audit?target_id=${id}`,
      ),
    );
    expect(items).toMatchObject([
      { action: 'review_hidden', reason: 'It names a private person.' },
    ]);
    const mails = await world.mails();
    const told = mails
      .filter(({ kind }) => kind === 'review_decided')
      .map((mail) => mail.recipient);
    expect(told.toSorted()).toEqual([of.customer.email, of.developer.email].toSorted());
  });

  test('is told to all moderators, in their lists and by mail', async () => {
    ok(await moderator.call('PATCH', '/api/me', { notifications: { desk: 'at_once' } }));
    const of = await scene();
    const { id } = await openReview(of);
    ok(await of.developer.call('POST', `/api/feedback/${id}/report`, { text: 'Unfair.' }));
    const { items } = ok(
      await moderator.call<NotificationPage>('GET', '/api/notifications?limit=1'),
    );
    expect(items).toMatchObject([{ kind: 'words_reported', ticket_id: of.ticketId, count: 1 }]);
    const mail = (await mailsTo(world, moderator, 'words_reported')).at(-1);
    expect(mail?.subject).toBe('Quote, Review or Reply Reported');
    expect(mail?.body_text).toContain(of.ticketId);
    expect(mail?.body_text).not.toContain('Unfair');
  });

  test('that is dismissed leaves it as it is', async () => {
    const of = await scene();
    const { id } = await openReview(of);
    ok(await of.developer.call('POST', `/api/feedback/${id}/report`, { text: 'Unfair.' }));
    ok(await decide(id, 'dismiss'));
    expect((await of.page()).reviews).toHaveLength(1);
    expect((await reports('dismissed')).map((each) => each.id)).toContain(id);
  });

  test('keeps its words as they are until it is answered; other words can be reported anew', async () => {
    const of = await scene();
    const { id } = await openReview(of);
    const change = (input: object) =>
      of.customer.call('PUT', `/api/tickets/${of.ticketId}/feedback`, input);
    const report = () =>
      of.developer.call('POST', `/api/feedback/${id}/report`, { text: 'Unfair.' });
    ok(await report());
    const refused = { status: 409, body: { code: 'words_reported' } };
    expect(await change({ ...OF_CUSTOMER, feedback: 'A thief.' })).toMatchObject(refused);
    // The stars alone are no words.
    ok(await change({ ...OF_CUSTOMER, rating: 3 }));
    ok(await decide(id, 'dismiss'));
    ok(await change({ ...OF_CUSTOMER, rating: 1 }));
    expect((await report()).body).toMatchObject({ code: 'review_reported' });
    ok(await change({ rating: 1, feedback: 'A thief.' }));
    ok(await report());
    expect((await reports()).find((each) => each.id === id)).toMatchObject({
      review: { feedback: 'A thief.' },
    });
    ok(await decide(id, 'hide'));
    ok(await of.customer.call('POST', `/api/feedback/${id}/appeal`, { text: 'He is.' }));
    expect(await change({ rating: 1, feedback: 'Fine.' })).toMatchObject(refused);
    const log = await moderator.call<{ items: { action: string }[] }>(
      'GET',
      `/api/moderation/audit?target_id=${id}`,
    );
    expect(ok(log).items.map(({ action }) => action)).toEqual([
      'appeal_made',
      'review_hidden',
      'review_report_dismissed',
    ]);
  });

  test('is not decided by somebody who had a part in the request', async () => {
    const of = await scene();
    const { id } = await openReview(of);
    ok(await of.developer.call('POST', `/api/feedback/${id}/report`, { text: 'Unfair.' }));
    await sql`update pairings set developer_id = ${moderator.id}
      where ticket_id = ${of.ticketId}`.execute(world.context.db);
    expect((await decide(id, 'hide')).body).toMatchObject({ code: 'not_your_part' });
    expect((await reports()).map((each) => each.id)).not.toContain(id);
  });
});

test('an export has the reviews of both sides, with the reply, and what one reported', async () => {
  const of = await scene();
  const { id } = await openReview(of);
  ok(await of.developer.call('POST', `/api/feedback/${id}/reply`, { text: 'I see.' }));
  ok(await of.developer.call('POST', `/api/feedback/${id}/report`, { text: 'Unfair.' }));
  expect(ok(await of.developer.call('GET', '/api/me/export'))).toMatchObject({
    reviews: expect.arrayContaining([
      expect.objectContaining({ ...OF_CUSTOMER, reply: 'I see.', written_by_me: false }),
      expect.objectContaining({ ...OF_DEVELOPER, written_by_me: true }),
    ]),
    review_reports: [{ review_id: id, text: 'Unfair.' }],
  });
});

describe('a report of a reply', () => {
  const INSULT = { text: 'You are too stupid to be helped.' };
  const about = 'reply';

  /** A review of the unblocker, with a reply that its author can report. */
  async function replied() {
    const of = await scene();
    const { id } = await openReview(of);
    const path = `/api/feedback/${id}`;
    const reply = (text = INSULT.text) => of.developer.call('POST', `${path}/reply`, { text });
    const act = (call: 'report' | 'appeal', person: Person, text = 'It insults me.') =>
      person.call<Review & { code: string }>('POST', `${path}/${call}`, { about, text });
    ok(await reply());
    return {
      ...of,
      id,
      reply,
      report: (person = of.customer) => act('report', person),
      appeal: (person = of.developer) => act('appeal', person, 'It is the truth.'),
      mine: async () => (await of.reviews(of.customer)).mine,
      theirs: async () => (await of.reviews(of.developer)).theirs,
      change: (feedback: string, rating = 2) =>
        of.customer.call<{ code: string; detail: string }>(
          'PUT',
          `/api/tickets/${of.ticketId}/feedback`,
          { rating, feedback },
        ),
    };
  }
  type Replied = Awaited<ReturnType<typeof replied>>;

  const listed = async ({ ticketId }: Replied, status = 'open', person = moderator) =>
    ok(
      await person.call<{ items: FeedbackReport[] }>(
        'GET',
        `/api/moderation/reviews?status=${status}`,
      ),
    ).items.find(({ ticket }) => ticket.id === ticketId);
  async function decide(
    of: Replied,
    what: 'hide' | 'dismiss' | 'uphold' | 'overturn',
    person = moderator,
  ) {
    const status = what === 'hide' || what === 'dismiss' ? 'open' : 'appealed';
    const found = await listed(of, status);
    return person.call<FeedbackReport & { code: string }>(
      'POST',
      `/api/moderation/reviews/${found?.id}/${what}`,
      { reason: 'It insults a person.' },
    );
  }
  const logged = async ({ id }: Replied) =>
    ok(
      await moderator.call<{ items: { action: string; target: { type: string } }[] }>(
        'GET',
        `/api/moderation/audit?target_id=${id}`,
      ),
    ).items.map(({ action, target }) => [target.type, action]);
  const mailed = async (of: Replied, subject: string) =>
    (await world.mails())
      .filter((mail) => mail.subject === subject && mail.body_text.includes(of.ticketId))
      .map(({ recipient }) => recipient)
      .toSorted();

  test('is its reviewer’s, once, and not there before the reply', async () => {
    const of = await scene();
    const { id } = await openReview(of);
    const early = await of.customer.call('POST', `/api/feedback/${id}/report`, {
      about,
      text: 'It insults me.',
    });
    expect(early).toMatchObject({ status: 404 });
    expect((await of.reviews(of.customer)).mine?.actions['report-reply']).toMatchObject({
      allowed: false,
    });

    const other = await replied();
    expect((await other.mine())?.actions['report-reply']).toMatchObject({ allowed: true });
    expect((await other.theirs())?.actions['report-reply']).toMatchObject({ allowed: false });
    expect((await other.report(other.developer)).body).toMatchObject({ code: 'not_your_part' });
    for (const stranger of [await world.person('customer'), moderator])
      expect((await other.report(stranger)).status).toBe(404);
    const path = `/api/feedback/${other.id}/report`;
    for (const body of [{}, { text: ' ' }, { text: 'x'.repeat(1001) }, { text: 'x', about: 'q' }])
      expect(
        (await other.customer.call('POST', path, { about, ...body })).status,
        JSON.stringify(body),
      ).toBe(400);
    const answers = await Promise.all([other.report(), other.report(), other.report()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect((await other.report()).body).toMatchObject({ code: 'reply_reported' });
    // Its review is another matter.
    ok(await other.developer.call('POST', path, { text: 'Unfair.' }));
  });

  test('comes to the moderators with the review; hidden, it is gone for all but who wrote it', async () => {
    const of = await replied();
    ok(await of.report());
    expect(await listed(of)).toMatchObject({
      about,
      text: 'It insults me.',
      review: {
        ...OF_CUSTOMER,
        author_name: 'Maya',
        subject_name: 'Ana',
        reply: INSULT.text,
        edited_since_reply: false,
      },
      actions: { hide: { allowed: true }, dismiss: { allowed: true } },
    });
    expect(await of.page()).toMatchObject({ reviews: [{ reply: INSULT.text }] });
    expect(ok(await decide(of, 'hide'))).toMatchObject({ status: 'hidden', about });

    expect(await of.page()).toMatchObject({
      reviews: [{ ...OF_CUSTOMER, reply: null }],
      rating_count: 1,
    });
    expect(await of.mine()).toMatchObject({
      ...OF_CUSTOMER,
      reply: null,
      replied_at: null,
      reply_hidden_reason: null,
      actions: { 'report-reply': { allowed: false } },
    });
    expect(JSON.stringify(await of.customer.call('GET', '/api/me/export'))).not.toContain('stupid');
    expect(await of.theirs()).toMatchObject({
      reply: INSULT.text,
      reply_hidden_reason: 'It insults a person.',
      actions: { 'appeal-reply': { allowed: true }, reply: { allowed: false } },
    });
    expect(ok(await of.developer.call('GET', '/api/me/export'))).toMatchObject({
      reviews: expect.arrayContaining([
        expect.objectContaining({ id: of.id, reply: INSULT.text, is_reply_hidden: true }),
      ]),
    });
    expect(ok(await of.customer.call('GET', '/api/me/export'))).toMatchObject({
      review_reports: [{ about, review_id: of.id, text: 'It insults me.' }],
    });
    expect((await of.report()).body).toMatchObject({ code: 'reply_reported' });
    expect(await logged(of)).toEqual([['reply', 'review_reply_hidden']]);
    expect(await mailed(of, 'The reply to a review was hidden')).toEqual(
      [of.customer.email, of.developer.email].toSorted(),
    );
    const told = await mailsTo(world, of.developer, 'review_decided');
    expect(told.at(-1)?.body_text).toContain('choose Appeal below your words');
    const teller = await mailsTo(world, of.customer, 'review_decided');
    expect(teller.at(-1)?.body_text).not.toContain('choose Appeal');
  });

  test('of a customer is the former unblocker’s as well', async () => {
    const of = await scene();
    await of.rate();
    await of.rateBack();
    const { theirs } = await of.reviews(of.customer);
    const path = `/api/feedback/${theirs?.id}`;
    ok(await of.customer.call('POST', `${path}/reply`, INSULT));
    const next = await world.person('developer');
    await sql`update tickets set developer_id = ${next.id} where id = ${of.ticketId}`.execute(
      world.context.db,
    );
    ok(await of.developer.call('POST', `${path}/report`, { about, text: 'It insults me.' }));
    const found = (
      await moderator.call<{ items: FeedbackReport[] }>('GET', '/api/moderation/reviews')
    ).body.items.find(({ ticket }) => ticket.id === of.ticketId);
    expect(found).toMatchObject({ review: { author_name: 'Ana', subject_name: 'Maya' } });
    const hide = `/api/moderation/reviews/${found?.id}/hide`;
    ok(await moderator.call('POST', hide, { reason: 'It insults a person.' }));
    const appeal = { about, text: 'It is the truth.' };
    expect((await of.developer.call('POST', `${path}/appeal`, appeal)).body).toMatchObject({
      code: 'not_your_part',
    });
    ok(await of.customer.call('POST', `${path}/appeal`, appeal));
  });

  test('that is dismissed leaves it, and only who reported it is told', async () => {
    const of = await replied();
    ok(await of.report());
    ok(await decide(of, 'dismiss'));
    expect(await of.page()).toMatchObject({ reviews: [{ reply: INSULT.text }] });
    expect((await of.report()).body).toMatchObject({ code: 'reply_reported' });
    expect(await mailed(of, 'The reply you reported stays')).toEqual([of.customer.email]);
    expect(await logged(of)).toEqual([['reply', 'review_reply_report_dismissed']]);
  });

  test('keeps reply and review as they are until it is answered; another reply is reported anew', async () => {
    const of = await replied();
    ok(await of.report());
    expect((await of.change('A thief.')).body).toMatchObject({
      code: 'words_reported',
      detail: expect.stringContaining('The reply to your review was reported'),
    });
    // The stars alone are no words; they allow another reply, but not while this one is reported.
    ok(await of.change(OF_CUSTOMER.feedback, 1));
    expect(await listed(of)).toMatchObject({ review: { edited_since_reply: true } });
    expect((await of.reply('Well.')).body).toMatchObject({ code: 'words_reported' });
    ok(await decide(of, 'dismiss'));
    ok(await of.change('A thief.'));
    expect((await of.report()).body).toMatchObject({ code: 'reply_reported' });
    ok(await of.reply('You are a thief yourself.'));
    ok(await of.report());
    expect(await listed(of)).toMatchObject({
      review: { feedback: 'A thief.', reply: 'You are a thief yourself.' },
    });
    expect(await listed(of, 'dismissed')).toBeUndefined();
  });

  test('that was hidden leaves no room for another reply, but lets the review be changed', async () => {
    const of = await replied();
    ok(await of.report());
    ok(await decide(of, 'hide'));
    ok(await of.change('Late.'));
    expect((await of.reply('Sorry.')).body).toMatchObject({ code: 'reply_hidden' });
    ok(await of.appeal());
    expect((await of.reply('Sorry.')).body).toMatchObject({ code: 'words_reported' });
    expect((await of.change('A thief.')).body).toMatchObject({ code: 'words_reported' });
  });

  test('goes with no hidden review: neither is it made, nor answered by its author', async () => {
    const of = await replied();
    ok(await of.developer.call('POST', `/api/feedback/${of.id}/report`, { text: 'Unfair.' }));
    ok(await moderator.call('POST', `/api/moderation/reviews/${of.id}/hide`, { reason: 'No.' }));
    expect((await of.report()).body).toMatchObject({ code: 'review_hidden' });

    const both = await replied();
    ok(await both.report());
    const path = `/api/feedback/${both.id}`;
    ok(await both.developer.call('POST', `${path}/report`, { text: 'Unfair.' }));
    ok(await moderator.call('POST', `/api/moderation/reviews/${both.id}/hide`, { reason: 'No.' }));
    expect(await listed(both)).toMatchObject({ other_words_hidden: true });
    expect(ok(await decide(both, 'hide'))).toMatchObject({ other_words_hidden: true });
    const refused = await both.appeal();
    expect(refused.body).toMatchObject({ code: 'review_hidden' });
    expect(JSON.stringify(refused)).not.toContain(OF_CUSTOMER.feedback);
    const told = await mailsTo(world, both.developer, 'review_decided');
    expect(told.at(-1)?.body_text).not.toContain('choose Appeal');
    expect(told.at(-1)?.body_text).not.toContain('the review stays');
  });

  test('is marked in a report of its review once it is hidden', async () => {
    const of = await replied();
    ok(await of.report());
    expect(await listed(of)).toMatchObject({ other_words_hidden: false });
    ok(await decide(of, 'hide'));
    ok(await of.developer.call('POST', `/api/feedback/${of.id}/report`, { text: 'Unfair.' }));
    expect(await listed(of)).toMatchObject({ about: 'review', other_words_hidden: true });
  });

  test('is appealed by who wrote it, once, in fourteen days, and answered by another moderator', async () => {
    const of = await replied();
    expect((await of.appeal()).body).toMatchObject({ code: 'nothing_to_appeal' });
    ok(await of.report());
    ok(await decide(of, 'hide'));
    expect((await of.appeal(of.customer)).body).toMatchObject({ code: 'not_your_part' });
    const age = (days: number) =>
      sql`update user_feedback set reply_hidden_at = reply_hidden_at - make_interval(days => ${days})
        where id = ${of.id}`.execute(world.context.db);
    await age(15);
    expect((await of.appeal()).body).toMatchObject({ code: 'appeal_too_late' });
    await age(-15);
    const answers = await Promise.all([of.appeal(), of.appeal()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await of.theirs()).toMatchObject({
      reply_appeal: { text: 'It is the truth.', answer: null },
      appeal: null,
    });
    expect(await of.mine()).toMatchObject({ reply: null, reply_appeal: null });
    const exported = async (person: Person) =>
      ok(await person.call<{ word_appeals: object[] }>('GET', '/api/me/export')).word_appeals;
    expect(await exported(of.developer)).toMatchObject([{ about, review_id: of.id }]);
    expect(await exported(of.customer)).toEqual([]);

    const colleague = await world.person('moderator', { name: 'Kim' });
    expect((await decide(of, 'overturn')).body).toMatchObject({ code: 'own_decision' });
    expect(ok(await decide(of, 'overturn', colleague))).toMatchObject({ status: 'overturned' });
    expect(await of.page()).toMatchObject({ reviews: [{ reply: INSULT.text }] });
    expect((await of.mine())?.reply).toBe(INSULT.text);
    expect((await of.theirs())?.reply_hidden_reason).toBeNull();
    expect(await mailed(of, 'The reply to a review is shown again')).toHaveLength(2);
    expect(await logged(of)).toEqual([
      ['reply', 'appeal_granted'],
      ['reply', 'appeal_made'],
      ['reply', 'review_reply_hidden'],
    ]);
    await sql`update users set banned_until = 'infinity' where id = ${colleague.id}`.execute(
      world.context.db,
    );
  });

  test('that is upheld leaves it hidden for good', async () => {
    const of = await replied();
    ok(await of.report());
    ok(await decide(of, 'hide'));
    ok(await of.appeal());
    expect(ok(await decide(of, 'uphold'))).toMatchObject({ status: 'hidden' });
    expect((await of.mine())?.reply).toBeNull();
    expect((await of.theirs())?.reply_appeal).toMatchObject({ answer: 'It insults a person.' });
    expect((await of.appeal()).body).toMatchObject({ code: 'already_appealed' });
    expect(await mailed(of, 'The reply to a review stays hidden')).toHaveLength(2);
  });
});

describe('an appeal against the hiding of a review', () => {
  const answer = (person: Person, id: string, what: 'uphold' | 'overturn') =>
    person.call<FeedbackReport & { code: string }>(
      'POST',
      `/api/moderation/reviews/${id}/${what}`,
      { reason: 'It names nobody.' },
    );

  /** A review of the unblocker that a moderator has hidden. */
  async function hidden() {
    const of = await scene();
    const { id } = await openReview(of);
    ok(await of.developer.call('POST', `/api/feedback/${id}/report`, { text: 'Unfair.' }));
    const hide = `/api/moderation/reviews/${id}/hide`;
    ok(await moderator.call('POST', hide, { reason: 'It names somebody.' }));
    const appeal = (person = of.customer, text: unknown = 'It does not.') =>
      person.call<Review & { code: string }>('POST', `/api/feedback/${id}/appeal`, { text });
    return { ...of, id, appeal };
  }

  test('is its author’s, once, with words, within fourteen days', async () => {
    const of = await hidden();
    expect((await of.reviews(of.customer)).mine?.actions.appeal).toMatchObject({ allowed: true });
    expect((await of.appeal(of.developer)).body).toMatchObject({ code: 'not_your_part' });
    expect((await of.appeal(await world.person('customer'))).status).toBe(404);
    for (const text of ['', ' ', 7, 'x'.repeat(2001)])
      expect((await of.appeal(of.customer, text)).status).toBe(400);
    const age = (days: number) =>
      sql`update user_feedback set hidden_at = hidden_at - make_interval(days => ${days})
        where id = ${of.id}`.execute(world.context.db);
    await age(15);
    expect((await of.appeal()).body).toMatchObject({ code: 'appeal_too_late' });
    await age(-15);
    const answers = await Promise.all([of.appeal(), of.appeal()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await of.reviews(of.customer)).mine).toMatchObject({
      appeal: { text: 'It does not.', answer: null },
      actions: { appeal: { allowed: false } },
    });
    expect(ok(await of.customer.call('GET', '/api/me/export'))).toMatchObject({
      reviews: expect.arrayContaining([expect.objectContaining({ id: of.id, is_hidden: true })]),
      word_appeals: [{ review_id: of.id, text: 'It does not.', answer: null }],
    });
    const untouched = await scene();
    const { id } = await openReview(untouched);
    const early = await untouched.customer.call('POST', `/api/feedback/${id}/appeal`, {
      text: 'Why?',
    });
    expect(early.body).toMatchObject({ code: 'nothing_to_appeal' });
  });

  test('that is overturned shows it again with its stars, by another moderator', async () => {
    const of = await hidden();
    ok(await of.appeal());
    const colleague = await world.person('moderator', { name: 'Kim' });
    const waiting = async (person: Person) =>
      ok(
        await person.call<{ items: FeedbackReport[] }>(
          'GET',
          '/api/moderation/reviews?status=appealed',
        ),
      ).items.find(({ id }) => id === of.id);
    expect(await waiting(moderator)).toMatchObject({
      appeal: { text: 'It does not.', answer: null },
      actions: { overturn: { allowed: false }, uphold: { allowed: false } },
    });
    expect((await answer(moderator, of.id, 'overturn')).body).toMatchObject({
      code: 'own_decision',
    });
    expect(await waiting(colleague)).toMatchObject({ actions: { overturn: { allowed: true } } });
    expect(ok(await answer(colleague, of.id, 'overturn'))).toMatchObject({
      status: 'overturned',
      appeal: { answer: 'It names nobody.' },
    });
    expect(await of.page()).toMatchObject({ rating_average: 2, rating_count: 1 });
    expect((await of.reviews(of.developer)).theirs).toMatchObject(OF_CUSTOMER);
    expect((await answer(colleague, of.id, 'uphold')).body).toMatchObject({
      code: 'report_decided',
    });
    const told = (await world.mails()).filter(
      ({ subject }) => subject === 'A review is shown again',
    );
    expect(told.map(({ recipient }) => recipient).toSorted()).toEqual(
      [of.customer.email, of.developer.email].toSorted(),
    );
    const log = await moderator.call<{ items: { action: string }[] }>(
      'GET',
      `/api/moderation/audit?target_id=${of.id}`,
    );
    expect(ok(log).items.map(({ action }) => action)).toEqual([
      'appeal_granted',
      'appeal_made',
      'review_hidden',
    ]);
    await sql`update users set banned_until = 'infinity' where id = ${colleague.id}`.execute(
      world.context.db,
    );
  });

  test('that is upheld leaves it hidden for good, by whoever decided where they are alone', async () => {
    const of = await hidden();
    ok(await of.appeal());
    expect(ok(await answer(moderator, of.id, 'uphold'))).toMatchObject({ status: 'hidden' });
    expect((await of.reviews(of.developer)).theirs).toBeNull();
    expect((await of.reviews(of.customer)).mine?.appeal).toMatchObject({
      answer: 'It names nobody.',
    });
    expect((await of.appeal()).body).toMatchObject({ code: 'already_appealed' });
  });

  test('is answered by who decided where the other moderator had a part in the request', async () => {
    const of = await hidden();
    ok(await of.appeal());
    await sql`update profiles set user_type = 'moderator' where id = ${of.customer.id}`.execute(
      world.context.db,
    );
    expect((await answer(of.customer, of.id, 'overturn')).body).toMatchObject({
      code: 'not_your_part',
    });
    expect(ok(await answer(moderator, of.id, 'overturn'))).toMatchObject({ status: 'overturned' });
  });
});
