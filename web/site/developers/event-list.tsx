import { useEffect, useRef, useState } from 'react';
import { WEBHOOK_TYPES, type WebhookType, webhookWords } from '#domain/webhook-type.ts';
import { onDemand } from '../../shell/on-demand.tsx';
import { SkeletonText } from '../../ui/skeleton.tsx';

const EventExample = onDemand(async () => (await import('./event-example.tsx')).EventExample, {
  meanwhile: () => <SkeletonText lines={6} />,
});

/** All that webhooks tell, each with an example of what is sent. */
export function EventList() {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {WEBHOOK_TYPES.map((type) => (
        <li key={type}>
          <Event type={type} />
        </li>
      ))}
    </ul>
  );
}

/** Its code comes with the first one that is opened. */
function Event({ type }: { type: WebhookType }) {
  const details = useRef<HTMLDetailsElement>(null);
  const [opened, setOpened] = useState(false);
  // Somebody may open it before the page is alive.
  useEffect(() => setOpened(details.current?.open === true), []);
  return (
    <details ref={details} onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}>
      <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-4 py-2 hover:text-go-ink">
        <code className="font-mono text-sm wrap-anywhere">{type}</code>
        <span className="text-sm text-ink-soft">{webhookWords(type)}</span>
      </summary>
      {opened && <EventExample type={type} />}
    </details>
  );
}
