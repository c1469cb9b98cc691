import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invalidInput } from '#domain/refusals.ts';
import { type SecretsChoice, SecretsFound, secretsChoiceSchema } from '#domain/secret.ts';
import { Placeholders } from '#domain/secret-mask.ts';
import { limitCalls } from '../../http/limit-calls.ts';
import { viewerOf } from '../../http/viewer.ts';
import type { Change } from '../../lifecycle/change.ts';
import { lookThroughFiles } from './files-to-share.ts';
import { noteShared, type Shared } from './note-shared.ts';
import { type LookedText, lookThroughText, maskText } from './texts.ts';

/** What of a call's body the other side of a request will read. */
export interface Shares {
  texts: readonly string[];
  /** The field with keys of uploads. */
  files?: 'files' | 'attachments' | 'file_attachments';
  /** Keys can be masked, but not shared: no history of one request could say so. */
  maskOnly?: true;
}

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
  app.addHook('preValidation', async (request) => takeChoice(request));
  app.addHook('preHandler', async (request, reply) => {
    const { shares } = request.routeOptions.config;
    if (!shares || !isRecord(request.body) || !personOf(request)) return;
    const named = shares.texts.filter((field) => typeof body(request)[field] === 'string');
    const files = shares.files ? keysIn(body(request)[shares.files]) : [];
    if (named.length === 0 && files.length === 0) return;
    const length = named.reduce((sum, field) => sum + String(body(request)[field]).length, 0);
    if (files.length > 0 || length > FREE_LENGTH)
      await limitCalls(request, reply, { name: 'look_through', key: personOf(request) ?? '' });
    await look(request, { shares, named, files });
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
  named: readonly string[];
  files: readonly string[];
}

async function look(request: FastifyRequest, { shares, named, files }: Looked): Promise<void> {
  const { context } = request.server;
  const by = personOf(request) ?? '';
  const choice =
    shares.maskOnly && request.secretsChoice === 'share' ? null : request.secretsChoice;
  const texts = await Promise.all(
    named.map((field) => lookThroughText(field, body(request)[field])),
  );
  const inTexts = texts.flatMap(({ items }) => items);
  const uploads = await lookThroughFiles(context, by, files, choice);
  const items = [...inTexts, ...uploads.items];
  if (items.length > 0 && choice === null) throw new SecretsFound(items);
  if (choice === 'mask') {
    const masked = await maskAll(texts);
    const keys = shares.files && files.length > 0 && { [shares.files]: uploads.keys };
    request.body = { ...body(request), ...masked, ...keys };
  }
  const isShared = choice === 'share';
  const shared = {
    inTexts: isShared && inTexts.length > 0,
    fileKeys: isShared ? uploads.found : [],
  };
  request.shared = shared;
  const { open } = uploads;
  if (!shared.inTexts && shared.fileKeys.length === 0 && open.length === 0) return;
  request.along = (change: Change, answer: unknown) =>
    noteShared(change, { by, answer, shared, choice, open });
}

/** By their fields. The same key has the same placeholder in all of them. */
async function maskAll(texts: readonly LookedText[]): Promise<Record<string, string>> {
  const masked: Record<string, string> = {};
  const placeholders = new Placeholders();
  for (const { field, text } of texts) masked[field] = await maskText(field, text, placeholders);
  return masked;
}

/** Null for whoever is refused by the call itself. */
function personOf(request: FastifyRequest): string | null {
  if (request.claims) return request.claims.user_id;
  return request.viewer === null ? null : viewerOf(request).id;
}

function body(request: FastifyRequest): Record<string, unknown> {
  return request.body as Record<string, unknown>;
}

function keysIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((key) => typeof key === 'string') : [];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
