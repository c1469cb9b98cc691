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
/** Those of connected programs, and what renews them. */
export const CONNECTED_PREFIX = 'ubo_';
export const REFRESH_PREFIX = 'ubr_';
export const MAX_TOKENS = 50;
const MAX_TOKEN_NAME = 100;
export const MAX_CONNECTIONS = 50;
export const MAX_PROGRAM_NAME = 100;

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

/** A program that its owner has let in by OAuth. Source: contract, Programs. */
export const connectedProgramSchema = z
  .object({
    id: z.uuid(),
    name: z.string().describe('What it calls itself'),
    address: z
      .string()
      .nullable()
      .describe('Where its answers go; null where its person types a code that it shows'),
    scopes: z.array(z.enum(scopes)),
    created_at: instant,
    last_used_at: instant.nullable().describe('To the minute'),
  })
  .meta({ id: 'ConnectedProgram' });
export type ConnectedProgram = z.infer<typeof connectedProgramSchema>;

/** A program that asks to be let in. */
export const askingProgramSchema = z
  .object({
    ...connectedProgramSchema.pick({ name: true, address: true, scopes: true }).shape,
    publisher: z.string().nullable().describe('The site that vouches for its name, if one does'),
  })
  .meta({ id: 'AskingProgram' });
export type AskingProgram = z.infer<typeof askingProgramSchema>;
