import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invalidInput } from '#domain/refusals.ts';
import { type SecretsChoice, SecretsFound, secretsChoiceSchema } from '#domain/secret.ts';
import { limitCalls } from '../../http/limit-calls.ts';
import { viewerOf } from '../../http/viewer.ts';
import type { Change } from '../../lifecycle/change.ts';
import { lookThroughFiles } from './files-to-share.ts';
import { noteShared, type Shared } from './note-shared.ts';
import { isRecord, partsOf, replaced, type SharedText, type Shares } from './shared-parts.ts';
import { lookThroughText, maskTexts } from './texts.ts';

/** Looking through less costs next to nothing. */
const FREE_LENGTH = 2000;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Looked through before the call is carried out; see `guardSharing`. */
    shares?: Shares;
  }
  interface FastifyRequest {
    /** The `secrets` of the body. */
    secretsChoice: SecretsChoice | null;
    shared: Shared | null;
  }
}

/**
 * "Secrets stay home": whatever a call would show to the other side is looked through here, before
 * its transaction begins, whoever sends it. A route names its fields in `config.shares`; where one
 * has keys or passwords in it, the call is refused unless its body says `secrets: 'mask'` or
 * `secrets: 'share'`. Neither the commands nor the kept answers know of that field.
 * @throws SecretsFound, Refusal `not_looked_through`
 */
export function guardSharing(app: FastifyInstance): void {
  app.decorateRequest('secretsChoice', null);
  app.decorateRequest('shared', null);
  app.decorateRequest('along', null);
  app.decorateRequest('asSent', null);
  app.addHook('preValidation', async (request) => takeChoice(request));
  app.addHook('preHandler', async (request, reply) => {
    const { shares } = request.routeOptions.config;
    if (!shares || !isRecord(request.body)) return;
    const isPublic = request.routeOptions.schema?.security === undefined;
    const person = personOf(request);
    if (person === null && !isPublic) return;
    const { texts, keys } = partsOf(request.body, shares);
    if (texts.length === 0 && keys.length === 0) return;
    const length = texts.reduce((sum, { text }) => sum + text.length, 0);
    if (keys.length > 0 || length > FREE_LENGTH)
      await limitCalls(request, reply, { name: 'look_through', ...(person && { key: person }) });
    await look(request, { shares, texts, keys });
  });
}

/** @throws Refusal `invalid_input` */
function takeChoice(request: FastifyRequest): void {
  if (!request.routeOptions.config.shares || !isRecord(request.body)) return;
  const { secrets, ...rest } = request.body;
  const choice = secretsChoiceSchema.optional().safeParse(secrets);
  if (!choice.success) throw invalidInput('secrets', choice.error.issues[0]?.message ?? '');
  request.secretsChoice = choice.data ?? null;
  request.body = rest;
}

interface Looked {
  shares: Shares;
  texts: readonly SharedText[];
  keys: readonly string[];
}

async function look(request: FastifyRequest, { shares, keys, ...parts }: Looked): Promise<void> {
  const { context } = request.server;
  const by = personOf(request) ?? '';
  const choice =
    shares.maskOnly && request.secretsChoice === 'share' ? null : request.secretsChoice;
  const texts = await Promise.all(
    parts.texts.map(({ where, text }) => lookThroughText(where, text)),
  );
  const inTexts = texts.flatMap(({ items }) => items);
  const uploads = await lookThroughFiles(context, by, keys, choice);
  const items = [...inTexts, ...uploads.items];
  if (items.length > 0 && choice === null) throw new SecretsFound(items);
  if (choice === 'mask') {
    const masked = await maskTexts(
      Object.fromEntries(texts.map(({ field, text }) => [field, text])),
    );
    const copies = new Map(keys.map((key, place) => [key, uploads.keys[place] ?? key]));
    request.asSent = request.body;
    request.body = replaced(request.body, shares, { texts: masked, copies });
  }
  const isShared = choice === 'share';
  const shared = {
    inTexts: isShared && inTexts.length > 0,
    fileKeys: isShared ? uploads.found : [],
  };
  request.shared = shared;
  const { open } = uploads;
  const masked = choice === 'mask' ? uploads.found : [];
  if (!shared.inTexts && [shared.fileKeys, open, masked].every(({ length }) => length === 0))
    return;
  request.along = (change: Change, answer: unknown) =>
    noteShared(change, { by, answer, shared, choice, open, masked });
}

/** Null for whoever is refused by the call itself. */
function personOf(request: FastifyRequest): string | null {
  if (request.claims) return request.claims.user_id;
  return request.viewer === null ? null : viewerOf(request).id;
}
