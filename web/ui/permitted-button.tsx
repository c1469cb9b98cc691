import { type ComponentProps, useId } from 'react';
import type { Permission } from '#domain/actions.ts';
import { Button } from './button.tsx';

interface PermittedButtonProps extends Omit<ComponentProps<typeof Button>, 'disabled' | 'title'> {
  /** The server's answer; without one nothing is rendered. */
  permission: Permission | undefined;
}

/** An act's button; a refused one is disabled, with the reason. */
export function PermittedButton({ permission, children, ...rest }: PermittedButtonProps) {
  const reasonId = useId();
  if (!permission) return null;
  const reason = permission.allowed ? null : permission.reason;
  return (
    <>
      <Button
        {...rest}
        disabled={!permission.allowed}
        {...(reason && { title: reason, 'aria-describedby': reasonId })}
      >
        {children}
      </Button>
      {reason && (
        <span id={reasonId} className="sr-only">
          {reason}
        </span>
      )}
    </>
  );
}
