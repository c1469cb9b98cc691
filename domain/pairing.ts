import { z } from 'zod';
import { actionsSchema } from './actions.ts';
import { collaboratorSchema } from './profile.ts';
import { instant } from './text.ts';

/** One customer with one unblocker, for a reader of their conversation. */
const pairingSchema = z
  .object({
    id: z.uuid(),
    ticket_id: z.uuid(),
    developer: collaboratorSchema,
    began_at: instant,
    ended_at: instant.nullable(),
    ended_by: z.string().nullable().describe('The action by which the unblocker lost the request'),
    note: z.string().nullable().describe('The unblocker’s note for the next one'),
    is_present: z.boolean().describe('It goes on'),
    shared_at: instant.nullable().describe('When it was shared with the current unblocker'),
    actions: actionsSchema,
  })
  .meta({ id: 'Pairing' });
export type Pairing = z.infer<typeof pairingSchema>;

export const pairingListSchema = z.object({
  items: z.array(pairingSchema),
  next_cursor: z.null(),
});

export const shareEarlierSchema = z.object({
  pairing_id: z.guid(),
  to: z
    .guid()
    .optional()
    .describe('Who is to read it: it is refused where another unblocker has the request'),
});
export type ShareEarlier = z.output<typeof shareEarlierSchema>;
