import { exampleOf } from '#domain/webhook-example.ts';
import type { WebhookType } from '#domain/webhook-type.ts';
import { ScrolledCode } from '../../ui/scrolled-code.tsx';

/** What is sent for an event, made from the rules of the lifecycle. */
export function EventExample({ type }: { type: WebhookType }) {
  return <ScrolledCode className="mb-3" text={JSON.stringify(exampleOf(type), null, 2)} />;
}
