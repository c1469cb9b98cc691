import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { ComponentProps } from 'react';
import { errorText } from '../api/api-error.ts';
import { Button } from '../ui/button.tsx';
import { alertError } from '../ui/toasts.tsx';

interface SaveButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick' | 'children'> {
  label: string;
  save: () => Promise<void>;
}

/** Has the browser save what a call answers. */
export function SaveButton({ label, save, ...look }: SaveButtonProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: save,
    onError: (cause) => alertError(errorText(cause)),
  });
  return (
    <Button size="sm" {...look} pending={isPending} onClick={() => mutate()}>
      <Download size={16} aria-hidden className="shrink-0" />
      {label}
    </Button>
  );
}
