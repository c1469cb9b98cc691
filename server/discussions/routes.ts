import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { actPath, summaryOf } from '#domain/acts.ts';
import { placesInTextSchema } from '#domain/code.ts';
import { MESSAGE_OPEN_MINUTES } from '#domain/limits.ts';
import {
  type Message,
  messageInputSchema,
  messagePageSchema,
  messagePatchSchema,
  messageSchema,
} from '#domain/message.ts';
import { foundMessageSchema, searchQuerySchema } from '#domain/message-search.ts';
import { MESSAGE_EMPTY } from '#domain/message-text.ts';
import { pairingListSchema, shareEarlierSchema } from '#domain/pairing.ts';
import { invalidInput, Refusal } from '#domain/refusals.ts';
import { placesInText } from '../code/places-in-text.ts';
import { Batches } from '../database/batches.ts';
import type { AccessClaims } from '../http/access-token.ts';
import { lookUpViewer } from '../http/authenticate.ts';
import { limitCalls } from '../http/limit-calls.ts';
import { describe, idParams, unstripped } from '../http/schemas.ts';
import { viewerOf } from '../http/viewer.ts';
import { command } from '../lifecycle/command.ts';
import { countUnreadNotifications } from '../notifications/queries.ts';
import { markRead, postMessage, postMessagesAtOnce, reportMessage } from './commands.ts';
import {
  deleteMessage,
  editMessage,
  takeOutKeys,
  withoutKeys,
  wordsToKeep,
} from './own-messages.ts';
import { pairingsFor, shareEarlier } from './pairings.ts';
import { messageFor } from './queries.ts';
import { searchMessages } from './search.ts';
import type { SignedMessage } from './store-message.ts';
import { threadPage } from './thread-page.ts';
import { tellTyping } from './typing.ts';
import { unreadOf } from './unread.ts';

const limit = z.coerce.number().int().min(1).max(100).default(20);
const position = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional();
const threadQuery = z.object({
  limit,
  before: position,
  after: position,
  around: z.guid().optional(),
  pairing: z.guid().optional(),
});
const searchQuery = z.object({ q: searchQuerySchema, limit, cursor: position });

/** Messages stored in one batch. */
const MOST_TOGETHER = 50;
/** Batches under way beside each other: server and database would wait for each other in one. */
const LANES = 4;

