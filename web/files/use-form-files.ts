import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Upload } from '#domain/file.ts';
import { userStorage } from '../api/user-storage.ts';
import { keptUploads } from './kept-uploads.ts';
import { takeBack } from './take-back.ts';
import { useUnsentPrompt } from './use-unsent-prompt.ts';
import { type Uploads, useUploads } from './use-uploads.ts';

// Apart: few forms have files that wait.
const keptFiles = async () => (await import('./kept-files.ts')).keptFiles;
userStorage.onEmptied(() => void keptFiles().then((kept) => kept.dropOthers()));

/** The files of a form that may be closed, or lost, before it is sent. */
export interface FormFiles {
  uploads: Uploads;
  /** Uploaded while the form was open before. */
  kept: readonly Upload[];
  removeKept: (file: Upload) => void;
  /** Takes over what is on the server already. */
  addKept: (files: readonly Upload[]) => void;
  /** All that is on the server by now. */
  uploaded: readonly Upload[];
  /**
   * Waits for what is on its way, asks before the form goes without what was chosen but not
   * uploaded, and resolves to all that goes along; null when the person would rather not.
   */
  ready: (act: string) => Promise<readonly Upload[] | null>;
  /** Forgets all: after the form was sent. */
  clear: () => void;
  /** Forgets all, and takes back what the server has: when the form is given up. */
  discard: () => void;
}

interface FormFilesOptions {
  /** What is asked when files were chosen and not uploaded; specification 5 has two texts. */
  prompt?: string;
  /** Another form, whose files are for this one now. */
  takesOver?: string | null;
}

/** @param form names the form in this browser's memory, as its draft is named */
export function useFormFiles(form: string, options: FormFilesOptions = {}): FormFiles {
  const { prompt, takesOver = null } = options;
  const uploads = useUploads();
  const readyFiles = useUnsentPrompt(prompt);
  const [kept, setKept] = useState(() => {
    if (takesOver !== null) keptUploads.move(takesOver, form);
    return keptUploads.read(form);
  });
  const uploaded = [...kept, ...uploads.uploaded];
  // As text, which is the same as long as the list is.
  const remembered = JSON.stringify(uploaded);
  useEffect(() => keptUploads.write(form, JSON.parse(remembered)), [form, remembered]);
  useKeptFiles(form, takesOver, uploads);

  function clear() {
    // Also where the form has been left meanwhile.
    keptUploads.write(form, []);
    void keptFiles().then((kept) => kept.clear(form));
    setKept([]);
    uploads.clear();
  }

  return {
    uploads,
    kept,
    uploaded,
    removeKept(file) {
      takeBack(file);
      setKept(kept.filter(({ fileKey }) => fileKey !== file.fileKey));
    },
    addKept: (files) => setKept([...kept, ...files]),
    async ready(act) {
      const settled = await readyFiles(uploads, act);
      return settled && [...kept, ...settled];
    },
    clear,
    discard() {
      for (const file of kept) takeBack(file);
      uploads.discard();
      clear();
    },
  };
}

/** What was chosen and is not on the server yet outlives a reload, too. */
function useKeptFiles(form: string, takesOver: string | null, { items, add }: Uploads): void {
  const [isRestored, setRestored] = useState(false);
  const restore = useEffectEvent(add);
  useEffect(() => {
    let isLate = false;
    const read = async () => {
      const kept = await keptFiles();
      const files = await kept.read(form);
      if (takesOver !== null) files.push(...(await kept.read(takesOver)));
      if (isLate) return;
      if (files.length > 0) restore(files);
      setRestored(true);
      if (takesOver !== null) await kept.clear(takesOver);
    };
    // Without a connection, and without the code, they live as long as the page.
    void read().catch(() => undefined);
    return () => {
      isLate = true;
    };
  }, [form, takesOver]);

  const waiting = items.filter(({ uploaded }) => !uploaded);
  // Progress makes new items; the same files need not be written again.
  const names = waiting.map(({ id }) => id).join('\n');
  const write = useEffectEvent(() => {
    const files = waiting.map(({ file }) => file);
    void keptFiles().then((kept) => kept.write(form, files));
  });
  const hadFiles = useRef(false);
  useEffect(() => {
    if (!isRestored || (names === '' && !hadFiles.current)) return;
    hadFiles.current = true;
    write();
  }, [isRestored, names]);
}
