import { useQuery } from '@tanstack/react-query';
import { Sparkle } from 'lucide-react';
import { useState } from 'react';
import { snapshotsOf } from '../../code/code-queries.ts';
import { versionWithPacket } from '../../code/version-words.ts';
import { Button } from '../../ui/button.tsx';
import { SuggestedWords } from '../project-suggestion.tsx';
import { fillsEmpty, formOf } from '../request-form.ts';
import { RequestFormDialog } from '../request-form-dialog.tsx';
import { allows } from './allows.ts';
import { usePlan } from './plan-context.ts';

/** Leads from what a shared project says to the request, where that says nothing of it. */
export function FillInRequest() {
  const { ticket } = usePlan();
  const [editing, setEditing] = useState(false);
  const mayEdit = allows(ticket, 'edit');
  const { data } = useQuery({ ...snapshotsOf(ticket.id), enabled: mayEdit });
  const packet = versionWithPacket(data?.items ?? [])?.packet;
  const fill = packet && fillsEmpty(formOf(ticket), packet.suggested);
  const offered = mayEdit ? fill : undefined;
  return (
    <>
      {offered && (
        <section
          aria-label="What your request does not say"
          className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 rounded border border-go bg-go-soft px-4 py-3 text-sm text-go-ink"
        >
          <Sparkle size={18} aria-hidden className="shrink-0" />
          <p className="min-w-48 flex-1">
            <SuggestedWords fill={offered} />. Your request does not.
          </p>
          <Button size="sm" onClick={() => setEditing(true)}>
            Fill In the Request
          </Button>
        </section>
      )}
      {/* What is being written stays when an unblocker takes the request meanwhile. */}
      {(offered || editing) && (
        <RequestFormDialog ticket={ticket} open={editing} onOpenChange={setEditing} />
      )}
    </>
  );
}
