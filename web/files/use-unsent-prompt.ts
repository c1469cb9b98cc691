import type { Upload } from '#domain/file.ts';
import { userStorage } from '../api/user-storage.ts';
import { useConfirm } from '../ui/confirm-dialog.tsx';
import { alertError } from '../ui/toasts.tsx';
import type { Uploads } from './use-uploads.ts';

/** Source: specification 5, "New request". */
const FILES_NOT_UPLOADED =
  'You selected files but have not uploaded them. Are you sure you wish to proceed?';

/**
 * Waits until no file of a form is on its way, and asks before the form goes without files that
 * were chosen: they can be uploaded first, and the form goes by itself then. Resolves to what the server has, or to null when the person would rather not.
 *
 *     const readyFiles = useUnsentPrompt();
 *     const files = await readyFiles(uploads, 'Submit Request');
 *     if (files) await send({ ...form, files: files.map(({ fileKey }) => fileKey) });
 */
export function useUnsentPrompt(text: string = FILES_NOT_UPLOADED) {
  const confirm = useConfirm();
  return async (uploads: Uploads, act: string): Promise<readonly Upload[] | null> => {
    const sayLeft = leftWhile(`“${act}” was not done`);
    const settled = await uploads.settled();
    if (!settled) return sayLeft();
    const { uploaded, unsent } = settled;
    if (unsent === 0) return uploaded;
    let uploadsFirst = false;
    const goOn = await confirm({
      title: 'Files Not Uploaded',
      text,
      act,
      better: { act: 'Upload First', choose: () => (uploadsFirst = true) },
    });
    if (!uploadsFirst) return goOn ? uploaded : null;
    const all = await uploads.uploadAll();
    if (!all) return sayLeft();
    // Each that failed says why, in the form.
    return all.unsent === 0 ? all.uploaded : null;
  };
}

/**
 * Says that a form was left while its files were on their way, and that what it holds is kept for another time;
 * nothing to whoever signed out meanwhile, as nothing is kept then.
 * @param what did not happen
 */
export function leftWhile(what: string): () => null {
  const owner = userStorage.owner();
  return () => {
    if (userStorage.owner() === owner)
      alertError(`${what}, as its files were still on their way. What you wrote is kept.`);
    return null;
  };
}
