import { aiToolLabels } from '#domain/ai-tool.ts';
import { awayWords, newUnblockerWords } from '#domain/availability-words.ts';
import { categoryLabels, categoryWords } from '#domain/category.ts';
import { badgeWords } from '#domain/entry-test.ts';
import { languageLabels } from '#domain/language.ts';
import { paths } from '#domain/paths.ts';
import { withoutMarks } from '#domain/plain-text.ts';
import { SERVED_DATA, SERVED_WORDS, SITE_NAME } from '#domain/site.ts';
import type { PublicReview, Unblocker, UnblockerPage } from '#domain/unblocker.ts';
import {
  directoryWords,
  finishedWords,
  rateText,
  rateWords,
  timeZoneWords,
  usualAnswer,
} from '#domain/unblocker-words.ts';
import { escapeHtml } from '../http/html.ts';
import type { Page } from '../http/paging.ts';

/**
 * What is put into the application's page before it is sent. All of it is escaped. Its paragraphs are at
 * least as large as the screen's: a browser then takes the page as painted with them.
 */
export interface PageWords {
  head: string;
  body: string;
}

const FRAME = 'mx-auto w-full max-w-3xl px-4 py-12 sm:px-6';

/** The application's page with other words: its title is replaced, and what scripts will draw stands there already. */
export function filledPage(application: string, { head, body }: PageWords): string {
  const [before, after] = cut(application, /<title>[^<]*<\/title>/);
  const [start, end] = cut(after, new RegExp(`(?<=<div[^>]*id="${SERVED_WORDS}"[^>]*>)(?=</div>)`));
  return `${before}${head}${start}${body}${end}`;
}

/** In two parts, since words may hold what a replacement would take for its own signs. */
function cut(page: string, at: RegExp): [before: string, after: string] {
  const found = at.exec(page);
  if (!found) throw new Error(`the built page has no ${at.source}`);
  return [page.slice(0, found.index), page.slice(found.index + found[0].length)];
}

/** A profile as words, with what search engines and shared links read of it. */
export function profilePage(publicUrl: string, page: UnblockerPage): PageWords {
  const url = publicUrl + paths.unblocker(page.slug);
  const words = page.words ? withoutMarks(page.words) : '';
  const about = {
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    url,
    mainEntity: {
      '@type': 'Person',
      name: page.full_name,
      url,
      description: page.headline,
      jobTitle: 'Unblocker',
      knowsAbout: [
        ...page.categories.map((category) => categoryLabels[category]),
        ...page.ai_tools.map((tool) => aiToolLabels[tool]),
      ],
      knowsLanguage: page.languages,
    },
  };
  const badges = page.badges.map((badge): [string, string] => ['Checked', badgeWords[badge].label]);
  const facts = [...termsOf(page), ...badges, ...ratesOf(page)].map(
    ([term, value]) =>
      `<dt class="font-medium">${escapeHtml(term)}</dt><dd>${escapeHtml(value)}</dd>`,
  );
  return {
    head: headOf({
      title: `${page.full_name}, unblocker`,
      description: `${page.headline}. ${finishedWords(page.finished)} on ${SITE_NAME}.`,
      url,
      type: 'profile',
      picture: `${url}/share.png`,
    }),
    body: `<main class="${FRAME}"><h1 class="text-4xl">${escapeHtml(page.full_name)}</h1>
<p class="mt-2">${escapeHtml(page.headline)}</p>
${words
  .split(/\n{2,}/)
  .map((each) => `<p class="mt-2 text-lg leading-relaxed">${escapeHtml(each)}</p>`)
  .join('\n')}
<dl class="mt-8">${facts.join('')}</dl>
${page.reviews.map(reviewHtml).join('\n')}</main>${dataOf(page, about)}`,
  };
}

function termsOf(page: Unblocker): [string, string][] {
  const { rating_average, rating_count } = page;
  const answer = usualAnswer(page.answer);
  const terms: [string, string | null][] = [
    ['Fields', categoryWords(page.categories)],
    ['AI tools', page.ai_tools.map((tool) => aiToolLabels[tool]).join(', ')],
    ['Languages', page.languages.map((language) => languageLabels[language]).join(', ')],
    ['Time zone', timeZoneWords(page.time_zone)],
    ['Finished', finishedWords(page.finished)],
    ['Availability', page.away_until === null ? null : awayWords(page.away_until)],
    ['Experience', page.first_requests === null ? null : newUnblockerWords(page.first_requests)],
    ['Answers', answer && `Usually ${answer} (${page.answer.count} counted)`],
    [
      'Rating',
      rating_average === null
        ? null
        : `${rating_average.toFixed(1)} of 5 (${rating_count} ratings)`,
    ],
  ];
  return terms.filter((term): term is [string, string] => Boolean(term[1]));
}

