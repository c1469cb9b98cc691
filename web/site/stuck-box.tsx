import { type FormEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { PROPOSE_A_PRICE } from '#domain/budget.ts';
import { paths } from '#domain/paths.ts';
import { NETWORK_ERROR } from '../api/api-error.ts';
import { keptFiles } from '../files/kept-files.ts';
import { type Picked, pickFiles } from '../files/pick-files.ts';
import { PickedFilesField } from '../files/picked-files-field.tsx';
import { useOnDemand } from '../shell/use-on-demand.ts';
import { NEW_REQUEST, requestDraft } from '../tickets/request-draft.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Textarea } from '../ui/textarea.tsx';

const NOTHING: Picked = { files: [], refused: [] };

/**
 * The beginning of a request on a public page: words and files open its form at once, with or without an
 * account, and stay in this browser until it is posted. With nothing in it the button leads to the
 * explanation, as the specification has it.
 */
export function StuckBox() {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [open, setOpen] = useState(false);
  const [failed, setFailed] = useState(false);
  const { words, setWords, picked, pick, reread } = useBegun();
  const dialog = useOnDemand(loadDialog);
  const navigate = useNavigate();
  const { pathname } = useLocation();

  async function start(event: FormEvent) {
    event.preventDefault();
    if (!words.trim() && picked.files.length === 0) {
      if (pathname !== paths.learnMore()) await navigate(paths.learnMore());
      else field.current?.focus();
      return;
    }
    setFailed(false);
    const isThere = await dialog.fetch();
    setFailed(!isThere);
    setOpen(isThere);
  }

  return (
    <>
      <form onSubmit={start} className="card flex flex-col gap-3 p-3 shadow-lift sm:p-4">
        <label htmlFor={id} className="font-display text-lg leading-tight font-semibold">
          What is stuck?
        </label>
        <Textarea
          ref={field}
          id={id}
          rows={3}
          value={words}
          onChange={({ target }) => setWords(target.value)}
          onFocus={dialog.warmUp}
          placeholder="Paste the error, or say what should happen and what happens instead."
        />
        <PickedFilesField
          label="Files"
          picked={picked}
          onPicked={pick}
          hint="Drop the project as a zip, or a screenshot."
        />
        {failed && <ErrorBox text={NETWORK_ERROR} />}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            type="submit"
            variant="primary"
            size="lg"
            pending={dialog.fetching}
            className="max-sm:w-full"
          >
            Unblock Me Now!
          </Button>
          <p className="min-w-40 flex-1 text-sm text-ink-soft">
            First hour $25, then $50 an hour, and nothing to pay before you approve a plan.
          </p>
        </div>
      </form>
      {dialog.part && open && (
        <dialog.part
          picked={picked}
          onPicked={pick}
          onClose={() => {
            setOpen(false);
            reread();
          }}
        />
      )}
    </>
  );
}

/** What was begun here, now or before a reload. */
function useBegun() {
  const [words, setWords] = useState('');
  const [picked, setPicked] = useState(NOTHING);
  const reread = () => setWords(requestDraft.read()?.description ?? '');
  const pick = (next: Picked) => {
    setPicked(next);
    void keptFiles.write(NEW_REQUEST, next.files);
  };
  const add = useEffectEvent((kept: readonly File[]) => {
    if (picked === NOTHING) setPicked({ files: kept, refused: [] });
    else {
      // Somebody was quicker.
      const { files, refused } = pickFiles(kept, picked.files);
      pick({ files, refused: [...picked.refused, ...refused] });
    }
  });
  useEffect(() => {
    reread();
    void keptFiles.read(NEW_REQUEST).then((kept) => kept.length > 0 && add(kept));
  }, []);
  return {
    words,
    setWords(description: string) {
      setWords(description);
      requestDraft.write({ ...beginning, ...requestDraft.read(), description });
    },
    picked,
    pick,
    reread,
  };
}

/** Without the form's own module, which brings all its rules. */
const beginning = {
  categories: [],
  ai_tool: 'CHAT_GPT' as const,
  ai_tool_other: '',
  mode: 'grab' as const,
  stack: '',
  budget: PROPOSE_A_PRICE,
};

async function loadDialog() {
  const { StartRequestDialog } = await import('../tickets/problem-first/start-request-dialog.tsx');
  return StartRequestDialog;
}
