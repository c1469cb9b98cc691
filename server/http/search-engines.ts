import { escapeHtml } from './html.ts';

/** Calls are nothing to read; screens behind the sign-in say so in a header of their own. */
export function robotsTxt(publicUrl: string): string {
  return `User-agent: *
Disallow: /api/
Disallow: /auth/v1/

Sitemap: ${publicUrl}/sitemap.xml
`;
}

/** All public pages, home first. */
export function sitemapXml(publicUrl: string, addresses: Iterable<string>): string {
  const entries = [...addresses]
    .toSorted()
    .map((address) => `  <url><loc>${escapeHtml(publicUrl + address)}</loc></url>\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('')}</urlset>
`;
}
