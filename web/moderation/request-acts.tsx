import { useState } from 'react';
import type { ModeratedRequest } from '#domain/moderation.ts';
import { dialogOnDemand } from '../shell/on-demand.tsx';
import { useWarmUp } from '../shell/use-warm-up.ts';
import { PermittedButton } from '../ui/permitted-button.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

const MoneyBackDialog = dialogOnDemand(
  async () => (await import('./money-back-dialog.tsx')).MoneyBackDialog,
);

type Act = keyof typeof dialogs;
const ACTS = ['resume', 'close-for-customer', 'close-for-developer', 'reopen'] as const;

/** The ways out of moderator assistance, and the money back, as the server offers them. */
export function RequestActs({ request }: { request: ModeratedRequest }) {
  const [act, setAct] = useState<Act | 'money-back' | null>(null);
  useWarmUp(MoneyBackDialog, ReasonDialog);
  // Where none is possible there is nothing to decide, and no reason to show four dead buttons.
  const isOpen = ACTS.some((each) => request.actions[each]?.allowed);
  const { held_cents, released_cents } = request.money_back;
  const hasMoney = held_cents + released_cents > 0;
  if (!isOpen && !hasMoney) return null;
  return (
    <div className="flex flex-wrap gap-2 border-t border-line pt-4">
      {isOpen &&
        ACTS.map((each) => (
          <PermittedButton
            key={each}
            permission={request.actions[each]}
            onClick={() => setAct(each)}
            {...(each === 'resume' && { variant: 'primary' as const })}
          >
            {dialogs[each].label}
          </PermittedButton>
        ))}
      {hasMoney && (
        <PermittedButton
          permission={request.actions['money-back']}
          onClick={() => setAct('money-back')}
        >
          Give All Money Back
        </PermittedButton>
      )}
      {act === 'money-back' && <MoneyBackDialog request={request} onClose={() => setAct(null)} />}
      {act && act !== 'money-back' && (
        <ReasonDialog
          {...dialogs[act].dialog}
          address={`/api/moderation/tickets/{id}/${act}`}
          id={request.id}
          done="It is decided, and both sides were told why."
          onClose={() => setAct(null)}
        />
      )}
    </div>
  );
}

const dialogs = {
  resume: {
    label: 'Resume',
    dialog: {
      title: 'Resume Request',
      description: 'It goes on where it was. Open reports about it count as answered.',
      act: 'Resume',
    },
  },
  'close-for-customer': {
    label: 'Close for the Customer',
    dialog: {
      title: 'Close for the Customer',
      description:
        'The request ends, and all money still held goes back to the customer. This cannot be undone.',
      act: 'Close for the Customer',
      danger: true,
    },
  },
  'close-for-developer': {
    label: 'Close for the Unblocker',
    dialog: {
      title: 'Close for the Unblocker',
      description:
        'The request ends. Money held for milestones in review is released, all other held money goes back to the customer. This cannot be undone.',
      act: 'Close for the Unblocker',
      danger: true,
    },
  },
  reopen: {
    label: 'Return to the Open List',
    dialog: {
      title: 'Return to the Open List',
      description:
        'The unblocker loses the request, milestones that are not accepted leave the plan, and held money goes back to the customer. Other unblockers can take it. This cannot be undone.',
      act: 'Return to the Open List',
      danger: true,
    },
  },
} as const;
