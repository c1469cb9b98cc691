import type { ComponentProps } from 'react';
import { type Action, acts } from '#domain/acts.ts';
import type { Button } from '../ui/button.tsx';
import { PermittedButton } from '../ui/permitted-button.tsx';
import type { ActRecord } from './use-act.ts';
import { usePress } from './use-press.tsx';

interface ActButtonProps extends Pick<ComponentProps<typeof Button>, 'size' | 'variant'> {
  action: Action;
  record: ActRecord;
  /** Keeps a refused button, disabled with its reason; by default as the act's row says. */
  tells?: boolean;
  /** Default: the act's own label. */
  label?: string;
  /** The act's hint is said elsewhere, once for a whole list. */
  hintElsewhere?: true;
  'aria-describedby'?: string;
  /** Sent along: what the person has read and agrees to. */
  read?: object;
}

/** The button of an act, with dialog and messages from domain/acts.ts, where the server allows it. */
export function ActButton(all: ActButtonProps) {
  const { action, record, label, read, hintElsewhere = false, ...props } = all;
  const act = acts[action];
  const { tells = act.tells ?? false, variant = act.look ?? 'secondary', ...look } = props;
  const { press, pending, dialog } = usePress(action, record, read);
  const permission = record.actions[action];
  return (
    <>
      {permission && (permission.allowed || tells) && (
        <PermittedButton
          {...look}
          permission={permission}
          variant={variant}
          pending={pending}
          onClick={press}
        >
          {label ?? act.label}
        </PermittedButton>
      )}
      {permission?.allowed && act.hint && !hintElsewhere && (
        <span className="basis-full text-2xs text-ink-soft">{act.hint}</span>
      )}
      {dialog}
    </>
  );
}
