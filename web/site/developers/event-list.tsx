import { useState } from 'react';
import { WEBHOOK_TYPES, type WebhookType, webhookWords } from '#domain/webhook-type.ts';
import { ScrolledCode } from '../../ui/scrolled-code.tsx';

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

/** Examples are made from the rules of the lifecycle, which come when the first one is opened. */
function Event({ type }: { type: WebhookType }) {
  const [example, setExample] = useState('');
  const show = async () => {
    const { exampleOf } = await import('#domain/webhook-example.ts');
    setExample(JSON.stringify(exampleOf(type), null, 2));
  };
  return (
    <details onToggle={({ currentTarget }) => currentTarget.open && void show()}>
      <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-4 py-2 hover:text-go-ink">
        <code className="font-mono text-sm wrap-anywhere">{type}</code>
        <span className="text-sm text-ink-soft">{webhookWords(type)}</span>
      </summary>
      {example && <ScrolledCode className="mb-3" text={example} />}
    </details>
  );
}