function ratesOf({ rates }: Unblocker): [string, string][] {
  if (!rates) return [];
  return (['first_pass', 'on_time', 'stayed_fixed'] as const).flatMap(
    (name): [string, string][] => {
      const { count, of } = rates[name];
      const rate = rateText({ count, of });
      return rate === null
        ? []
        : [[rateWords[name].title, `${rate} (${count} of ${of} ${rateWords[name].of})`]];
    },
  );
}

function reviewHtml({ rating, feedback, reply }: PublicReview): string {
  const stars = rating === null ? '' : `<p>${rating} of 5 stars</p>`;
  const words = feedback === null ? '' : `<p>${escapeHtml(withoutMarks(feedback))}</p>`;
  const answer = reply === null ? '' : `<p>Reply: ${escapeHtml(withoutMarks(reply))}</p>`;
  return `<article class="mt-8"><h2 class="text-xl">Review of a customer</h2>${stars}${words}${answer}</article>`;
}

/** The directory as a list of links. */
export function directoryPage(publicUrl: string, page: Page<Unblocker>): PageWords {
  const { items: unblockers } = page;
  const url = publicUrl + paths.unblockers();
  const about = {
    '@context': 'https://schema.org',
    '@type': 'CollectionPage',
    url,
    mainEntity: {
      '@type': 'ItemList',
      itemListElement: unblockers.map(({ slug, full_name }, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name: full_name,
        url: publicUrl + paths.unblocker(slug),
      })),
    },
  };
  const items = unblockers.map(
    ({ slug, full_name, headline, finished }) =>
      `<li class="mt-4"><a class="link" href="${escapeHtml(paths.unblocker(slug))}">${escapeHtml(full_name)}</a><p>${escapeHtml(headline)}</p><p>${finishedWords(finished)}</p></li>`,
  );
  return {
    head: headOf({
      title: 'Unblockers',
      description:
        'Find the developer who gets your AI-written code unstuck: by field, AI tool and language, with what they finished and how it held.',
      url,
      type: 'website',
      picture: `${publicUrl}/share.png`,
    }),
    body: `<main class="${FRAME}"><h1 class="text-base font-semibold">${directoryWords.title}</h1>
<p class="mt-3 max-w-3xl font-display text-4xl leading-[1.08] font-bold tracking-tight text-balance md:text-5xl">${directoryWords.line}</p>
<p class="mt-4 max-w-2xl text-lg leading-relaxed">${directoryWords.lead}</p><ul>${items.join('')}</ul></main>${dataOf(page, about)}`,
  };
}

interface Head {
  title: string;
  description: string;
  url: string;
  type: 'profile' | 'website';
  picture: string;
}

/**
 * The same tags as of prerendered pages (web/site/page-meta.ts). The application takes the title over, and
 * the others out again once it has its own.
 */
function headOf({ title, description, url, type, picture }: Head): string {
  const full = `${title} · ${SITE_NAME}`;
  const named = (attribute: 'name' | 'property', values: Record<string, string>) =>
    Object.entries(values)
      .map(
        ([name, value]) =>
          `<meta ${attribute}="${name}" content="${escapeHtml(value)}" data-served>`,
      )
      .join('');
  return [
    `<title>${escapeHtml(full)}</title>`,
    `<link rel="canonical" href="${escapeHtml(url)}" data-served>`,
    named('name', {
      description,
      'twitter:card': 'summary_large_image',
      'twitter:title': full,
      'twitter:description': description,
      'twitter:image': picture,
    }),
    named('property', {
      'og:type': type,
      'og:site_name': SITE_NAME,
      'og:locale': 'en_US',
      'og:title': full,
      'og:description': description,
      'og:url': url,
      'og:image': picture,
      'og:image:width': '1200',
      'og:image:height': '630',
    }),
  ].join('');
}

/**
 * What it is about, for search engines, and what its screen would ask the API for next. In the body, as
 * React takes a script in the head for one of its own.
 */
function dataOf(page: object, about: object): string {
  return `<script type="application/ld+json">${asScript(about)}</script><script type="application/json" id="${SERVED_DATA}">${asScript(page)}</script>`;
}

/** JSON in which nothing ends the script around it. */
function asScript(value: object): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

/** The addresses of the directory and of profiles, for search engines. */
export function sitemap(publicUrl: string, slugs: readonly string[]): string {
  const addresses = [paths.unblockers(), ...slugs.map((slug) => paths.unblocker(slug))];
  const entries = addresses
    .map((address) => `  <url><loc>${escapeHtml(publicUrl + address)}</loc></url>\n`)
    .join('');
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries}</urlset>
`;
}
