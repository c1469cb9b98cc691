import { z } from 'zod';
import { type RefusalCode, refusals } from './refusals.ts';

/** What a viewer may do, and if not, why: `{ grab: { allowed: true, reason: null } }`. */
const permissionSchema = z.object({
  allowed: z.boolean(),
  reason: z.string().nullable().describe('Why not, in words; null when allowed'),
});
export type Permission = z.infer<typeof permissionSchema>;

/** Allowed, or refused with the words of a refusal. */
export function permissionOf(code: RefusalCode | null): Permission {
  return { allowed: code === null, reason: code && refusals[code][1] };
}

/** Only actions of the viewer's part are listed. */
export const actionsSchema = z.record(z.string(), permissionSchema);
export type Actions = z.infer<typeof actionsSchema>;
