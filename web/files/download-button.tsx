import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { ComponentProps } from 'react';
import { errorText } from '../api/api-error.ts';
import { Button } from '../ui/button.tsx';
import { alertError } from '../ui/toasts.tsx';
import { downloadFile, downloadRound } from './download-file.ts';

type Look = Omit<ComponentProps<typeof Button>, 'onClick' | 'children'>;

/** 'Download', wherever a file is looked at or listed. */
export function DownloadButton({ fileKey, ...look }: Look & { fileKey: string }) {
  return <Saves {...look} label="Download" save={() => downloadFile(fileKey)} />;
}

/** 'Download All', for the files of one round of delivery. */
export function DownloadAllButton({ deliveryId, ...look }: Look & { deliveryId: string }) {
  return <Saves size="sm" {...look} label="Download All" save={() => downloadRound(deliveryId)} />;
}

function Saves({ label, save, ...look }: Look & { label: string; save: () => Promise<void> }) {
  const { mutate, isPending } = useMutation({
    mutationFn: save,
    onError: (cause) => alertError(errorText(cause)),
  });
  return (
    <Button {...look} pending={isPending} onClick={() => mutate()}>
      <Download size={16} aria-hidden />
      {label}
    </Button>
  );
}
