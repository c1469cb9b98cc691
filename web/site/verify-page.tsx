import { CircleAlert, CircleCheck } from 'lucide-react';
import { useRef, useState } from 'react';
import type { EvidenceFinding } from '#domain/evidence.ts';
import { findingWords, verdictWords } from '#domain/evidence-finding.ts';
import { MAX_EVIDENCE_MB } from '#domain/limits.ts';
import { paths } from '#domain/paths.ts';
import { errorText } from '../api/api-error.ts';
import { DropZone } from '../files/drop-zone.tsx';
import { cx } from '../ui/cx.ts';
import { ErrorBox } from '../ui/error-box.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { PageHero } from './page-hero.tsx';
import { pageMeta } from './page-meta.ts';
import { Section } from './section.tsx';
import { verifyFile } from './verify-file.ts';

export function meta() {
  return pageMeta({
    title: 'Verify an Evidence File',
    description:
      'Choose the evidence file of a request, and see whether it is whole: every step, message, delivery and payment as it was.',
    path: paths.verify(),
  });
}

export default function VerifyPage() {
  const { looked, isPending, look } = useLook();
  return (
    <>
      <PageHero title="Verify an Evidence File" line="One changed letter, and it shows">
        <p>
          An evidence file holds what happened to a request, each entry tied to the one before it,
          and is signed by Unblock. Choose one to see whether it is whole. It is looked at and not
          kept.
        </p>
      </PageHero>
      <Section className="max-w-3xl space-y-6">
        <div>
          <label htmlFor="evidence-file" className="mb-1.5 block text-sm font-medium">
            Evidence file
          </label>
          <DropZone
            id="evidence-file"
            uploads={{
              add: ([file]) => look(file),
              addDropped: ({ files }) => look(files[0]),
            }}
            multiple={false}
            disabled={isPending}
            describedBy="evidence-hint"
            small={false}
            hint={
              <p id="evidence-hint" className="text-sm text-ink-soft">
                The JSON file, up to {MAX_EVIDENCE_MB} MB
              </p>
            }
          />
        </div>
        <div role="status" aria-live="polite">
          {isPending && (
            <p className="flex items-center gap-2">
              <Spinner label={null} /> Looking at the file…
            </p>
          )}
          {looked?.finding && <Finding name={looked.name} finding={looked.finding} />}
        </div>
        <ErrorBox text={looked?.problem} />
      </Section>
    </>
  );
}

interface Looked {
  name: string;
  finding?: EvidenceFinding;
  problem?: string;
}

/** Looks at one file at a time: the answer about an earlier one comes too late. */
function useLook() {
  const [looked, setLooked] = useState<Looked | null>(null);
  const [isPending, setPending] = useState(false);
  const latest = useRef<File>(null);

  function look(file: File | undefined) {
    if (!file) return;
    latest.current = file;
    setLooked(null);
    setPending(true);
    const { name } = file;
    const show = (found: Looked) => {
      if (latest.current !== file) return;
      setLooked(found);
      setPending(false);
    };
    verifyFile(file).then(
      (finding) => show({ name, finding }),
      (cause: unknown) => show({ name, problem: errorText(cause) }),
    );
  }

  return { looked, isPending, look };
}

function Finding({ name, finding }: { name: string; finding: EvidenceFinding }) {
  const Sign = finding.whole && finding.signed_by === 'known' ? CircleCheck : CircleAlert;
  const isStrange = finding.whole && finding.signed_by !== 'known';
  const look = isStrange ? 'text-turn-ink' : finding.whole ? 'text-go' : 'text-harm';
  return (
    <div className="card space-y-4 p-5">
      <h2 className="flex items-start gap-2 text-xl">
        <Sign aria-hidden className={cx('mt-0.5 shrink-0', look)} />
        {verdictWords(finding)}
      </h2>
      <p className="text-sm wrap-anywhere text-ink-soft">{name}</p>
      {finding.problems.length > 0 && (
        <ul aria-label="What is wrong" className="list-disc space-y-1 pl-5 wrap-anywhere">
          {finding.problems.map(({ position, what, says }) => (
            <li key={`${position} ${what} ${says}`}>{says}</li>
          ))}
        </ul>
      )}
      <ul aria-label="What it holds" className="space-y-1 text-sm wrap-anywhere">
        {findingWords(finding).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}
