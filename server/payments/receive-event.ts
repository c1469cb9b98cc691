import type { IncomingHttpHeaders } from 'node:http';
import { Refusal } from '#domain/refusals.ts';
import { change } from '../lifecycle/change.ts';
import type { Context } from '../lifecycle/context.ts';
import { type Fact, type PaymentProvider, ProviderError } from './provider.ts';
import { type Takes, takeFact, whatItTakes } from './provider-facts.ts';

interface Delivery {
  /** The signed bytes, unparsed. */
  raw: Buffer;
  headers: IncomingHttpHeaders;
}

/**
 * Takes a provider's event exactly once: its row and its effects are one transaction, so a repeated
 * delivery waits for the first and finds it done. The provider repeats what fails.
 * @throws Refusal `bad_signature`, `unavailable`
 */
export async function receiveEvent(
  context: Context,
  provider: PaymentProvider,
  { raw, headers }: Delivery,
): Promise<void> {
  const now = new Date();
  // Checked and read as the same text.
  const payload = raw.toString('utf8');
  if (!provider.isGenuine(payload, headers, now)) throw new Refusal('bad_signature');
  const event = provider.read(payload);
  const takes = event.fact ? await ask(context, provider, event.fact) : null;
  await change(context, async (change) => {
    const first = await change.tx
      .insertInto('provider_events')
      .values({
        provider: provider.name,
        event_id: event.id,
        kind: event.fact?.kind ?? event.type ?? 'other',
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (first.numInsertedOrUpdatedRows === 1n && takes)
      await takeFact(change, provider.name, takes);
  });
}

/**
 * The provider repeats an event that cannot be completed now.
 * @throws Refusal `unavailable`
 */
async function ask(context: Context, provider: PaymentProvider, fact: Fact): Promise<Takes | null> {
  try {
    return await whatItTakes(context, provider, fact);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    context.log.warn({ err: error }, 'an event could not be completed');
    throw new Refusal('unavailable');
  }
}
