import { z } from 'zod';
import { instant } from './text.ts';

/** What a browser answers for a passkey; the server looks through the rest. */
export const passkeyAnswerSchema = z.object({
  challenge_id: z.string().max(100),
  credential: z.looseObject({}).describe('PublicKeyCredential as JSON, as the browser made it'),
});

/** A passkey, as its owner sees it. */
export const passkeySchema = z.object({
  id: z.uuid(),
  friendly_name: z.string(),
  created_at: instant,
  last_used_at: instant.optional(),
});
