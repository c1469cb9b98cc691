import { useQuery } from '@tanstack/react-query';
import { Sparkle } from 'lucide-react';
import { useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { aiToolLabels } from '#domain/ai-tool.ts';
import { categoryWords } from '#domain/category.ts';
import type { Packet } from '#domain/packet.ts';
import type { TicketInput } from '#domain/ticket.ts';
import { snapshotsOf } from '../code/code-queries.ts';
import { versionWithPacket } from '../code/version-words.ts';
import { Button } from '../ui/button.tsx';
import { fillsEmpty, type RequestForm } from './request-form.ts';

interface ProjectSuggestionProps {
  form: UseFormReturn<RequestForm, unknown, TicketInput>;
  /** What the project says of itself. */
  suggested: Packet['suggested'] | null;
  disabled: boolean;
}

/** Offers what a project says for the fields that were left empty; fills in nothing by itself. */
export function ProjectSuggestion({ form, suggested, disabled }: ProjectSuggestionProps) {
  const [declined, setDeclined] = useState<string | null>(null);
  const [stack, categories, ai_tool] = useWatch({
    control: form.control,
    name: ['stack', 'categories', 'ai_tool'],
  });
  const fill = suggested && fillsEmpty({ stack, categories, ai_tool }, suggested);
  const key = JSON.stringify(suggested);
  if (!fill || key === declined) return null;

  function take() {
    if (!fill) return;
    const byChoice = { shouldDirty: true };
    if (fill.stack !== null) form.setValue('stack', fill.stack, byChoice);
    if (fill.categories.length > 0) form.setValue('categories', [...fill.categories], byChoice);
    if (fill.ai_tool !== null) form.setValue('ai_tool', fill.ai_tool, byChoice);
  }

  return (
    <section
      aria-label="Suggestion from your project"
      className="flex animate-fade-in flex-wrap items-center gap-x-4 gap-y-2 rounded border border-go bg-go-soft px-3 py-2.5 text-sm text-go-ink"
    >
      <Sparkle size={18} aria-hidden className="shrink-0" />
      <p className="min-w-48 flex-1">
        <SuggestedWords fill={fill} />
      </p>
      <div className="flex gap-2">
        <Button size="sm" disabled={disabled} onClick={take}>
          Use It
        </Button>
        <Button size="sm" variant="ghost" onClick={() => setDeclined(key)}>
          No, Thanks
        </Button>
      </div>
    </section>
  );
}

type SharedProjectProps = Omit<ProjectSuggestionProps, 'suggested'> & { ticketId: string };

/** The same of the project that was shared for a request. */
export function SharedProjectSuggestion({ ticketId, ...props }: SharedProjectProps) {
  const { data } = useQuery(snapshotsOf(ticketId));
  const packet = versionWithPacket(data?.items ?? [])?.packet;
  return <ProjectSuggestion {...props} suggested={packet?.suggested ?? null} />;
}

/** What a project says that its request does not. */
export function SuggestedWords({ fill }: { fill: Packet['suggested'] }) {
  const { stack, categories, ai_tool } = fill;
  const parts = [stack, categoryWords(categories), ai_tool && `made with ${aiToolLabels[ai_tool]}`];
  return (
    <>
      Your project says: <strong>{parts.filter(Boolean).join(' · ')}</strong>
    </>
  );
}
