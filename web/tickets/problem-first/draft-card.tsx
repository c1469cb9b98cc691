import { PenLine } from 'lucide-react';
import { useEffect, useState } from 'react';
import { splitDescription } from '#domain/ticket-words.ts';
import { useProfile } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { requestDraft } from '../request-draft.ts';
import { posting } from './posting.ts';

interface DraftCardProps {
  onContinue: () => void;
}

/** The request that was begun in this browser and not submitted. */
export function DraftCard({ onContinue }: DraftCardProps) {
  const { email } = useProfile();
  const [title, setTitle] = useState<string | null>(draftTitle);
  useEffect(() => {
    // Somebody else's that waits for their address is none of this person's business.
    if (posting.get() || requestDraft.held()?.email !== email) return;
    void settled().then(
      () => setTitle(draftTitle()),
      () => undefined,
    );
  }, [email]);

  if (title === null) return null;
  return (
    <section
      aria-label="Draft"
      className="mb-3 flex items-center gap-x-3 rounded border border-dashed border-edge bg-surface p-3"
    >
      <PenLine size={18} aria-hidden className="shrink-0 text-ink-soft" />
      <div className="min-w-0 flex-1">
        <h3 className="font-sans text-sm font-medium tracking-normal">Continue your draft</h3>
        <p dir="auto" className="truncate text-sm text-ink-soft">
          {title}
        </p>
      </div>
      <Button size="sm" onClick={onContinue}>
        Continue
      </Button>
    </section>
  );
}

function draftTitle(): string | null {
  const { description } = requestDraft.read() ?? {};
  return description?.trim() ? splitDescription(description).title : null;
}

/** The server may have posted it meanwhile, when its address was confirmed elsewhere. */
async function settled(): Promise<void> {
  const { forgetDraft, settleHeld } = await import('./settle-held.ts');
  if (await settleHeld()) await forgetDraft();
}
