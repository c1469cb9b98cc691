import { CheckCheck } from 'lucide-react';

/** Read by the other side up to here. */
export function SeenMark() {
  return (
    <p className="flex items-center gap-1 text-2xs text-ink-soft">
      <CheckCheck size={14} aria-hidden />
      Seen
    </p>
  );
}
