import { z } from 'zod';
import { emailSchema } from './credentials.ts';
import { optionalText, requiredText } from './text.ts';

export const SPECIALTIES = ['javascript', 'python', 'aiml', 'fullstack'] as const;
export type Specialty = (typeof SPECIALTIES)[number];

export const specialtyLabels: Record<Specialty, string> = {
  javascript: 'JavaScript',
  python: 'Python',
  aiml: 'AI / ML',
  fullstack: 'Full Stack',
};

/** Become an Unblocker. Source: specification 3 and 5, "Waitlist". */
export const waitlistSchema = z.object({
  name: requiredText(200, 'Name is required'),
  email: emailSchema,
  specialty: z.enum(SPECIALTIES, 'Specialty is required'),
  bio: optionalText(5000).optional(),
});
