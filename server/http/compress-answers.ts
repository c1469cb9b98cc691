import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import negotiate from '@fastify/accept-negotiator';
import type { FastifyInstance } from 'fastify';

/** Shorter texts fit into one packet anyway. */
const LEAST_CHARACTERS = 1400;
/** A third of the time of the usual level, for a twentieth more. */
const LEVEL = 4;
const TEXTS = /^(?:application\/(?:problem\+)?json|text\/html|application\/xml)\b/;

const zipped = promisify(gzip);

/**
 * Compresses what the routes of `app` answer in words, off the server's own thread. Only where browsers
 * come without a proxy before us, which would do it.
 */
export function compressAnswers(app: FastifyInstance): void {
  if (app.context.config.trustProxy !== false) return;
  app.addHook('onSend', (request, reply, payload, done) => {
    const accepted = request.headers['accept-encoding']?.toLowerCase();
    if (!accepted || typeof payload !== 'string' || payload.length < LEAST_CHARACTERS)
      return done(null, payload);
    const isText = TEXTS.test(String(reply.getHeader('content-type')));
    if (!isText || negotiate(accepted, ['gzip']) !== 'gzip') return done(null, payload);
    const vary = [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', ');
    reply.headers({ 'content-encoding': 'gzip', vary });
    reply.removeHeader('content-length');
    zipped(payload, { level: LEVEL }).then(
      (smaller) => done(null, smaller),
      (error: Error) => done(error),
    );
  });
}
