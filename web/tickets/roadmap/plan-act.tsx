import type { ReactNode } from 'react';
import { type Action, acts } from '#domain/acts.ts';
import type { Milestone } from '#domain/milestone.ts';
import { Button } from '../../ui/button.tsx';
import { ActButton } from '../act-button.tsx';
import { allows } from './allows.ts';
import { titleId } from './milestone-title.tsx';
import { usePlan } from './plan-context.ts';
import { isPrimary } from './primary-action.ts';

interface PlanActProps {
  action: Action;
  /** Null for an act on the request or the whole plan. */
  milestone?: Milestone | null;
}

/** The button of an act on a roadmap. */
export function PlanAct({ action, milestone = null }: PlanActProps) {
  const { ticket } = usePlan();
  return (
    <InPlace action={action} milestone={milestone}>
      {(look) => <ActButton {...look} action={action} record={milestone ?? ticket} />}
    </InPlace>
  );
}

interface Look {
  variant: 'primary' | 'secondary';
  size?: 'sm';
  'aria-describedby'?: string;
}

interface InPlaceProps {
  action: Action;
  milestone?: Milestone | null;
  children: (look: Look) => ReactNode;
}

/** Gives a button its act's look and place on this roadmap. */
export function InPlace({ action, milestone = null, children }: InPlaceProps) {
  const { primary } = usePlan();
  const active = isPrimary(primary, action, milestone?.id);
  const button = children({
    variant: active ? 'primary' : 'secondary',
    ...(milestone && { size: 'sm', 'aria-describedby': titleId(milestone) }),
  });
  return (
    <PrimaryPlace active={active} {...(milestone && { about: milestone.title })}>
      {button}
    </PrimaryPlace>
  );
}

interface DialogActProps {
  action: Action;
  milestone?: Milestone;
  /** Default: the act's own label. */
  label?: string;
  onClick: () => void;
}

/** The same for an act with a dialog of its own, shown where it is allowed. */
export function DialogAct({ action, milestone, label, onClick }: DialogActProps) {
  const { ticket } = usePlan();
  if (!allows(milestone ?? ticket, action)) return null;
  return (
    <InPlace action={action} milestone={milestone ?? null}>
      {(look) => (
        <Button {...look} onClick={onClick}>
          {label ?? acts[action].label}
        </Button>
      )}
    </InPlace>
  );
}

interface PrimaryPlaceProps {
  active: boolean;
  /** The act's subject, where it is shown away from it. */
  about?: string;
  children: ReactNode;
}

/**
 * Holds a button; the primary one sticks to the bottom of phones. All others have the holder too, so
 * that a button that becomes primary stays the same element and keeps the focus.
 */
function PrimaryPlace({ active, about, children }: PrimaryPlaceProps) {
  return (
    <div className={active ? primaryPlace : 'contents'}>
      {active && about && (
        <p dir="auto" className="mb-1.5 truncate text-2xs text-ink-soft md:hidden">
          {about}
        </p>
      )}
      {children}
    </div>
  );
}

const primaryPlace =
  'md:contents max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-20 max-md:border-t ' +
  'max-md:bg-surface max-md:px-4 max-md:pt-2 max-md:pb-[max(0.75rem,env(safe-area-inset-bottom))] ' +
  'max-md:[&>button]:w-full';
