import type { FastifyInstance } from 'fastify';

/** An address with the port of its connection, as some proxies write it: `192.0.2.7:50123`, `[2001:db8::7]:50123`. */
const WITH_PORT = /^(?:\[([\da-f:.]+)\]|(\d+(?:\.\d+){3})):\d+$/i;

/**
 * Takes the ports out of `X-Forwarded-For`: otherwise each connection would count as an address of its
 * own, and no limit for an address would hold.
 */
export function forgetForwardedPorts(app: FastifyInstance): void {
  if (app.context.config.trustProxy === false) return;
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    const forwarded = raw.headers['x-forwarded-for'];
    if (typeof forwarded === 'string') {
      const addresses = forwarded.split(',').map((each) => each.trim());
      raw.headers['x-forwarded-for'] = addresses
        .map((each) => each.replace(WITH_PORT, '$1$2'))
        .join(', ');
    }
    done();
  });
}
