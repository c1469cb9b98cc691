import type { FieldValues, UseFormSetError } from 'react-hook-form';
import { errorText } from '../../api/api-error.ts';
import { Failure } from '../../ui/failure.ts';

/** Runs an act; a failure gets this sentence, followed by the reason. */
export async function orFail<Result>(sentence: string, act: () => Promise<Result>) {
  try {
    return await act();
  } catch (cause) {
    throw new Failure(sentence, errorText(cause), { cause });
  }
}

/** The same for a form: the sentence as its root error, with the reason below. */
export function showFailure<Fields extends FieldValues>(
  sentence: string,
  cause: unknown,
  setError: UseFormSetError<Fields>,
): void {
  setError('root', { message: sentence });
  setError('root.reason', { message: errorText(cause) });
}
