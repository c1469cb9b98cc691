import { createContext, type ReactNode, startTransition, use, useCallback, useState } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { ErrorBox } from './error-box.tsx';
import { Failure } from './failure.ts';

interface Question {
  title: string;
  text: ReactNode;
  /** The button's text. */
  act: string;
  danger?: boolean;
  /** Something to fill in, which can be left as it is. */
  extra?: ReactNode;
  /** What is better than the act, and then the primary button; the answer is no. */
  better?: { act: string; choose: () => void };
  /** The act: the dialog waits for it, and stays open with the error if it fails. */
  run?: () => Promise<unknown>;
  /** The message if it fails; by default the error's own. */
  failure?: string;
}

type Confirm = (question: Question) => Promise<boolean>;

/** Confirms an act that costs or destroys; resolves to whether it was confirmed (and done). */
export function useConfirm(): Confirm {
  const confirm = use(ConfirmContext);
  if (!confirm) throw new Error('useConfirm needs a ConfirmProvider above it');
  return confirm;
}

const ConfirmContext = createContext<Confirm | null>(null);

interface Asked {
  question: Question;
  answer: (confirmed: boolean) => void;
}

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [open, setOpen] = useState(false);
  const confirm = useCallback<Confirm>(
    (question) =>
      new Promise((answer) => {
        // After the next paint: the press is answered first.
        startTransition(() => {
          setAsked({ question, answer });
          setOpen(true);
        });
      }),
    [],
  );
  const settle = (confirmed: boolean) => {
    setOpen(false);
    asked?.answer(confirmed);
  };
  return (
    <ConfirmContext value={confirm}>
      {children}
      {asked && open && <ConfirmDialog question={asked.question} onSettled={settle} />}
    </ConfirmContext>
  );
}

interface ConfirmDialogProps {
  question: Question;
  onSettled: (confirmed: boolean) => void;
}

function ConfirmDialog({ question, onSettled }: ConfirmDialogProps) {
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<Failure | null>(null);

  async function act() {
    setPending(true);
    setError(null);
    try {
      await question.run?.();
      onSettled(true);
    } catch (cause) {
      setError(failureOf(question, cause));
      setPending(false);
    }
  }

  return (
    <Dialog
      open
      onOpenChange={() => onSettled(false)}
      title={question.title}
      description={question.text}
      size="sm"
      locked={pending}
      footer={
        <>
          <Button onClick={() => onSettled(false)} disabled={pending}>
            Cancel
          </Button>
          <Button variant={lookOf(question)} pending={pending} onClick={act}>
            {question.act}
          </Button>
          {question.better && (
            <Button
              variant="primary"
              disabled={pending}
              onClick={() => {
                question.better?.choose();
                onSettled(false);
              }}
            >
              {question.better.act}
            </Button>
          )}
        </>
      }
    >
      <ErrorBox text={error?.message} reason={error?.reason} />
      {question.extra}
    </Dialog>
  );
}

function lookOf({ danger, better }: Question): 'primary' | 'secondary' | 'danger' {
  if (danger) return 'danger';
  return better ? 'secondary' : 'primary';
}

function failureOf(question: Question, cause: unknown): Failure {
  if (question.failure) return new Failure(question.failure);
  if (cause instanceof Failure) return cause;
  return new Failure(cause instanceof Error ? cause.message : 'An error occurred');
}
