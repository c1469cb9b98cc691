import { randomUUID } from 'node:crypto';
import formBody from '@fastify/formbody';
import swagger from '@fastify/swagger';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import {
  createJsonSchemaTransform,
  createJsonSchemaTransformObject,
  serializerCompiler,
  validatorCompiler,
} from 'fastify-type-provider-zod';
import { Refusal } from '#domain/refusals.ts';
import { authRoutes } from '../accounts/auth-routes.ts';
import { invitationRoutes } from '../accounts/invitation-routes.ts';
import { meRoutes } from '../accounts/me-routes.ts';
import { oauthRoutes } from '../accounts/oauth/oauth-routes.ts';
import { connectedProgramRoutes } from '../accounts/oauth/routes.ts';
import {
  limitProgram,
  limitProgramFirst,
  noteProgramUses,
} from '../accounts/programs/note-uses.ts';
import { tokenRoutes } from '../accounts/programs/token-routes.ts';
import { accountRoutes } from '../accounts/routes.ts';
import { applicationRoutes } from '../applications/routes.ts';
import { attemptRoutes } from '../code/attempts/routes.ts';
import { codeChangesRoutes } from '../code/changes/routes.ts';
import { codeDownloadRoutes } from '../code/download-routes.ts';
import { handBackRoutes } from '../code/hand-back/routes.ts';
import { readCodeRoutes } from '../code/read-routes.ts';
import { codeRoutes } from '../code/routes.ts';
import { codeServiceRoutes } from '../code/service-routes.ts';
import { discussionRoutes } from '../discussions/routes.ts';
import { evidenceRoutes } from '../evidence/routes.ts';
import { filesOrigin } from '../files/files-origin.ts';
import { fileRoutes } from '../files/routes.ts';
import { fileServiceRoutes } from '../files/service-routes.ts';
import { describeChoice } from '../files/shield/describe-choice.ts';
import { fileSecretRoutes } from '../files/shield/file-routes.ts';
import { guardSharing } from '../files/shield/guard.ts';
import { secretRoutes } from '../files/shield/routes.ts';
import { maskTexts } from '../files/shield/texts.ts';
import { stackRoutes } from '../files/stack/routes.ts';
import { claimsIn, lookUpViewer } from '../http/authenticate.ts';
import { compressAnswers } from '../http/compress-answers.ts';
import { describeScope } from '../http/describe-scope.ts';
import { descriptionRoutes } from '../http/description-routes.ts';
import { earlyAnswers } from '../http/early-answers.ts';
import { forgetForwardedPorts } from '../http/forwarded-ports.ts';
import { healthRoutes } from '../http/health-routes.ts';
import { sayInputProblemsPlainly } from '../http/input-problem-texts.ts';
import { liveRoutes } from '../http/live-routes.ts';
import { sendProblem } from '../http/problems.ts';
import { answerAsDescribed } from '../http/schemas.ts';
import { addSecurityHeaders, securityHeaders } from '../http/security-headers.ts';
import { webRoutes } from '../http/web-routes.ts';
import type { Context } from '../lifecycle/context.ts';
import { mailRoutes } from '../mail/routes.ts';
import { functionRoutes } from '../mail/service-routes.ts';
import { decisionRoutes } from '../moderation/decision-routes.ts';
import { moderationRoutes } from '../moderation/routes.ts';
import { statisticsRoutes } from '../moderation/statistics/routes.ts';
import { alertRoutes } from '../notifications/alert-routes.ts';
import { notificationRoutes } from '../notifications/routes.ts';
import { unsubscribeRoutes } from '../notifications/unsubscribe-routes.ts';
import { effects } from '../operation/effects.ts';
import { metricsRoutes } from '../operation/metrics-routes.ts';
import { earningsRoutes } from '../payments/earnings-routes.ts';
import { paidPage } from '../payments/paid-page.ts';
import { paperRoutes } from '../payments/paper-routes.ts';
import { providerKind } from '../payments/provider-kinds.ts';
import { useProvider } from '../payments/providers.ts';
import { billingRoutes } from '../payments/routes.ts';
import { serviceRoutes } from '../payments/service-routes.ts';
import { webhookRoutes } from '../payments/webhook-routes.ts';
import { mcpRoutes } from '../programs/mcp-routes.ts';
import { openStore } from '../store/open-store.ts';
import type { FileStore } from '../store/store.ts';
import { checkRoutes } from '../tickets/check-routes.ts';
import { draftRoutes } from '../tickets/draft-routes.ts';
import { feedbackRoutes } from '../tickets/feedback-routes.ts';
import { heldRoutes } from '../tickets/held-routes.ts';
import { milestoneRoutes } from '../tickets/milestone-routes.ts';
import { plainRoutes } from '../tickets/plain-routes.ts';
import { planRoutes } from '../tickets/plan-routes.ts';
import { quoteRoutes } from '../tickets/quotes/routes.ts';
import { ticketRoutes } from '../tickets/routes.ts';
import { stepRoutes } from '../tickets/step-routes.ts';
import { unblockerPages } from '../unblockers/pages.ts';
import { reviewRoutes } from '../unblockers/review-routes.ts';
import { unblockerRoutes } from '../unblockers/routes.ts';
import { ownWebhookRoutes } from '../webhooks/routes.ts';
import { Workers } from '../workers/workers.ts';
import { limitConnections, refuseOverload } from './overload.ts';

