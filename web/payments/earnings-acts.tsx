import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { Earnings } from '#domain/earnings.ts';
import { errorText } from '../api/api-error.ts';
import { addressOf } from '../api/client.ts';
import { saveAnswer } from '../api/save-answer.ts';
import { alertFailure } from '../ui/alert-failure.tsx';
import { Button } from '../ui/button.tsx';
import { PermittedButton } from '../ui/permitted-button.tsx';
import { PayOutDialog } from './pay-out-dialog.tsx';

/** What a developer can do with their earnings: have them as a table, have them paid out. */
export function EarningsActs({ earnings }: { earnings: Earnings }) {
  const [paying, setPaying] = useState(false);
  const download = useMutation({
    mutationFn: () =>
      saveAnswer(addressOf('/api/earnings', { query: { format: 'csv' } }), 'unblock-earnings.csv'),
    onError: (cause) => alertFailure('Failed to download your earnings.', errorText(cause)),
  });
  return (
    <>
      <Button pending={download.isPending} onClick={() => download.mutate()}>
        <Download size={16} aria-hidden />
        Download CSV
      </Button>
      <PermittedButton
        permission={earnings.actions['pay-out']}
        variant="primary"
        onClick={() => setPaying(true)}
      >
        Pay Out
      </PermittedButton>
      {paying && <PayOutDialog earnings={earnings} onClose={() => setPaying(false)} />}
    </>
  );
}
