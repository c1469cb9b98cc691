import { ApiError } from '../api/api-error.ts';

/** What the server found wrong with the files of a form, if that is it. Source: specification 8. */
export function filesProblem(cause: unknown): string | undefined {
  const problems = cause instanceof ApiError ? cause.errors : [];
  const problem = problems.find(({ path }) => path === 'file_attachments' || path === 'files');
  return problem && `Failed to update files: ${problem.message}`;
}
