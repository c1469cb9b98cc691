import { z } from 'zod';
import { instant, oneLine, requiredText } from './text.ts';

/** What a program may do with its token: look, or act as its owner does. Writing includes reading. */
export const scopes = ['read', 'write'] as const;
export type Scope = (typeof scopes)[number];

export const scopeLabels: Record<Scope, string> = {
  read: 'Look, and change nothing',
  write: 'Look and write',
};

/** What a token lets its program do. */
export function scopeWords(granted: readonly Scope[]): string {
  return granted.includes('write') ? 'It may look and write' : 'It may look';
}

/** How every access token begins, so that people, and tools that look for keys, recognise one. */
export const TOKEN_PREFIX = 'ubk_';
export const MAX_TOKENS = 50;
const MAX_TOKEN_NAME = 100;

/** A program's key to its owner's account, without the key itself. Source: contract, Programs. */
export const accessTokenSchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    scopes: z.array(z.enum(scopes)),
    ends_with: z.string().describe('Its last four characters'),
    created_at: instant,
    expires_at: instant.nullable(),
    last_used_at: instant.nullable().describe('To the minute'),
  })
  .meta({ id: 'AccessToken' });
export type AccessToken = z.infer<typeof accessTokenSchema>;

export const newAccessTokenSchema = z.object({
  name: requiredText(MAX_TOKEN_NAME, 'Please name the program').transform(oneLine),
  scopes: z
    .array(z.enum(scopes))
    .min(1, 'Please choose what the program may do')
    .transform((chosen): Scope[] => (chosen.includes('write') ? [...scopes] : ['read'])),
  expires_at: z.coerce
    .date()
    .refine((date) => date.getTime() > Date.now(), 'Please choose a date in the future')
    .nullish()
    .transform((date) => date ?? null),
});
export type NewAccessToken = z.infer<typeof newAccessTokenSchema>;

/** What a program did for its owner on one day, as often as it did it. */
export const programUseSchema = z
  .object({
    id: z.uuid(),
    program_id: z.uuid(),
    program_name: z.string().describe('As it was called then; it may be gone'),
    act: z.string().describe('The call, as this document describes it'),
    ticket_id: z.uuid().nullable(),
    count: z.int(),
    last_at: instant,
  })
  .meta({ id: 'ProgramUse' });
export type ProgramUse = z.infer<typeof programUseSchema>;

/** The answer to a new token: the only time its value is shown. */
export const createdAccessTokenSchema = accessTokenSchema
  .extend({ token: z.string().describe('Shown only now') })
  .meta({ id: 'CreatedAccessToken' });
