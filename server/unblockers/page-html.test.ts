import { describe, expect, test } from 'vitest';
import { SERVED_DATA, SERVED_WORDS } from '#domain/site.ts';
import type { UnblockerPage } from '#domain/unblocker.ts';
import { directoryWords } from '#domain/unblocker-words.ts';
import { workOf } from '../testing/own-time.ts';
import { directoryPage, filledPage, profilePage, sitemap } from './page-html.ts';

const URL = 'https://unblock.example';
const APPLICATION = `<!DOCTYPE html><html><head><title>Unblock</title><script src="/a.js"></script></head><body><div id="${SERVED_WORDS}" class="peer"></div><div>Loading</div></body></html>`;

const profile: UnblockerPage = {
  id: '00000000-0000-4000-8000-000000000000',
  slug: 'ana-silva',
  full_name: 'Ana Silva',
  headline: 'Mends it',
  words: 'I **mend** it.\n\nAlways.',
  categories: ['web'],
  ai_tools: ['CURSOR'],
  languages: ['en', 'pt'],
  time_zone: 'UTC',
  finished: 4,
  rates: {
    first_pass: { count: 3, of: 4 },
    on_time: { count: 0, of: 0 },
    stayed_fixed: { count: 5, of: 5 },
  },
  answer: { count: 3, within_1h: 1, within_4h: 2, within_24h: 3 },
  rating_average: 4.5,
  rating_count: 2,
  away_until: null,
  first_requests: null,
  finished_by: { categories: [], ai_tools: [] },
  badges: ['entry_test'],
  reviews: [
    {
      id: '00000000-0000-4000-8000-000000000001',
      rating: 5,
      feedback: 'Good.',
      categories: ['web'],
      created_at: '2026-01-01T00:00:00.000Z',
      is_edited: false,
      reply: null,
    },
  ],
};
const filled = (changes: Partial<UnblockerPage> = {}) =>
  filledPage(APPLICATION, profilePage(URL, { ...profile, ...changes }));

describe('a profile as a page', () => {
  test('has its words, rates and tags in place of the application’s', () => {
    const page = filled();
    expect(page).toContain('<title>Ana Silva, unblocker · Unblock</title>');
    expect(page).not.toContain('<title>Unblock</title>');
    expect(page).toContain('<h1 class="text-4xl">Ana Silva</h1>');
    expect(page).toContain('<p class="mt-2 text-lg leading-relaxed">I mend it.</p>');
    expect(page).toContain('75% (3 of 4 first deliveries approved)');
    expect(page).not.toContain('first deliveries by their date');
    expect(page).toContain('Usually within 4 hours (3 counted)');
    expect(page).toContain(`<link rel="canonical" href="${URL}/unblockers/ana-silva" data-served>`);
    const [, json = ''] =
      /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/.exec(page) ?? [];
    expect(JSON.parse(json)).toMatchObject({
      '@type': 'ProfilePage',
      mainEntity: { '@type': 'Person', name: 'Ana Silva', knowsLanguage: ['en', 'pt'] },
    });
    const [, data = ''] =
      new RegExp(`<script type="application/json" id="${SERVED_DATA}">(.*?)</script>`).exec(page) ??
      [];
    expect(JSON.parse(data)).toEqual(profile);
  });

  test.each([
    '</script><script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    '<!-- <script>',
    "$& $1 $` $' $$",
    '\u2028\u2029',
    '&lt;b&gt;',
  ])('lets no words out of their place: %j', (evil) => {
    const page = filled({ full_name: evil, headline: evil, words: evil });
    const tags = (text: string) => [...text.matchAll(/<(\/?[a-z!][\w-]*)/gi)].map(([, tag]) => tag);
    expect(tags(page)).toEqual(tags(filled({ words: 'One.' })));
    const data = [
      ...page.matchAll(/<script type="application\/(?:ld\+)?json"[^>]*>(.*?)<\/script>/gs),
    ];
    expect(data).toHaveLength(2);
    for (const [, json = ''] of data) expect(() => JSON.parse(json)).not.toThrow();
    expect(JSON.parse(data[1]?.[1] ?? '')).toMatchObject({ full_name: evil });
  });

  test('takes no time for words that were made to be slow', () => {
    const words = '*'.repeat(2000) + '['.repeat(1000) + '`'.repeat(1000);
    expect(workOf(() => filled({ words, headline: '<'.repeat(120) }))).toBeLessThan(200);
  });
});

test('the directory links to each profile, also without any', () => {
  const page = filledPage(APPLICATION, directoryPage(URL, { items: [profile], next_cursor: null }));
  expect(page).toContain('<a class="link" href="/unblockers/ana-silva">Ana Silva</a>');
  const none = filledPage(APPLICATION, directoryPage(URL, { items: [], next_cursor: null }));
  expect(none).toContain('>Unblockers</h1>');
});

test('the directory says what it is before its code has loaded', () => {
  const { body } = directoryPage(URL, { items: [], next_cursor: null });
  for (const words of Object.values(directoryWords)) expect(body).toContain(words);
});

test('the sitemap has the directory and all profiles', () => {
  expect(sitemap(URL, ['ana-silva'])).toContain(`<loc>${URL}/unblockers/ana-silva</loc>`);
  expect(sitemap(URL, [])).toContain(`<loc>${URL}/unblockers</loc>`);
});
