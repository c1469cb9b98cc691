import { Refusal } from '#domain/refusals.ts';
import type { PublicProfile, PublicProfileInput } from '#domain/unblocker.ts';
import type { Reader, Tx } from '../database/database.ts';
import type { Viewer } from '../http/viewer.ts';
import type { Change } from '../lifecycle/change.ts';

/** So that nobody collects addresses. */
const MAX_SLUGS = 5;

/**
 * One's own public profile; empty until it was saved.
 * @throws Refusal `not_your_part` for everybody but unblockers
 */
export async function ownPublicProfile(db: Reader, viewer: Viewer): Promise<PublicProfile> {
  requireUnblocker(viewer);
  const row = await db
    .selectFrom('unblockers')
    .select(['is_public', 'slug', 'headline', 'words', 'categories', 'ai_tools', 'languages'])
    .select('time_zone')
    .where('developer_id', '=', viewer.id)
    .executeTakeFirst();
  if (row?.slug) return row;
  return {
    is_public: false,
    slug: null,
    headline: null,
    words: null,
    categories: viewer.supported_categories,
    ai_tools: [],
    languages: [],
    time_zone: null,
  };
}

/**
 * Saves one's own public profile. Off, nobody else sees any of it.
 * @throws Refusal `not_your_part`, `name_needed`, `slug_taken`, `too_many_slugs`
 */
export async function savePublicProfile(
  change: Change,
  viewer: Viewer,
  input: PublicProfileInput,
): Promise<PublicProfile> {
  requireUnblocker(viewer);
  const { tx } = change;
  const { first_name, last_name } = await tx
    .selectFrom('profiles')
    .select(['first_name', 'last_name'])
    .where('id', '=', viewer.id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (input.is_public && !first_name) throw new Refusal('name_needed');
  await takeSlug(tx, viewer.id, input.slug);
  const name = [first_name, last_name].filter(Boolean).join(' ');
  const values = { ...input, name, updated_at: new Date() };
  await tx
    .insertInto('unblockers')
    .values({ developer_id: viewer.id, ...values })
    .onConflict((conflict) => conflict.column('developer_id').doUpdateSet(values))
    .execute();
  return ownPublicProfile(tx, viewer);
}

function requireUnblocker({ user_type }: Viewer): void {
  if (user_type !== 'developer')
    throw new Refusal('not_your_part', 'Only unblockers have a public profile.');
}

/** An address that was ever theirs, or that nobody has had. Of two who ask at once one waits, and is refused. */
async function takeSlug(tx: Tx, developer_id: string, slug: string): Promise<void> {
  await tx
    .insertInto('unblocker_slugs')
    .values({ slug, developer_id })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .execute();
  const taken = await tx
    .selectFrom('unblocker_slugs')
    .select(['slug', 'developer_id'])
    .where((where) =>
      where.or([where('slug', '=', slug), where('developer_id', '=', developer_id)]),
    )
    .execute();
  if (taken.some((each) => each.slug === slug && each.developer_id !== developer_id)) {
    const { message } = new Refusal('slug_taken');
    throw new Refusal('slug_taken', message, [{ path: 'slug', message }]);
  }
  if (taken.length > MAX_SLUGS) {
    const known = taken.filter((each) => each.slug !== slug).map((each) => each.slug);
    const message = `${new Refusal('too_many_slugs').message} ${known.join(', ')}`;
    throw new Refusal('too_many_slugs', message, [{ path: 'slug', message }]);
  }
}
