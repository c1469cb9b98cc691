import { BUILD_ORIGIN, SITE_NAME } from '#domain/site.ts';

interface PageMeta {
  /** Without the product's name, unless it is the whole title. */
  title: string;
  /** One sentence for search results and shared links. */
  description: string;
  /** The canonical path. */
  path: string;
}

/** Title, description, canonical address, and what a shared link shows. */
export function pageMeta({ title, description, path }: PageMeta) {
  const full = title.startsWith(`${SITE_NAME} `) ? title : `${title} · ${SITE_NAME}`;
  const url = origin() + path;
  const picture = `${origin()}/share.png`;
  return [
    { title: full },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: SITE_NAME },
    { property: 'og:locale', content: 'en_US' },
    { property: 'og:title', content: full },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { property: 'og:image', content: picture },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: PICTURE },
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:title', content: full },
    { name: 'twitter:description', content: description },
    { name: 'twitter:image', content: picture },
    { name: 'twitter:image:alt', content: PICTURE },
  ];
}

const PICTURE =
  "Unblock. Stuck? When AI Can't, We Can. Beside it a request whose plan waits for the customer.";

/** Where the product is served; the server puts it into prerendered pages. */
export function origin(): string {
  return typeof document === 'undefined' ? BUILD_ORIGIN : location.origin;
}
