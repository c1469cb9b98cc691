import { useState } from 'react';
import type { Milestone } from '#domain/milestone.ts';
import { versionWords } from '#domain/plan-difference.ts';
import { refusals } from '#domain/refusals.ts';
import { errorText } from '../../api/api-error.ts';
import { ChargeRows } from '../../payments/charge-rows.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Failure } from '../../ui/failure.ts';
import { Money } from '../../ui/money.tsx';
import { NewestUnread } from '../changes/newest-unread.tsx';
import { CheckList } from './check-list.tsx';
import { FirstHourNote } from './first-hour-note.tsx';
import { usePlan } from './plan-context.ts';
import { PlanDialog } from './plan-dialog.tsx';
import { unpaidOf } from './plan-money.ts';
import { usePlanActs } from './use-plan-acts.ts';
import { useMilestones, useVersions } from './use-plan-data.ts';

/** States the charge before the plan is approved and its first payment page opens. */
export function ApprovePlanDialog({ onClose }: { onClose: () => void }) {
  const { ticket, milestones, checkout } = usePlan();
  // Together: the end of the reading is not to be seen before what was read.
  const { data, isFetching: reading } = useMilestones(ticket.id, false);
  const versions = data?.versions ?? 0;
  const acts = usePlanActs();
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<Failure | null>(null);
  // The plan that was looked at. None until it is read, as the request can be here before it, and none once
  // the customer was told of another one.
  const [seen, setSeen] = useState<number | null>(null);
  if (seen === null && !reading) setSeen(versions);
  const [first, ...rest] = unpaidOf(milestones);

  async function approve() {
    if (seen !== versions) {
      setSeen(null);
      return setError(new Failure(refusals.plan_changed[1]));
    }
    setPending(true);
    setError(null);
    try {
      await checkout.open(() => acts.approvePlan(versions));
      onClose();
    } catch (cause) {
      setError(new Failure('Failed to update ticket status. Please try again.', errorText(cause)));
      setSeen(null);
      setPending(false);
    }
  }

  return (
    <PlanDialog
      open
      onOpenChange={onClose}
      title="Approve Plan"
      description="You pay milestone by milestone. Your payment is held and released to the unblocker only when you approve the work."
      locked={pending}
      footer={
        <>
          <Button disabled={pending} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" pending={pending || seen === null} onClick={approve}>
            Let's do this!
          </Button>
        </>
      }
    >
      <WhatChanged />
      {first && <FirstCharge milestone={first} />}
      <Later milestones={rest} />
      <ErrorBox text={error?.message} reason={error?.reason} className="mt-4" />
    </PlanDialog>
  );
}

/** In short, for a resubmitted plan. */
function WhatChanged() {
  const { ticket, versions } = usePlan();
  const list = useVersions(ticket.id, versions > 1);
  const newest = list.items?.[0];
  if (versions < 2) return null;
  // What an earlier plan changed says nothing of this one.
  if (list.error || !newest || newest.number < versions)
    return <NewestUnread list={list} lines={1} className="mb-3" />;
  return <p className="mb-3 text-sm font-medium">{versionWords(newest.number, newest.tally)}</p>;
}

function FirstCharge({ milestone }: { milestone: Milestone }) {
  return (
    <>
      <p className="mb-2 text-sm wrap-anywhere">
        The payment page of the first milestone,{' '}
        <b>
          <bdi>{milestone.title}</bdi>
        </b>
        , opens in a new tab:
      </p>
      <ChargeRows charge={milestone} />
      <FirstHourNote milestone={milestone} />
      <div className="mt-4">
        <CheckList checks={milestone.checks} />
      </div>
    </>
  );
}

function Later({ milestones }: { milestones: Milestone[] }) {
  if (milestones.length === 0) return null;
  const cents = milestones.reduce((sum, { charge_cents }) => sum + charge_cents, 0);
  return (
    <>
      <p className="mt-4 text-sm text-ink-soft">
        {milestones.length === 1 ? '1 more milestone' : `${milestones.length} more milestones`} for{' '}
        <Money cents={cents} /> later, one by one.
      </p>
      <ul aria-label="Later" className="mt-2 space-y-2 text-sm">
        {milestones.map(({ id, title, charge_cents, checks }) => (
          <li key={id}>
            <details>
              <summary className="cursor-pointer wrap-anywhere">
                <bdi>{title}</bdi> (<Money cents={charge_cents} />)
              </summary>
              <div className="mt-2 ml-4">
                <CheckList checks={checks} />
              </div>
            </details>
          </li>
        ))}
      </ul>
    </>
  );
}
