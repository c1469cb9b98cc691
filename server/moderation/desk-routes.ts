import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  caseSchema,
  handOverSchema,
  questionSchema,
  savedReplyInputSchema,
  savedReplySchema,
  takeSchema,
} from '#domain/desk.ts';
import { listOf } from '../http/paging.ts';
import { describe, idParams } from '../http/schemas.ts';
import { type Viewer, viewerOf } from '../http/viewer.ts';
import type { Change } from '../lifecycle/change.ts';
import { command } from '../lifecycle/command.ts';
import { askSides } from './ask-sides.ts';
import { caseFor, decideOnce, handOverCase, letCaseGo, takeCase } from './cases.ts';
import { deleteReply, listReplies, saveReply } from './saved-replies.ts';

type Said<Body extends z.ZodType> = NonNullable<z.output<Body>> & { id: string };

/** Taking and handing over cases, questions to both sides, saved replies. */
export const deskRoutes: FastifyPluginAsyncZod = async (app) => {
  const { db } = app.context;

  app.get(
    '/moderation/tickets/:id/case',
    describe(
      'Read who has a case and its newest decision; not logged, as it holds nothing private',
      { params: idParams, response: { 200: caseSchema } },
      'moderator',
    ),
    (request) => caseFor(db, viewerOf(request), request.params.id),
  );

  handled(
    'take',
    'Take a case; `instead_of` a colleague takes it over',
    takeSchema.nullish(),
    takeCase,
  );
  handled('hand-over', 'Hand a case over to a colleague', handOverSchema, handOverCase);
  handled('let-go', 'Let a case go', z.object({}).nullish(), (change, viewer, { id }) =>
    letCaseGo(change, viewer, id),
  );

  /** Registers a call that changes who has a case. */
  function handled<Body extends z.ZodType<object | null | undefined>>(
    act: string,
    summary: string,
    body: Body,
    handle: (change: Change, viewer: Viewer, about: Said<Body>) => Promise<void>,
  ): void {
    app.post(
      `/moderation/tickets/:id/${act}`,
      describe(summary, { params: idParams, body, response: { 200: caseSchema } }, 'moderator'),
      (request) =>
        command(request, async (change) => {
          const [viewer, { id }] = [viewerOf(request), request.params];
          await handle(change, viewer, { ...(request.body as object | null), id } as Said<Body>);
          return caseFor(change.tx, viewer, id);
        }),
    );
  }

  app.post(
    '/moderation/tickets/:id/ask-sides',
    {
      config: { shares: { texts: ['text'], maskOnly: true } },
      ...describe(
        'Ask both sides a question in their thread',
        { params: idParams, body: questionSchema, response: { 200: caseSchema } },
        'moderator',
      ),
    },
    (request) =>
      command(request, async (change) => {
        const [viewer, { id }] = [viewerOf(request), request.params];
        await decideOnce(change, viewer, { ticketId: id }, () =>
          askSides(change, viewer, id, request.body),
        );
        return caseFor(change.tx, viewer, id);
      }),
  );

  app.get(
    '/moderation/replies',
    describe(
      'List saved replies by name',
      { response: { 200: listOf(savedReplySchema) } },
      'moderator',
    ),
    async () => ({ items: await listReplies(db), next_cursor: null }),
  );

  app.post(
    '/moderation/replies',
    describe(
      'Save a reply',
      { body: savedReplyInputSchema, response: { 201: savedReplySchema } },
      'moderator',
    ),
    (request) => command(request, (change) => saveReply(change, viewerOf(request), request.body)),
  );

  app.patch(
    '/moderation/replies/:id',
    describe(
      'Edit a saved reply',
      { params: idParams, body: savedReplyInputSchema, response: { 200: savedReplySchema } },
      'moderator',
    ),
    (request) =>
      command(request, (change) =>
        saveReply(change, viewerOf(request), { ...request.body, id: request.params.id }),
      ),
  );

  app.delete(
    '/moderation/replies/:id',
    describe(
      'Delete a saved reply',
      { params: idParams, response: { 204: z.null() } },
      'moderator',
    ),
    (request) =>
      command(request, (change) => deleteReply(change, viewerOf(request), request.params.id)),
  );
};