const BODY_LIMIT_BYTES = 1024 * 1024;

/** The whole HTTP server as one Fastify instance; the caller listens and closes. */
export async function buildApp(
  context: Omit<Context, 'log' | 'files' | 'workers' | 'effects' | 'isLeaving' | 'askedAt'> & {
    log?: FastifyBaseLogger;
    files?: FileStore;
  },
): Promise<FastifyInstance> {
  const headers = await securityHeaders(context.config);
  const early = earlyAnswers(headers);
  const app = Fastify({
    // A machine that is busy loads the code slowly, and is no reason to give up the start.
    pluginTimeout: 120_000,
    ...(context.log ? { loggerInstance: context.log } : { logger: false }),
    bodyLimit: BODY_LIMIT_BYTES,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 200 },
    trustProxy: context.config.trustProxy,
    ...early,
    forceCloseConnections: 'idle',
    requestTimeout: 60_000,
    // Slow headers hold a connection and nothing else. The last one is how often that is checked.
    http: { ...early.http, headersTimeout: 15_000, connectionsCheckingInterval: 5_000 },
  });
  useProvider(context.config, await providerKind(context.config).connect(context));
  const files = context.files ?? (await openStore(context.config));
  const workers = new Workers();
  app.addHook('onClose', () => workers.close());
  app.decorate('context', {
    ...context,
    files,
    workers,
    effects,
    log: app.log,
    isLeaving: false,
    askedAt: Number.NEGATIVE_INFINITY,
  });
  app.decorateRequest('viewer', null);
  app.decorateRequest('claims', null);
  app.decorateRequest('program', null);
  app.setErrorHandler(sendProblem);
  sayInputProblemsPlainly();
  app.setValidatorCompiler(validatorCompiler);
  // Answers contain only what their schema names; see `unstripped` for exceptions.
  app.setSerializerCompiler(serializerCompiler);
  addSecurityHeaders(app, headers);
  forgetForwardedPorts(app);
  await app.register(filesOrigin);
  acceptEmptyJson(app);
  await app.register(formBody);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Unblock', version: '1', description: 'The API of the marketplace.' },
      components: {
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      },
    },
    transform: describeScope(describeChoice(createJsonSchemaTransform({}))),
    transformObject: createJsonSchemaTransformObject({}),
  });
  limitConnections(app);
  await app.register(healthRoutes);
  await app.register(metricsRoutes);
  await app.register(product);
  await app.register(webRoutes);
  await app.ready();
  return app;
}

