import { Gavel } from 'lucide-react';
import type { Decision } from '#domain/decision.ts';
import { decisionFigures, figuresNote } from '#domain/figures.ts';
import { useProfile } from '../api/session.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { AppealButton } from './appeal-button.tsx';
import { AppealState } from './appeal-state.tsx';

/** A decision with its reason and the viewer's appeal. */
export function DecisionCard({ decision }: { decision: Decision }) {
  const rule = decisionFigures[decision.kind];
  const isUnblocker = useProfile().user_type === 'developer';
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="flex gap-2.5 font-medium wrap-anywhere">
        <Gavel size={18} aria-hidden className="mt-0.5 shrink-0 text-ink-soft" />
        {decision.outcome}.
      </p>
      <blockquote className="border-l-2 border-edge pl-3 text-sm leading-relaxed wrap-anywhere whitespace-pre-wrap">
        {decision.reason}
      </blockquote>
      {isUnblocker && rule && (
        <p className="text-sm wrap-anywhere text-ink-soft">{figuresNote(rule)}</p>
      )}
      <p className="text-2xs text-ink-soft">
        Decided <RelativeTime at={decision.created_at} />
      </p>
      <AppealState decision={decision} />
      <AppealButton decision={decision} />
    </div>
  );
}
