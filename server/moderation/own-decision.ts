import { sql } from 'kysely';
import { refusals } from '#domain/refusals.ts';
import { notBanned } from '../database/banned.ts';
import type { Viewer } from '../http/viewer.ts';

const ALONE =
  'You decided what this appeal is against, and there is no other moderator: it waits until one has joined. You can invite one under Accounts.';

/** Whether there is more than one moderator who can act; a column of `whyNotAnswer`. */
export const hasColleague = sql<boolean>`(select count(*) > 1 from profiles p join users u on u.id = p.id
  where p.user_type = 'moderator' and ${notBanned})`;

/**
 * Why a moderator may not answer an appeal, in words: they made the decision that it is against. Null
 * where somebody else did. Source: docs/decisions/0097-appeals-to-another-moderator.md.
 */
export function whyNotAnswer(
  { decided_by, has_colleague }: { decided_by: string | null; has_colleague: boolean },
  moderator: Pick<Viewer, 'id'>,
): string | null {
  if (decided_by !== moderator.id) return null;
  return has_colleague ? refusals.own_decision[1] : ALONE;
}
