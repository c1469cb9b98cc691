import { SessionSource } from '../api/session-source.tsx';
import { Toasts } from '../ui/toasts.tsx';

/** Toasts are here, not with the signed-in screens, as some are read after signing out. */
export function AwakeParts() {
  return (
    <>
      <SessionSource />
      <Toasts />
    </>
  );
}
