import { useState } from 'react';
import { type Action, acts, actsAt, isPreviewed } from '#domain/acts.ts';
import type { ModeratedRequest } from '#domain/moderation.ts';
import { dialogOnDemand } from '../shell/on-demand.tsx';
import { useWarmUp } from '../shell/use-warm-up.ts';
import { PermittedButton } from '../ui/permitted-button.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { reasonDialogOf } from './reason-dialog-of.ts';

const MoneyBackDialog = dialogOnDemand(
  async () => (await import('./money-back-dialog.tsx')).MoneyBackDialog,
);

/**
 * The ways out of moderator assistance, refunds, and other permitted acts: after all that is to be read
 * before, and in sight meanwhile.
 */
export function RequestActs({ request }: { request: ModeratedRequest }) {
  const [act, setAct] = useState<Action | null>(null);
  useWarmUp(MoneyBackDialog, ReasonDialog);
  const offered = offeredActs(request);
  if (offered.length === 0) return null;
  const close = () => setAct(null);
  return (
    <section
      aria-label="Decide"
      className="card flex flex-wrap items-center gap-2 px-5 py-3 md:sticky md:bottom-3 md:shadow-lift"
    >
      {offered.map((each) => (
        <PermittedButton
          key={each}
          size="sm"
          permission={request.actions[each]}
          variant={acts[each].look ?? 'secondary'}
          onClick={() => setAct(each)}
        >
          {acts[each].label}
        </PermittedButton>
      ))}
      {act === 'money-back' && <MoneyBackDialog request={request} onClose={close} />}
      {act && act !== 'money-back' && (
        <ReasonDialog
          {...reasonDialogOf(act, request.id)}
          {...(isPreviewed(act) && { previewed: { ticketId: request.id, action: act } })}
          onClose={close}
        />
      )}
    </section>
  );
}

function offeredActs({ actions, money_back }: ModeratedRequest): Action[] {
  const allowed = (action: Action) => actions[action]?.allowed === true;
  const waysOut = actsAt('way-out');
  const hasMoney = money_back.held_cents + money_back.released_cents > 0;
  return [
    // If none is possible there is nothing to decide: four disabled buttons would only disturb.
    ...(waysOut.some(allowed) ? waysOut : []),
    ...actsAt('moderation').filter(allowed),
    ...(hasMoney ? (['money-back'] as const) : []),
  ];
}
