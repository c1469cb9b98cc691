import type { ComponentProps } from 'react';
import { type Action, acts } from '#domain/acts.ts';
import type { Button } from '../ui/button.tsx';
import { PermittedButton } from '../ui/permitted-button.tsx';
import type { ActRecord } from './use-act.ts';
import { usePress } from './use-press.tsx';

interface ActButtonProps extends Pick<ComponentProps<typeof Button>, 'size' | 'variant'> {
  action: Action;
  record: ActRecord;
  /** Refused it stays, disabled, and tells why; as the act's own row says, where this does not. */
  tells?: boolean;
  /** The words on it, where they are others than the act's own. */
  label?: string;
  'aria-describedby'?: string;
  /** Goes along: what of the record is agreed to, as it was when the button was pressed. */
  read?: object;
}

/** The button of an act with all that it brings, as domain/acts.ts says and the server allows. */
export function ActButton({ action, record, label, read, ...props }: ActButtonProps) {
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
      {permission?.allowed && act.hint && (
        <span className="basis-full text-2xs text-ink-soft">{act.hint}</span>
      )}
      {dialog}
    </>
  );
}
