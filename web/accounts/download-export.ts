import { saveAnswer } from '../api/save-answer.ts';

/**
 * Has the browser save all that is stored about this person.
 * @throws ApiError
 */
export function downloadExport(): Promise<void> {
  return saveAnswer('/api/me/export', 'unblock-export.json');
}
