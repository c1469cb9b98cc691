import type { FieldValues, UseFormSetError } from 'react-hook-form';
import { errorText } from '../../api/api-error.ts';
import { Failure } from '../../ui/failure.ts';

/** Lets an act fail in the product's words, followed by what the server or the connection says. */
export async function orFail<Result>(sentence: string, act: () => Promise<Result>) {
  try {
    return await act();
  } catch (cause) {
    throw new Failure(sentence, errorText(cause), { cause });
  }
}

/** The same for a form: the sentence is its root error, the reason the one below it. */
export function showFailure<Fields extends FieldValues>(
  sentence: string,
  cause: unknown,
  setError: UseFormSetError<Fields>,
): void {
  setError('root', { message: sentence });
  setError('root.reason', { message: errorText(cause) });
}
