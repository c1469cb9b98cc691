import { Info } from 'lucide-react';
import { useState } from 'react';
import type { Case } from '#domain/desk.ts';
import { useProfile } from '../api/session.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { useCase } from './use-case.ts';

/**
 * What a dialog knows about its case: how many decisions the moderator has seen, and whether they mean
 * to decide a colleague's case.
 */
export function useCaseNews(ticketId: string | undefined) {
  const { data } = useCase(ticketId);
  const me = useProfile().id;
  const [known, setKnown] = useState<number>();
  const [isMeant, setMeant] = useState(false);
  // Decisions from before the dialog are on the page.
  if (known === undefined && data) setKnown(data.decisions);
  const taker = data?.taken_by && data.taken_by.id !== me ? data.taken_by : null;
  const isNews = data !== undefined && known !== undefined && data.decisions > known;
  return {
    seen: known,
    taker,
    isMeant: isMeant || taker === null,
    setMeant,
    newest: isNews && data.newest?.by.id !== me ? data.newest : null,
    /** After the refusal they know. */
    heard: () => setKnown(data?.decisions),
  };
}

type News = ReturnType<typeof useCaseNews>;

/** 'Ana closed this 1 minute ago', above a form. */
export function DecidedMeanwhile({ news: { newest } }: { news: News }) {
  return (
    <div role="status" className="empty:hidden">
      {newest && <Newest newest={newest} />}
    </div>
  );
}

/** The same for a decision, and whether a colleague's case is meant to be decided. */
export function CaseNews({ news, problem }: { news: News; problem: string | undefined }) {
  const { taker, isMeant, setMeant } = news;
  return (
    <>
      <DecidedMeanwhile news={news} />
      {taker && (
        <div className="rounded border border-turn bg-turn-soft px-3 py-2 text-sm text-turn-ink">
          <p className="wrap-anywhere">
            {taker.full_name} took this case <RelativeTime at={taker.since} />.
          </p>
          <Checkbox
            label="Decide it all the same"
            checked={isMeant}
            aria-invalid={problem ? true : undefined}
            onChange={(event) => setMeant(event.target.checked)}
          />
          {problem && <p className="text-harm-ink">{problem}</p>}
        </div>
      )}
    </>
  );
}

/** A colleague's newest decision. */
export function Newest({ newest: { by, did, at } }: { newest: NonNullable<Case['newest']> }) {
  return (
    <p className="flex items-start gap-2 rounded border border-turn bg-turn-soft px-3 py-2 text-sm wrap-anywhere text-turn-ink">
      <Info size={16} aria-hidden className="mt-0.5 shrink-0" />
      <span>
        {by.full_name} {did} <RelativeTime at={at} />
      </span>
    </p>
  );
}