/** The thread of a request. Source: contract, "HTTP". */
export const discussionRoutes: FastifyPluginAsyncZod = async (app) => {
  const work = (messages: SignedMessage[]) => postMessagesAtOnce(app.context, messages);
  const lanes = Array.from({ length: LANES }, () => new Batches(work, MOST_TOGETHER));
  // Messages of one thread would meet their own lock in the other lane.
  const postAtOnce = async (message: SignedMessage) =>
    lanes[Number.parseInt(message.ticket_id.slice(-4), 16) % LANES]?.add(message) ?? null;

  app.get(
    '/tickets/:id/messages',
    {
      ...unstripped,
      config: { looksUpViewer: true },
      ...describe(
        'List messages of a thread, oldest first; the newest page unless a place is given',
        {
          params: idParams,
          querystring: threadQuery,
          response: { 200: messagePageSchema },
        },
      ),
    },
    (request) => threadPage(request, request.params.id, request.query),
  );

  app.post(
    '/tickets/:id/messages',
    {
      ...unstripped,
      config: {
        looksUpViewer: true,
        shares: { texts: ['text', 'code.*.path'], files: ['attachments'] },
      },
      ...describe('Post a message', {
        params: idParams,
        body: messageInputSchema,
        response: { 201: messageSchema },
      }),
    },
    async (request, reply) => {
      const { claims, params, body } = request;
      if (!claims) throw new Refusal('no_session');
      const key = claims.user_id;
      await limitCalls(request, reply, { name: 'message', key });
      if (body.needs_answer) await limitCalls(request, reply, { name: 'question', key });
      const isPlain =
        request.headers['idempotency-key'] === undefined &&
        request.along === null &&
        body.reply_to === undefined &&
        !body.needs_answer &&
        !body.code?.length &&
        !body.attachments?.length;
      const posted = isPlain ? await postAtOnce(signed(claims, params.id, body)) : null;
      return posted ?? (await postStepByStep(request, params.id, body));
    },
  );

  app.post(
    '/tickets/:id/read',
    describe('Mark the other side’s messages as read', {
      params: idParams,
      response: { 204: z.null() },
    }),
    (request) =>
      command(request, (change) => markRead(change, viewerOf(request), request.params.id)),
  );

  app.post(
    '/tickets/:id/typing',
    describe('Show the other side that I am typing; nothing is stored', {
      params: idParams,
      response: { 204: z.null() },
    }),
    async (request, reply) => {
      await limitCalls(request, reply, { name: 'typing', key: viewerOf(request).id });
      await tellTyping(app.context, viewerOf(request), request.params.id);
    },
  );

  app.get(
    '/tickets/:id/pairings',
    describe('List the conversations of a request, one per developer', {
      params: idParams,
      response: { 200: pairingListSchema },
    }),
    (request) => pairingsFor(app.context.db, viewerOf(request), request.params.id),
  );

  app.post(
    actPath('share-earlier', ':id'),
    describe(summaryOf('share-earlier'), {
      params: idParams,
      body: shareEarlierSchema,
      response: { 200: pairingListSchema },
    }),
    (request) => {
      const [viewer, { id }] = [viewerOf(request), request.params];
      return command(request, async (change) => {
        await shareEarlier(change, viewer, id, request.body);
        return pairingsFor(change.tx, viewer, id);
      });
    },
  );

  app.get(
    '/me/unread',
    describe('Count my unread messages and notifications', {
      response: { 200: z.object({ count: z.int(), notifications: z.int() }) },
    }),
    async (request) => {
      const viewer = viewerOf(request);
      const [count, notifications] = await Promise.all([
        unreadOf(app.context.db, viewer.id),
        countUnreadNotifications(app.context.db, viewer),
      ]);
      return { count, notifications };
    },
  );

  app.get(
    '/messages/search',
    describe('Search my discussions, newest first', {
      querystring: searchQuery,
      response: {
        200: z.object({ items: z.array(foundMessageSchema), next_cursor: z.string().nullable() }),
      },
    }),
    async (request, reply) => {
      await limitCalls(request, reply, { name: 'search', key: viewerOf(request).id });
      return searchMessages(app.context.db, viewerOf(request), request.query);
    },
  );

  app.get(
    '/messages/:id/traces',
    describe(
      'Where stack traces in a message point in the project, for whoever may open its files',
      {
        params: idParams,
        response: { 200: placesInTextSchema },
      },
    ),
    async (request, reply) => {
      const viewer = viewerOf(request);
      await limitCalls(request, reply, { name: 'read_code', key: viewer.id });
      const { db } = app.context;
      const { ticket_id, text } = await messageFor(db, viewer, request.params.id);
      return placesInText(db, viewer, { ticketId: ticket_id, text });
    },
  );

  app.post(
    '/messages/:id/report',
    describe('Report a message to the moderators', {
      params: idParams,
      response: { 200: messageSchema },
    }),
    async (request, reply) => {
      const viewer = viewerOf(request);
      await limitCalls(request, reply, { name: 'report', key: viewer.id });
      return command(request, async (change) => {
        await reportMessage(change, viewer, request.params.id);
        return messageFor(change.tx, viewer, request.params.id);
      });
    },
  );

  app.patch(
    '/messages/:id',
    {
      config: { shares: { texts: ['text'] } },
      ...describe(
        `Edit my message within ${MESSAGE_OPEN_MINUTES} minutes, or remove keys from it at any time`,
        {
          params: idParams,
          body: messagePatchSchema,
          response: { 200: messageSchema },
        },
      ),
    },
    async (request, reply) => {
      const viewer = viewerOf(request);
      await limitCalls(request, reply, { name: 'message', key: viewer.id });
      const { text } = request.body;
      const { id } = request.params;
      if (text === undefined) {
        if (request.secretsChoice !== 'mask') throw invalidInput('text', MESSAGE_EMPTY);
        const masked = await withoutKeys(app.context.db, viewer, id);
        return command(request, (change) => takeOutKeys(change, viewer, id, masked));
      }
      const has_secrets = request.shared?.inTexts ?? false;
      const kept = await wordsToKeep(app.context.db, viewer, id);
      return command(request, (change) =>
        editMessage(change, viewer, id, { text, has_secrets, kept }),
      );
    },
  );

  app.delete(
    '/messages/:id',
    describe(`Delete my message within ${MESSAGE_OPEN_MINUTES} minutes`, {
      params: idParams,
      response: { 204: z.null() },
    }),
    async (request, reply) => {
      const viewer = viewerOf(request);
      await limitCalls(request, reply, { name: 'message', key: viewer.id });
      const { id } = request.params;
      const kept = await wordsToKeep(app.context.db, viewer, id);
      await command(request, (change) => deleteMessage(change, viewer, { id, kept }));
    },
  );
};

type MessageInput = z.output<typeof messageInputSchema>;

function signed(
  { user_id, session_id, level }: AccessClaims,
  ticket_id: string,
  { text, client_id, to }: MessageInput,
): SignedMessage {
  return { user_id, session_id, is_raised: level === 'aal2', ticket_id, text, client_id, to };
}

async function postStepByStep(
  request: FastifyRequest,
  ticketId: string,
  message: MessageInput,
): Promise<Message> {
  await lookUpViewer(request);
  const viewer = viewerOf(request);
  const has_secrets = request.shared?.inTexts ?? false;
  return command(request, (change) =>
    postMessage(change, viewer, ticketId, { ...message, has_secrets }),
  );
}
