import { Check, Copy } from 'lucide-react';
import { Button } from './button.tsx';
import { useCopy } from './use-copy.ts';

/** Copies a text, where the browser allows it. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const { copied, copy } = useCopy();
  const Icon = copied ? Check : Copy;
  return (
    <Button size="sm" onClick={() => void copy(text)}>
      <Icon size={16} aria-hidden />
      <span role="status">{copied ? 'Copied' : label}</span>
    </Button>
  );
}
