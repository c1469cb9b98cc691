import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { paths } from '#domain/paths.ts';
import { Refusal } from '#domain/refusals.ts';
import { type UnblockerSearch, unblockerSearchSchema } from '#domain/unblocker.ts';
import { compressAnswers } from '../http/compress-answers.ts';
import { limitCalls } from '../http/limit-calls.ts';
import { applicationPage } from '../http/prepared-text.ts';
import { publicSlugs, searchUnblockers, unblockerBySlug } from './directory.ts';
import { directoryPage, filledPage, type PageWords, profilePage, sitemap } from './page-html.ts';
import { sharePicture } from './share-picture.ts';

/** As many profiles as one page of the directory has. */
const PAGE_SIZE = 20;
/** As many addresses as one sitemap may have; the directory itself is the first. */
const SITEMAP_SIZE = 50_000;

/**
 * The directory and the profiles as pages whose words are there without scripts, for search engines and
 * shared links. Nothing keeps them: who is suspended, leaves, or takes their profile back is gone at once.
 */
export const unblockerPages: FastifyPluginAsync = async (app) => {
  const { config, reads } = app.context;
  const application = await applicationPage(config);
  const { publicUrl } = config;
  compressAnswers(app);

  app.get(paths.unblockers(), { schema: { hide: true } }, async (request, reply) => {
    await limitCalls(request, reply, { name: 'directory' });
    const { data: search = FIRST } = unblockerSearchSchema.safeParse(request.query);
    const page = await searchUnblockers(reads.db, { ...search, limit: PAGE_SIZE });
    return send(reply, directoryPage(publicUrl, page));
  });

  app.get('/unblockers/:slug', { schema: { hide: true } }, async (request, reply) => {
    await limitCalls(request, reply, { name: 'directory' });
    const { slug } = request.params as { slug: string };
    const found = await unblockerBySlug(reads.db, slug).catch(nothing);
    if (!found) return send(reply.code(404), null);
    if (found.slug !== slug) {
      return reply.header('cache-control', 'no-store').redirect(paths.unblocker(found.slug), 301);
    }
    return send(reply, profilePage(publicUrl, found));
  });

  app.get('/unblockers/:slug/share.png', { schema: { hide: true } }, async (request, reply) => {
    await limitCalls(request, reply, { name: 'directory' });
    const { slug } = request.params as { slug: string };
    const picture = await sharePicture(await unblockerBySlug(reads.db, slug));
    return reply.header('cache-control', 'no-store').type('image/png').send(picture);
  });

  app.get('/sitemap-unblockers.xml', { schema: { hide: true } }, async (request, reply) => {
    await limitCalls(request, reply, { name: 'directory' });
    const slugs = await publicSlugs(reads.db, SITEMAP_SIZE - 1);
    return reply
      .header('cache-control', 'no-store')
      .type('application/xml; charset=utf-8')
      .send(sitemap(publicUrl, slugs));
  });

  /** The application with words in it; without them for a profile that is not there. */
  async function send(reply: FastifyReply, words: PageWords | null) {
    if (!application) throw new Refusal('not_found');
    if (!words) void reply.header('x-robots-tag', 'noindex');
    void reply.header('cache-control', 'no-store').type('text/html; charset=utf-8');
    return reply.send(words ? filledPage(application, words) : application);
  }
};

const FIRST: UnblockerSearch = { sort: 'first_pass' };

function nothing(cause: unknown): null {
  if (cause instanceof Refusal && cause.code === 'not_found') return null;
  throw cause;
}
