import { type ReactNode, use, useRef, useState } from 'react';
import { type Action, acts, askText } from '#domain/acts.ts';
import { errorText } from '../api/api-error.ts';
import { useProfile } from '../api/session.tsx';
import { dialogOnDemand, onDemand } from '../shell/on-demand.tsx';
import { useConfirm } from '../ui/confirm-dialog.tsx';
import { alertError } from '../ui/toasts.tsx';
import { PlanContext } from './roadmap/plan-context.ts';
import { orFail } from './roadmap/step-failures.ts';
import { type ActRecord, askOf, heldSums, useAct } from './use-act.ts';
import { useFinish } from './use-finish.ts';

const WordsActDialog = dialogOnDemand(
  async () => (await import('./roadmap/words-act-dialog.tsx')).WordsActDialog,
);

const AskWherePaid = onDemand(
  async () => (await import('../payments/ask-where-paid.tsx')).AskWherePaid,
);

interface Press {
  press: () => void;
  pending: boolean;
  /** Render it beside the button. */
  dialog: ReactNode;
}

/**
 * What an act's button does: opens its dialog, takes the act, and announces it.
 * @param read what the person has read and agrees to, as of the press
 */
export function usePress(action: Action, record: ActRecord, read?: object): Press {
  const { label = '', failed = '', alerts = false } = acts[action];
  const ask = askOf(action, record);
  const plan = use(PlanContext);
  const act = useAct();
  const finish = useFinish();
  const confirm = useConfirm();
  const country = useCountryBefore(action);
  const [pending, setPending] = useState(false);
  const [writing, setWriting] = useState(false);

  /** Resolves to whether it was done. */
  async function take(): Promise<boolean> {
    const run = async () => {
      await act(action, record, read);
      return true;
    };
    if (ask && !alerts) return orFail(failed, run);
    return run().catch((cause) => {
      alertError(failed, errorText(cause));
      return false;
    });
  }

  async function takeAtOnce() {
    setPending(true);
    const done = await take();
    setPending(false);
    if (done) finish(action, record);
  }

  async function takeWhenConfirmed() {
    let done = false;
    await confirm({
      title: ask?.title ?? '',
      text: askText(ask, heldSums(record)),
      act: ask?.act ?? label,
      danger: ask?.danger ?? false,
      extra: country.ask,
      run: async () => {
        await country.save();
        done = await take();
      },
    });
    if (done) finish(action, record);
  }

  function press() {
    if (!ask) return void takeAtOnce();
    if (!ask.words) return void takeWhenConfirmed();
    // On a roadmap, dialogs outlive the button that opened them.
    if (!plan) return setWriting(true);
    const milestone = 'ticket_id' in record && { milestoneId: record.id };
    plan.show({ kind: 'act', action, ...milestone });
  }

  const dialog = writing && (
    <WordsActDialog action={action} record={record} onClose={() => setWriting(false)} />
  );
  return { press, pending, dialog };
}

/** Before a first request an unblocker is asked where they are paid; it may be said later. */
function useCountryBefore(action: Action): { ask: ReactNode; save: () => Promise<void> } {
  const chosen = useRef<(() => Promise<void>) | null>(null);
  const { payout_country } = useProfile();
  const ask = action === 'grab' && payout_country === null && (
    <AskWherePaid
      onChoose={(save) => {
        chosen.current = save;
      }}
    />
  );
  // A failure does not keep them from the request: they are asked again.
  const save = () =>
    chosen.current?.().catch((cause) => {
      alertError('Your country was not saved.', errorText(cause));
    }) ?? Promise.resolve();
  return { ask, save };
}
