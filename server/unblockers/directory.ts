import { type SelectQueryBuilder, sql } from 'kysely';
import { z } from 'zod';
import { type Badge, REVIEWS_OF_APPLICATION } from '#domain/entry-test.ts';
import { searchWords } from '#domain/message-search.ts';
import { Refusal } from '#domain/refusals.ts';
import type { Unblocker, UnblockerPage, UnblockerSearch } from '#domain/unblocker.ts';
import { RATES_FROM, type UnblockerSort } from '#domain/unblocker-words.ts';
import { awayUntil } from '../accounts/availability.ts';
import { firstRequests, openRatings } from '../accounts/person.ts';
import { notBanned } from '../database/banned.ts';
import type { Database, Reader } from '../database/database.ts';
import type { DB } from '../database/schema.ts';
import { type Page, type PageRequest, pageOf, placeIn } from '../http/paging.ts';
import { shownReply } from '../lifecycle/review-words.ts';
import { isPublicReview } from './reviews.ts';

const MAX_REVIEWS = 20;

/** Each sort in the order of its index; equal ones by how much was finished. */
const sortColumns = {
  first_pass: 'b.first_pass_low',
  on_time: 'b.on_time_low',
  stayed_fixed: 'b.stayed_fixed_low',
  finished: 'b.finished',
} as const satisfies Record<UnblockerSort, string>;

const placeSchema = z.tuple([z.number(), z.int32(), z.guid()]);

/**
 * Row limits, written into the statement: for a parameter PostgreSQL expects a tenth of all rows, and
 * sorts them instead of reading an index.
 */
const READS = [
  { most: 21, limit: sql<number>`21` },
  { most: 51, limit: sql<number>`51` },
  { most: 101, limit: sql<number>`101` },
] as const;

/**
 * Profiles that are public now, best first: nobody's who is suspended, has left, or is no unblocker.
 * @throws Refusal `invalid_input` for a cursor that we did not give out
 */
export async function searchUnblockers(
  db: Database,
  search: UnblockerSearch & PageRequest,
): Promise<Page<Unblocker>> {
  // Something was typed that holds no word, such as '?'.
  if (search.q?.trim() && searchWords(search.q).length === 0)
    return { items: [], next_cursor: null };
  const rows = await db.transaction().execute(async (tx) => {
    // Which index is best depends on what is searched for, unlike in our other statements.
    await sql`set local plan_cache_mode = force_custom_plan`.execute(tx);
    return searchQuery(tx, search).execute();
  });
  const { sort, limit } = search;
  const found = pageOf(rows, limit, (row) => [lowOf(sort, row), row.finished, row.id]);
  return { ...found, items: found.items.map(asUnblocker) };
}

/** The one statement of a search; it reads an index, in its order or by what is searched for. */
export function searchQuery(
  db: Reader,
  { q = '', sort, limit, cursor, ...filter }: UnblockerSearch & PageRequest,
) {
  const place = placeIn(cursor, placeSchema);
  const read = READS.find(({ most }) => most > limit) ?? READS[2];
  return matching(shownRows(db), { ...filter, words: searchWords(q) })
    .$if(place !== null, (query) => query.where(after(sort, place)))
    .$call((query) =>
      sort === 'finished' ? query : query.orderBy(sql.ref(sortColumns[sort]), 'desc'),
    )
    .orderBy('b.finished', 'desc')
    .orderBy('b.developer_id', 'desc')
    .limit(read.limit);
}

function after(sort: UnblockerSort, place: z.output<typeof placeSchema> | null) {
  const [low, finished, id] = place ?? [];
  return sort === 'finished'
    ? sql<boolean>`(b.finished, b.developer_id) < (${finished}::int, ${id}::uuid)`
    : sql<boolean>`(${sql.ref(sortColumns[sort])}, b.finished, b.developer_id)
        < (${low}::real, ${finished}::int, ${id}::uuid)`;
}

function lowOf(sort: UnblockerSort, row: Row): number {
  return sort === 'finished' ? 0 : row[`${sort}_low`];
}

type Filter = Omit<UnblockerSearch, 'q' | 'sort'> & { words: readonly string[] };

function matching<Output>(
  query: SelectQueryBuilder<DB & { b: DB['unblockers'] }, 'b', Output>,
  { words, category, ai_tool, language }: Filter,
) {
  const holds = (column: string, value: string) =>
    sql<boolean>`${sql.ref(column)} @> array[${value}]::text[]`;
  return query
    .$if(words.length > 0, (all) =>
      all.where(
        sql<boolean>`b.search @@ to_tsquery('simple', ${words.map((word) => `${word}:*`).join(' & ')})`,
      ),
    )
    .$if(category !== undefined, (all) => all.where(holds('b.categories', category ?? '')))
    .$if(ai_tool !== undefined, (all) => all.where(holds('b.ai_tools', ai_tool ?? '')))
    .$if(language !== undefined, (all) => all.where(holds('b.languages', language ?? '')));
}

