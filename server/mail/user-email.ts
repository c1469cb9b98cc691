import type { z } from 'zod';
import { Refusal } from '#domain/refusals.ts';
import type { userEmailSchema } from '#domain/service-mail.ts';
import type { Reader } from '../database/database.ts';
import { seen } from '../lifecycle/visibility.ts';

/**
 * The address of a person; with a message, only of one of the two sides of its request.
 * @throws Refusal `not_found` where any part of it is missing
 */
export async function emailOf(
  db: Reader,
  { userId, messageId }: z.output<typeof userEmailSchema>,
): Promise<string> {
  const found = await db
    .selectFrom('users as u')
    .select('u.email')
    .where('u.id', '=', userId)
    .$if(messageId !== undefined, (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('messages as m')
            .innerJoin('tickets as t', 't.id', 'm.ticket_id')
            .select('m.id')
            .where('m.id', '=', messageId ?? '')
            .where(seen.isSide('u'))
            .where(seen.isInPairing('u')),
        ),
      ),
    )
    .executeTakeFirst();
  if (!found) throw new Refusal('not_found', 'There is no such user.');
  return found.email;
}
