import { zodResolver } from '@hookform/resolvers/zod';
import { waitlistSchema } from '#domain/waitlist.ts';

/** The rules of the waitlist form; they and their library are loaded when it is first touched. */
export const waitlistCheck = zodResolver(waitlistSchema);
