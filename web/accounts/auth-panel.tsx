import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';

interface AuthPanelProps {
  children: ReactNode;
  action: string;
  onAction: () => void;
}

/** What stands in place of the form once it has done its work. */
export function AuthPanel({ children, action, onAction }: AuthPanelProps) {
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="flex gap-2.5 rounded bg-go-soft p-3 text-sm text-go-ink">
        <CircleCheck size={18} aria-hidden className="mt-0.5 shrink-0" />
        <span className="min-w-0 break-words">{children}</span>
      </p>
      <Button variant="primary" onClick={onAction}>
        {action}
      </Button>
    </div>
  );
}
