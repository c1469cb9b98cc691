import { MESSAGE_OPEN_MINUTES } from './limits.ts';
import { isBlank, isStorable, NOT_STORABLE, tooLong } from './text-rules.ts';

export const MESSAGE_OPEN_MS = MESSAGE_OPEN_MINUTES * 60_000;
export const MESSAGE_EMPTY = 'Message text cannot be empty';
export const MAX_MESSAGE_LENGTH = 20_000;

/** Why a message's text is invalid, for its author. Source: specification 5, "Message". */
export function messageProblem(text: string): string | null {
  if (isBlank(text)) return MESSAGE_EMPTY;
  if (text.length > MAX_MESSAGE_LENGTH) return tooLong(MAX_MESSAGE_LENGTH);
  return isStorable(text) ? null : NOT_STORABLE;
}
