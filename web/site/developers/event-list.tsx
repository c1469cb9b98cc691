import { WEBHOOK_TYPES, webhookWords } from '#domain/webhook-event.ts';
import { exampleOf } from '#domain/webhook-example.ts';
import { ScrolledCode } from '../../ui/scrolled-code.tsx';

/** All that webhooks tell, each with an example of what is sent. */
export function EventList() {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {WEBHOOK_TYPES.map((type) => (
        <li key={type}>
          <details>
            <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-4 py-2 hover:text-go-ink">
              <code className="font-mono text-sm">{type}</code>
              <span className="text-sm text-ink-soft">{webhookWords(type)}</span>
            </summary>
            <ScrolledCode className="mb-3" text={JSON.stringify(exampleOf(type), null, 2)} />
          </details>
        </li>
      ))}
    </ul>
  );
}
