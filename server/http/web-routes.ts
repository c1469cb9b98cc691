import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { PROVIDER_NAMES } from '#domain/payment-provider.ts';
import { Refusal } from '#domain/refusals.ts';
import type { Database } from '../database/database.ts';
import { escapeHtml } from './html.ts';
import {
  type Addresses,
  applicationPage,
  type PreparedText,
  prepared,
  publicPages,
} from './prepared-text.ts';
import { sendProblem } from './problems.ts';
import { FILE_POLICY } from './security-headers.ts';
import { encodingFor, sendPrepared } from './send-prepared.ts';
import { findSharedFile } from './shared-web-files.ts';
import { ASSETS, WEB_FOLDER } from './web-build.ts';

/** Paths that are never a page: an unknown one answers with a problem. */
const NOT_PAGES = new RegExp(
  `^/(${[
    ...['api', 'auth/v1', 'assets', 'billing', 'files', 'functions', 'unsubscribe', 'webhooks'],
    ...['healthz', 'readyz', 'metrics', 'mcp', 'oauth', '\\.well-known', ...PROVIDER_NAMES],
  ].join('|')})(/|$)`,
);
/** Nor is a name with an extension, such as /old/logo.png or /.env. */
const FILE = /\.[^/]*$/;
/** One level, as the build has it. */
const ASSET = /^\/assets\/([\w.-]+)(?:\?|$)/;
/** Useless on files other than pages, where they would only cost bytes. */
const PAGE_HEADERS = [
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];

/** The web: prerendered pages, and the application's own page for other screens. */
export const webRoutes: FastifyPluginAsync = async (app) => {
  const { config } = app.context;
  const { publicUrl } = config;
  await app.register(fastifyStatic, {
    root: WEB_FOLDER,
    index: false,
    redirect: false,
    cacheControl: false,
    preCompressed: true,
    // Pages are sent from memory, with the public address in them; the build's notes are not served.
    allowedPath: (name) => !name.endsWith('.html') && !name.includes('/.'),
    setHeaders: (reply, file) => {
      if (file.startsWith(ASSETS)) markLasting(reply);
      else reply.header('cache-control', 'no-cache');
    },
  });
  const pages = await publicPages(config);
  const texts: [string, PreparedText][] = [
    ...pages,
    ['/robots.txt', await prepared('text/plain', robotsTxt(publicUrl))],
    ['/sitemap.xml', await prepared('application/xml', sitemapXml(publicUrl, pages.keys()))],
  ];
  for (const [address, text] of texts) {
    app.get(address, { schema: { hide: true } }, (request, reply) =>
      sendPrepared(text, request, reply),
    );
  }
  const screens = await otherScreens(pages, config);
  app.setNotFoundHandler(async (request, reply) => {
    const [, name] = (isRead(request) && ASSET.exec(request.url)) || [];
    return name ? sendShared(app.context.db, name, request, reply) : screens(request, reply);
  });
};

/** The answer where no file and no call has that path. Source: specification 2.1, last row. */
async function otherScreens(pages: ReadonlyMap<string, PreparedText>, addresses: Addresses) {
  const pageOf = await applicationPages(addresses);

  return (request: FastifyRequest, reply: FastifyReply) => {
    const [pathname = '', query] = request.url.split('?', 2);
    const address = pathname.toLowerCase().replace(/\/$/, '');
    if (pages.has(address)) return reply.redirect(query ? `${address}?${query}` : address, 301);
    if (!isRead(request) || NOT_PAGES.test(pathname)) return nothingThere(request, reply);
    const application = pageOf(pathname);
    if (application) {
      reply.header('x-robots-tag', 'noindex');
      return application.then((text) => sendPrepared(text, request, reply));
    }
    return FILE.test(pathname) ? nothingThere(request, reply) : reply.redirect('/');
  };
}

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD';

/** Pages of other releases may be open still, or come from a server that runs another one. */
async function sendShared(
  db: Database,
  name: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const file = await findSharedFile(db, name, encodingFor(request, ['br']) !== null);
  if (!file) return nothingThere(request, reply);
  markLasting(reply.header('vary', 'accept-encoding'));
  if (file.isPacked) reply.header('content-encoding', 'br');
  return reply.type(file.type).send(file.content);
}

/** Only built files have names that change with their content. */
function markLasting(reply: FastifyReply): void {
  reply.header('cache-control', 'public, max-age=31536000, immutable');
  for (const name of PAGE_HEADERS) reply.removeHeader(name);
  reply.header('content-security-policy', FILE_POLICY);
}

function nothingThere(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendProblem(new Refusal('not_found'), request, reply);
}

/** Written by the web build. */
const SCREENS = path.join(WEB_FOLDER, '../screens.json');

interface BuiltScreen {
  /** Such as `/discussions/:ticketId?`. */
  address: string;
  /** Of its first load. */
  scripts: string[];
  /** What it asks of the API first, with names of the address. */
  reads: string[];
}

/**
 * The application's page for a path, or null where no screen has it. Each screen's page names what it
 * will need first, so that the browser fetches it at once and not one after the other, and after what draws
 * the page.
 */
async function applicationPages(
  addresses: Addresses,
): Promise<(pathname: string) => Promise<PreparedText> | null> {
  const page = await applicationPage(addresses);
  if (page === null) return () => null;
  const screens: BuiltScreen[] = JSON.parse(await readFile(SCREENS, 'utf8'));
  const known = screens.map((screen) => ({ screen, pattern: toPattern(screen.address) }));
  return (pathname) => {
    const found = known.find(({ pattern }) => pattern.test(pathname));
    return found ? prepared('text/html', withFirst(page, found.screen)) : null;
  };
}

/** What it reads is asked for by `web/public/start.js`. */
function withFirst(page: string, { address, scripts, reads }: BuiltScreen): string {
  const asked = `data-address="${escapeHtml(address)}" data-reads="${escapeHtml(reads.join(' '))}"`;
  const loaded = scripts
    .filter((script) => !page.includes(script))
    .map(
      (script) => `<link rel="modulepreload" fetchpriority="low" href="${escapeHtml(script)}"/>`,
    );
  return page
    .replace('<html', reads.length > 0 ? `$& ${asked}` : '$&')
    .replace('</head>', `${loaded.join('')}$&`);
}

/** Like the browser's router: ignores case, and a slash at the end. */
function toPattern(address: string): RegExp {
  const segments = address.split('/').filter(Boolean);
  const source = segments.map((segment) => {
    if (!segment.startsWith(':')) return `/${segment.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}`;
    return segment.endsWith('?') ? '(/[^/]+)?' : '/[^/]+';
  });
  return new RegExp(`^${source.join('')}/?$`, 'i');
}

/** Calls are not for crawlers; screens behind the sign-in say so in a header. */
function robotsTxt(publicUrl: string): string {
  return `User-agent: *
Disallow: /api/
Disallow: /auth/v1/

Sitemap: ${publicUrl}/sitemap.xml
Sitemap: ${publicUrl}/sitemap-unblockers.xml
`;
}

/** All public pages, home first. */
function sitemapXml(publicUrl: string, addresses: Iterable<string>): string {
  const entries = [...addresses]
    .toSorted()
    .map((address) => `  <url><loc>${escapeHtml(publicUrl + address)}</loc></url>\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('')}</urlset>
`;
}
