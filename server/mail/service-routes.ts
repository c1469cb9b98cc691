import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { Refusal } from '#domain/refusals.ts';
import { type ServiceMail, serviceMailSchema, userEmailSchema } from '#domain/service-mail.ts';
import { limitCalls } from '../http/limit-calls.ts';
import { sendServiceFailure } from '../http/service-failure.ts';
import { hasServiceKey } from '../http/service-key.ts';
import { publicCommand } from '../lifecycle/command.ts';
import { enqueueMail } from './outbox.ts';
import { emailOf, serviceLetter } from './service-letter.ts';
import { teamAddress } from './team-address.ts';

/** All programs of the operator share one key. */
const OPERATOR = 'operator';

/** Fields that are not searched for keys: addresses, and which side wrote. */
type NoWords = 'to' | 'email' | 'senderUserType' | 'discussionUrl';
type Words = Omit<ServiceMail, NoWords>;

interface Shield {
  /** Masks keys and passwords. The shield is in a folder above this one. */
  mask: (words: Words) => Promise<Words>;
}

/**
 * The mail functions of specification 7.3, for the operator's programs. Keys in a mail are masked,
 * since no person can be asked about them.
 */
export const functionRoutes: FastifyPluginAsyncZod<Shield> = async (app, { mask }) => {
  const { context } = app;
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (!hasServiceKey(request))
      throw new Refusal('no_session', 'The API key is missing or wrong.');
  });
  // Source: specification 8, "Message send".
  app.setErrorHandler(sendServiceFailure('error'));

  app.post(
    '/send-email',
    { schema: { hide: true, body: serviceMailSchema } },
    async (request, reply) => {
      const { message } = request.body;
      const {
        to = teamAddress(context.config),
        email,
        senderUserType,
        discussionUrl,
        ...words
      } = message;
      await limitCalls(request, reply, { name: 'service_mail', key: OPERATOR });
      await limitCalls(request, reply, { name: 'service_mail_to', key: to });
      const plain = { to, email, senderUserType, discussionUrl };
      const letter = serviceLetter({ ...plain, ...(await mask(words)) });
      await publicCommand(request, (change) => enqueueMail(change, letter));
      return { success: true };
    },
  );

  app.post(
    '/get-user-email',
    { schema: { hide: true, body: userEmailSchema } },
    async (request, reply) => {
      await limitCalls(request, reply, { name: 'service_lookup', key: OPERATOR });
      return { email: await emailOf(context.db, request.body) };
    },
  );

  app.all('/*', { schema: { hide: true } }, () => {
    throw new Refusal('not_found');
  });
};
