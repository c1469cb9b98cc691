import { Link } from 'react-router';
import { paths } from '#domain/paths.ts';
import { addressOf } from '../api/client.ts';
import { saveAnswer } from '../api/save-answer.ts';
import { SaveButton } from '../shell/save-button.tsx';

/** Downloads a request's history: as a verifiable file, and on paper. */
export function EvidencePanel({ ticketId }: { ticketId: string }) {
  const address = addressOf('/api/tickets/{id}/evidence', { path: { id: ticketId } });
  const save = (type: string) => saveAnswer(address, 'evidence', type);
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
        <SaveButton label="Evidence File" save={() => save('application/json')} />
        <SaveButton label="PDF" save={() => save('application/pdf')} />
      </div>
    </section>
  );
}
