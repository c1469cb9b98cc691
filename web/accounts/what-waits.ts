import { paths } from '#domain/paths.ts';
import { shortId } from '#domain/ticket-words.ts';

const REQUEST =
  /^\/(?:dashboard\/(?:customer|developer)\/plan|discussions)\/([\da-f-]{36})(?:[/?#]|$)/i;

/**
 * What a signed-out person was going to see, by its address alone: whether it exists, and whether it is
 * theirs, is for later. Null where there is nothing to name.
 */
export function whatWaits(from: string | undefined): string | null {
  if (from?.startsWith(paths.connectByCode())) return 'Sign in to connect a program.';
  if (from?.startsWith(paths.draft(''))) return 'Sign in to open the draft of your program.';
  if (from?.startsWith(paths.unblocker(''))) return 'Sign in to invite an unblocker.';
  const [, id] = REQUEST.exec(from ?? '') ?? [];
  return id ? `Sign in to see request #${shortId(id)}.` : null;
}
