import { finished } from 'node:stream';
import negotiate from '@fastify/accept-negotiator';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { canonicalJson } from '#domain/canonical-json.ts';
import {
  type EvidenceFile,
  evidenceFileSchema,
  evidenceFindingSchema,
  evidenceKeySchema,
} from '#domain/evidence.ts';
import { MAX_EVIDENCE_MB } from '#domain/limits.ts';
import { invalidInput, Refusal } from '#domain/refusals.ts';
import { shortId } from '#domain/ticket-words.ts';
import { limitCalls } from '../http/limit-calls.ts';
import { networkOf } from '../http/limits.ts';
import { describe, idParams } from '../http/schemas.ts';
import { viewerOf } from '../http/viewer.ts';
import { Turns } from '../workers/turns.ts';
import { checkEvidence } from './check-evidence.ts';
import { mapInTurns } from './in-turns.ts';
import { drawEvidence } from './pdf/draw-evidence.ts';
import { picturesIn } from './pictures.ts';
import { publicKeys } from './signing-key.ts';
import { takeEvidence } from './take-evidence.ts';

const PDF = 'application/pdf';
const paper = z.instanceof(Buffer).meta({ type: 'string', format: 'binary' });

/** Files read into memory at once, in all and per network. */
const TAKEN = { atOnce: 8, atOnceEach: 2, waiting: 40, waitingEach: 10 };
const MAX_WAIT_MS = 20_000;

/** The canonical form, which is what is hashed; the entries come first. */
async function textOf({ entries, ...rest }: EvidenceFile): Promise<string> {
  const texts = await mapInTurns(entries, (entry) => canonicalJson(entry));
  const empty = canonicalJson({ ...rest, entries: [] });
  return empty.replace('"entries":[]', () => `"entries":[${texts.join()}]`);
}

/** The evidence file: for the sides and moderators; anybody can verify one. */
export const evidenceRoutes: FastifyPluginAsyncZod = async (app) => {
  const { context } = app;

  app.get(
    '/tickets/:id/evidence',
    describe('Download the signed history of a request; as a PDF by Accept: application/pdf', {
      params: idParams,
      response: {
        200: {
          content: {
            'application/json': { schema: evidenceFileSchema },
            [PDF]: { schema: paper },
          },
        },
      },
    }),
    async (request, reply) => {
      const viewer = viewerOf(request);
      await limitCalls(request, reply, { name: 'evidence', key: viewer.id });
      const file = await takeEvidence(context, viewer, request.params.id);
      const type = negotiate(request.headers.accept ?? '*/*', ['application/json', PDF]);
      const name = `evidence-${shortId(file.request.id)}.${type === PDF ? 'pdf' : 'json'}`;
      void reply
        .header('content-disposition', `attachment; filename="${name}"`)
        .header('vary', 'accept');
      if (type === PDF) {
        const pictures = await picturesIn(context, viewer, file);
        return reply.type(PDF).send(await drawEvidence({ file, pictures }, viewer.id));
      }
      const text = await textOf(file);
      return reply
        .type('application/json; charset=utf-8')
        .serializer(() => text)
        .send(file);
    },
  );

  app.get(
    '/evidence/keys',
    describe(
      'List the public keys of evidence files, as a JWK set',
      { response: { 200: z.object({ keys: z.array(evidenceKeySchema) }) } },
      'public',
    ),
    async () => ({ keys: await publicKeys(context.db) }),
  );

  // Taken as bytes, whatever it is: a file that cannot be read gets an answer too.
  await app.register(async (raw) => {
    const turns = new Turns(TAKEN);
    raw.removeAllContentTypeParsers();
    raw.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: MAX_EVIDENCE_MB * 1024 * 1024 },
      (_request, body, done) => done(null, body),
    );
    raw.post(
      '/evidence/verify',
      {
        onRequest: async (request, reply) => {
          await limitCalls(request, reply, { name: 'evidence_check' });
          const patience = AbortSignal.timeout(MAX_WAIT_MS);
          const endTurn = await turns.take(networkOf(request.ip), patience);
          if (!endTurn) throw new Refusal('unavailable');
          finished(reply.raw, endTurn);
        },
        ...describe(
          'Verify an evidence file, sent as the body',
          { response: { 200: evidenceFindingSchema } },
          'public',
        ),
      },
      async (request) => {
        const { body } = request as { body: unknown };
        if (!Buffer.isBuffer(body)) throw invalidInput('body', 'Please send an evidence file');
        return checkEvidence(context, body, networkOf(request.ip));
      },
    );
  });
};
