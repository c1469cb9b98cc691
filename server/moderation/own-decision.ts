import { sql } from 'kysely';
import { refusals } from '#domain/refusals.ts';
import { notBanned } from '../database/banned.ts';
import type { Viewer } from '../http/viewer.ts';
import { hasNoPart } from '../lifecycle/under-review.ts';

/**
 * Whether more than one moderator can act and has no part in what is decided; a column of
 * `whyNotAnswer`.
 */
export const hasColleague = sql<boolean>`(select count(*) > 1 from profiles colleague join users u on u.id = colleague.id
    where colleague.user_type = 'moderator' and ${notBanned} and ${hasNoPart('colleague')})`;

/**
 * Why a moderator may not answer an appeal, in words: they made the decision that it is against, and
 * another one could answer. Source: docs/decisions/0097-appeals-to-another-moderator.md.
 */
export function whyNotAnswer(
  { decided_by, has_colleague }: { decided_by: string | null; has_colleague: boolean },
  moderator: Pick<Viewer, 'id'>,
): string | null {
  return decided_by === moderator.id && has_colleague ? refusals.own_decision[1] : null;
}
