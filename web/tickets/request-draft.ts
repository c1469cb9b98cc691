import { userStorage } from '../api/user-storage.ts';
import { type RequestForm, requestFormSchema } from './request-form.ts';

const KEY = 'new-request';

/** A new request that was typed but not submitted; it waits here while the dialog is closed. */
export const requestDraft = {
  read(): RequestForm | null {
    const kept = userStorage.read(KEY);
    return kept === null ? null : fromText(kept);
  },
  write(form: RequestForm): void {
    const { description, stack, budget } = form;
    if (description || stack || budget) userStorage.write(KEY, JSON.stringify(form));
    else userStorage.remove(KEY);
  },
  clear(): void {
    userStorage.remove(KEY);
  },
};

/** An earlier version of the product may have kept it in another shape: then it is no draft. */
function fromText(kept: string): RequestForm | null {
  try {
    return requestFormSchema.parse(JSON.parse(kept));
  } catch {
    return null;
  }
}
