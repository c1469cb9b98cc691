import { Circle, Check as Tick, X } from 'lucide-react';
import { type ReactNode, use } from 'react';
import { probeWords } from '#domain/check.ts';
import type { Check, Evidence, Probe } from '#domain/check-schemas.ts';
import { Attachments } from '../../files/attachments.tsx';
import { FilesContext } from '../../files/files-context.ts';
import { MarkdownText } from '../../text/markdown-text.tsx';
import { webAddress } from '../../text/web-address.ts';
import { cx } from '../../ui/cx.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';

interface CheckListProps {
  checks: readonly Check[];
  /** The acts on one check. */
  act?: (check: Check) => ReactNode;
}

/** The checks, with their states. */
export function CheckList({ checks, act }: CheckListProps) {
  if (checks.length === 0) return null;
  return (
    <section>
      <p className="mb-1.5 text-2xs text-ink-soft">Done When</p>
      <ul aria-label="Done When" className="space-y-2 text-sm">
        {checks.map((check) => (
          <li key={check.id} className="flex gap-2">
            <StateMark state={check.state} />
            <div className="min-w-0 flex-1">
              <p dir="auto" className="wrap-anywhere">
                <CheckText text={check.text} />
              </p>
              <Address check={check} />
              {check.last_probe && <ProbeResult probe={check.last_probe} check={check} />}
              {act?.(check)}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

const marks = {
  open: { Mark: Circle, words: 'Open', look: 'text-ink-soft' },
  passed: { Mark: Tick, words: 'Works', look: 'text-go-ink' },
  failed: { Mark: X, words: 'Does not work', look: 'text-harm-ink' },
};

/** Each state has a shape and a word, as colour alone is no sign. */
export function StateMark({ state }: { state: Check['state'] }) {
  const { Mark, words, look } = marks[state];
  return (
    <span className={cx('mt-0.5 shrink-0', look)}>
      <Mark size={16} aria-hidden />
      <span className="sr-only">{words}:</span>
    </span>
  );
}

/** What a check says, with commands in it as code. */
export function CheckText({ text }: { text: string }) {
  return text.split(/`([^`]+)`/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <code key={index} className="font-mono text-[0.92em]">
        {part}
      </code>
    ),
  );
}

/** The address, and the expected answer. */
export function Address({ check }: { check: Check }) {
  if (check.url === null) return null;
  const { expect_status, expect_text } = check;
  return (
    <p className="text-2xs wrap-anywhere text-ink-soft">
      <OutLink address={check.url} /> answers {expect_status}
      {expect_text !== null && ` with “${expect_text}”`}
    </p>
  );
}

/** A user's address; it opens without a referrer. */
function OutLink({ address }: { address: string }) {
  const href = webAddress(address);
  if (!href) return address;
  return (
    <a href={href} target="_blank" rel="noreferrer nofollow" className="link">
      {address}
    </a>
  );
}

/** The result of a look at the address. */
export function ProbeResult({ probe, check }: { probe: Probe; check: Check }) {
  return (
    <div className="mt-1 text-2xs">
      <p className={probe.passes ? 'text-go-ink' : 'text-harm-ink'}>
        {probeWords(probe, check)} · <RelativeTime at={probe.at} />
      </p>
      {probe.excerpt && (
        <blockquote
          dir="auto"
          className="mt-1 border-l-2 border-line pl-2 wrap-anywhere text-ink-soft"
        >
          {probe.excerpt}
        </blockquote>
      )}
    </div>
  );
}

/** An unblocker's evidence for a check. Files are named where nothing on the screen opens them. */
export function EvidenceShown({ evidence }: { evidence: Evidence }) {
  const isOpened = use(FilesContext) !== null;
  const names = Object.values(evidence.file_attachments);
  return (
    <div className="space-y-2 text-sm">
      {evidence.text && <MarkdownText text={evidence.text} />}
      {evidence.url && (
        <p className="wrap-anywhere">
          <OutLink address={evidence.url} />
        </p>
      )}
      {isOpened ? (
        <Attachments files={evidence.file_attachments} label="Evidence" />
      ) : (
        names.length > 0 && (
          <p className="text-2xs wrap-anywhere text-ink-soft">Files: {names.join(', ')}</p>
        )
      )}
    </div>
  );
}

/** Failed checks after a sentence. */
export function FailedChecks({
  failed,
  children,
}: {
  failed: readonly { text: string; note: string | null }[];
  children?: ReactNode;
}) {
  if (failed.length === 0) return null;
  return (
    <div className="text-sm">
      {children}
      <ul aria-label="Does not work" className="mb-2 space-y-1">
        {failed.map(({ text, note }, index) => (
          <li key={index} className="flex gap-2">
            <StateMark state="failed" />
            <span dir="auto" className="min-w-0 wrap-anywhere">
              <CheckText text={text} />
              {note && <span className="block text-2xs text-ink-soft">{note}</span>}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
