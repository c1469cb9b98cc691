import type { FastifyPluginAsync } from 'fastify';

/** Where a customer of another program returns from the checkout. It proves nothing. */
export const paidPage: FastifyPluginAsync = async (app) => {
  app.get('/paid', { schema: { hide: true } }, (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(PAGE),
  );
};

const PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Thank you</title><style>:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
main{max-width:26rem;margin:12vh auto;padding:2rem}h1{font-size:1.25rem}</style></head><body><main>
<h1>Thank you</h1><p>You can close this page. You will get a receipt by mail once the payment is confirmed.</p>
</main></body></html>`;