function shownRows(db: Reader) {
  return db
    .selectFrom('unblockers as b')
    .innerJoin('profiles as p', 'p.id', 'b.developer_id')
    .innerJoin('users as u', 'u.id', 'b.developer_id')
    .select(['b.developer_id as id', 'b.slug', 'b.name', 'b.headline', 'b.words', 'b.categories'])
    .select(['b.ai_tools', 'b.languages', 'b.time_zone', 'b.finished', 'b.dated', 'b.on_time'])
    .select(['b.answered', 'b.first_pass', 'b.approved', 'b.repairs', 'b.answers', 'b.answers_1h'])
    .select(['b.answers_4h', 'b.answers_24h', 'b.first_pass_low', 'b.on_time_low'])
    .select(['b.stayed_fixed_low', openRatings.as('ratings')])
    .select([awayUntil.as('away_until'), firstRequests.as('first_requests')])
    .where(sql<boolean>`b.is_public`)
    .where('p.user_type', '=', 'developer')
    .where(notBanned);
}

type Row = Awaited<ReturnType<ReturnType<typeof shownRows>['execute']>>[number];

function asUnblocker(row: Row): Unblocker {
  const { id, slug, name, headline, categories, ai_tools, languages, time_zone, finished } = row;
  const fixed = Math.max(row.approved - row.repairs, 0);
  return {
    id,
    categories,
    ai_tools,
    languages,
    finished,
    full_name: name,
    // A public profile has all of these; the table holds it to that.
    slug: slug ?? '',
    headline: headline ?? '',
    time_zone: time_zone ?? '',
    rates:
      finished < RATES_FROM
        ? null
        : {
            first_pass: { count: row.first_pass, of: row.answered },
            on_time: { count: row.on_time, of: row.dated },
            stayed_fixed: { count: fixed, of: row.approved },
          },
    answer: {
      count: row.answers,
      within_1h: row.answers_1h,
      within_4h: row.answers_4h,
      within_24h: row.answers_24h,
    },
    rating_average: row.ratings.average,
    rating_count: row.ratings.count,
    away_until: row.away_until,
    first_requests: row.first_requests,
  };
}

/**
 * A whole profile by its address, also by a former one: then its `slug` is another.
 * @throws Refusal `not_found`, also for one that is not public now
 */
export async function unblockerBySlug(db: Reader, slug: string): Promise<UnblockerPage> {
  // PostgreSQL takes no NUL, not even to look for it.
  if (slug.includes('\0')) throw new Refusal('not_found');
  const row = await shownRows(db)
    .innerJoin('unblocker_slugs as s', 's.developer_id', 'b.developer_id')
    .where('s.slug', '=', slug.toLowerCase())
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  const [finished_by, badges, reviews] = await Promise.all([
    fieldsOf(db, row.id),
    badgesOf(db, row.id),
    reviewsAbout(db, row.id),
  ]);
  return { ...asUnblocker(row), words: row.words, finished_by, badges, reviews };
}

async function fieldsOf(db: Reader, id: string): Promise<UnblockerPage['finished_by']> {
  const rows = await db
    .selectFrom('unblocker_fields')
    .select(['kind', 'name', 'finished'])
    .where('developer_id', '=', id)
    .where('finished', '>', 0)
    .orderBy('finished', 'desc')
    .orderBy('name')
    .execute();
  type Fields = UnblockerPage['finished_by'];
  return {
    categories: rows
      .filter(({ kind }) => kind === 'category')
      .map(({ name, finished }) => ({ category: name, finished }) as Fields['categories'][number]),
    ai_tools: rows
      .filter(({ kind }) => kind === 'ai_tool')
      .map(({ name, finished }) => ({ ai_tool: name, finished }) as Fields['ai_tools'][number]),
  };
}

/**
 * What was checked of somebody before they joined: a moderator approved an application that all its
 * reviewers recommend.
 */
async function badgesOf(db: Reader, id: string): Promise<Badge[]> {
  const passed = await db
    .selectFrom('users as u')
    .innerJoin('waitlist as w', 'w.email', 'u.email')
    .innerJoin('applications as a', 'a.waitlist_id', 'w.id')
    .innerJoin('application_reviews as r', 'r.application_id', 'a.id')
    .select('a.id')
    .where('u.id', '=', id)
    .where('w.status', '=', 'approved')
    .where('r.recommends', '=', true)
    .groupBy('a.id')
    .having((having) => having.fn.countAll(), '=', REVIEWS_OF_APPLICATION)
    .executeTakeFirst();
  return passed ? ['entry_test'] : [];
}

/** The newest reviews that are open, without the names of customers. */
async function reviewsAbout(db: Reader, id: string): Promise<UnblockerPage['reviews']> {
  const rows = await db
    .selectFrom('user_feedback as f')
    .innerJoin('tickets as t', 't.id', 'f.ticket_id')
    .select(['f.id', 'f.rating', 'f.feedback', 'f.created_at', 'f.edited_at', 't.categories'])
    .select(shownReply.as('reply'))
    .where('f.developer_id', '=', id)
    .where(isPublicReview)
    .orderBy('f.opens_at', 'desc')
    .orderBy('f.id')
    .limit(MAX_REVIEWS)
    .execute();
  return rows.map(({ edited_at, ...review }) => ({ ...review, is_edited: edited_at !== null }));
}

/** The addresses of public profiles, for search engines: as many as one list of them may hold. */
export async function publicSlugs(db: Reader, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('unblockers as b')
    .innerJoin('profiles as p', 'p.id', 'b.developer_id')
    .innerJoin('users as u', 'u.id', 'b.developer_id')
    .select('b.slug')
    .where(sql<boolean>`b.is_public`)
    .where('p.user_type', '=', 'developer')
    .where(notBanned)
    .orderBy('b.first_pass_low', 'desc')
    .orderBy('b.finished', 'desc')
    .orderBy('b.developer_id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ slug }) => slug ?? '');
}
