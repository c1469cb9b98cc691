import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { ApiError, errorText } from './api-error.ts';

/**
 * Sets the server's problems on their fields, and others on `root`. The form shows
 * `errors.root?.message` in its error box.
 */
export function showProblems<Fields extends FieldValues>(
  cause: unknown,
  fields: readonly Path<Fields>[],
  setError: UseFormSetError<Fields>,
): void {
  const problems = cause instanceof ApiError ? cause.errors : [];
  let placed = false;
  for (const { path, message } of problems) {
    const field = fields.find((name) => name === path);
    if (!field) continue;
    setError(field, { message }, { shouldFocus: !placed });
    placed = true;
  }
  if (!placed) setError('root', { message: errorText(cause) });
}