/** Programs send a JSON content type also without a body, such as for a step without input. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, String(body), done);
  });
}

/**
 * What a form of another site could send without asking the browser first; but for nothing, of which
 * programs say the same, such as `curl -d ''`.
 */
function refuseForms(app: FastifyInstance): void {
  const types = ['application/x-www-form-urlencoded', 'text/plain'];
  app.removeContentTypeParser(types);
  app.addContentTypeParser(types, { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') done(null, undefined);
    else done(new Refusal('unsupported_media_type'));
  });
}

/** All routes that need the database. */
async function product(app: FastifyInstance): Promise<void> {
  refuseOverload(app);
  app.addHook('onRequest', (_request, _reply, done) => {
    app.context.askedAt = performance.now();
    done();
  });
  noteProgramUses(app);
  await app.register(authRoutes, { prefix: '/auth/v1' });
  await app.register(api, { prefix: '/api' });
  await app.register(files, { prefix: '/files' });
  await app.register(webhookRoutes, { prefix: '/webhooks' });
  await app.register(serviceRoutes, { prefix: '/billing/api' });
  await app.register(paidPage, { prefix: '/billing' });
  await app.register(functionRoutes, { prefix: '/functions', mask: maskTexts });
  await app.register(unsubscribeRoutes, { prefix: '/unsubscribe' });
  await app.register(mcpRoutes);
  await app.register(oauthRoutes);
  await app.register(unblockerPages);
  const { config } = app.context;
  const { routes } = providerKind(config);
  if (routes) await app.register(routes, { prefix: `/${config.payments}` });
}

async function files(app: FastifyInstance): Promise<void> {
  app.addHook('onRequest', limitProgramFirst);
  await app.register(fileServiceRoutes);
  await app.register(codeServiceRoutes);
  await app.register(codeDownloadRoutes);
}

async function api(app: FastifyInstance): Promise<void> {
  refuseForms(app);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (request.routeOptions.config.looksUpViewer) {
      request.claims = await claimsIn(request);
    } else {
      await lookUpViewer(request);
    }
    await limitProgram(request, reply);
  });
  compressAnswers(app);
  answerAsDescribed(app);
  guardSharing(app);
  await app.register(descriptionRoutes);
  await app.register(accountRoutes);
  await app.register(meRoutes);
  await app.register(tokenRoutes);
  await app.register(ownWebhookRoutes);
  await app.register(connectedProgramRoutes);
  await app.register(invitationRoutes);
  await app.register(moderationRoutes);
  await app.register(statisticsRoutes);
  await app.register(mailRoutes);
  await app.register(decisionRoutes);
  await app.register(ticketRoutes);
  await app.register(heldRoutes);
  await app.register(draftRoutes);
  await app.register(plainRoutes);
  await app.register(stepRoutes);
  await app.register(checkRoutes);
  await app.register(feedbackRoutes);
  await app.register(reviewRoutes);
  await app.register(unblockerRoutes);
  await app.register(applicationRoutes);
  await app.register(milestoneRoutes);
  await app.register(planRoutes);
  await app.register(quoteRoutes);
  await app.register(discussionRoutes);
  await app.register(notificationRoutes);
  await app.register(alertRoutes);
  await app.register(fileRoutes);
  await app.register(codeRoutes);
  await app.register(readCodeRoutes);
  await app.register(codeChangesRoutes);
  await app.register(handBackRoutes);
  await app.register(stackRoutes);
  await app.register(secretRoutes);
  await app.register(fileSecretRoutes);
  await app.register(attemptRoutes);
  await app.register(evidenceRoutes);
  await app.register(billingRoutes);
  await app.register(earningsRoutes);
  await app.register(paperRoutes);
  await app.register(liveRoutes);
  // Otherwise an unknown call under /api would get the web's page.
  app.all('/*', { schema: { hide: true } }, () => {
    throw new Refusal('not_found');
  });
}
