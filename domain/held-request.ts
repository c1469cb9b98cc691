import { z } from 'zod';
import { instant } from './text.ts';

/** A request that waits for the address of its sign-up; its id is a secret of the browser that wrote it. */
export const heldRequestSchema = z
  .object({ id: z.uuid(), expires_at: instant })
  .meta({ id: 'HeldRequest' });
export type HeldRequest = z.infer<typeof heldRequestSchema>;

/** What became of it. */
export const settledRequestSchema = z
  .object({
    ticket_id: z.uuid().nullable().describe('The request that it was posted as; null: it is gone'),
  })
  .meta({ id: 'SettledRequest' });
export type SettledRequest = z.infer<typeof settledRequestSchema>;
