import { errorText } from '../api/api-error.ts';

/** The product's sentence for what failed, followed by what the server or the connection says. */
export function failureText(sentence: string, cause: unknown): string {
  const ended = /[.!?]$/.test(sentence) ? sentence : `${sentence}:`;
  return `${ended} ${errorText(cause)}`;
}

/** Lets an act fail in the product's words, for dialogs that show the message of what was thrown. */
export async function orFail<Result>(sentence: string, act: () => Promise<Result>) {
  try {
    return await act();
  } catch (cause) {
    throw new Error(failureText(sentence, cause), { cause });
  }
}
