import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '#domain/paths.ts';
import { errorText } from '../api/api-error.ts';
import { addressOf } from '../api/client.ts';
import { saveAnswer } from '../api/save-answer.ts';
import { Button } from '../ui/button.tsx';
import { alertError } from '../ui/toasts.tsx';

/** Downloads a request's history: as a verifiable file, and on paper. */
export function EvidencePanel({ ticketId }: { ticketId: string }) {
  return (
    <section aria-labelledby="evidence" className="card space-y-3 p-5">
      <h2 id="evidence" className="text-lg">
        Evidence
      </h2>
      <p className="text-sm text-ink-soft">
        All that happened to this request, signed by Unblock. Anybody can{' '}
        <Link to={paths.verify()} className="link">
          check that a file is whole
        </Link>
        .
      </p>
      <div className="flex flex-wrap gap-2">
        <Save ticketId={ticketId} type="application/json" label="Evidence File" />
        <Save ticketId={ticketId} type="application/pdf" label="PDF" />
      </div>
    </section>
  );
}

interface SaveProps {
  ticketId: string;
  type: string;
  label: string;
}

function Save({ ticketId, type, label }: SaveProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      saveAnswer(
        addressOf('/api/tickets/{id}/evidence', { path: { id: ticketId } }),
        'evidence',
        type,
      ),
    onError: (cause) => alertError(errorText(cause)),
  });
  return (
    <Button size="sm" pending={isPending} onClick={() => mutate()}>
      <Download size={16} aria-hidden />
      {label}
    </Button>
  );
}
