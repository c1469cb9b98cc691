import type { IncomingHttpHeaders } from 'node:http';
import { Refusal } from '#domain/refusals.ts';
import { change } from '../lifecycle/change.ts';
import type { Context } from '../lifecycle/context.ts';
import { type Fact, type PaymentProvider, ProviderError } from './provider.ts';
import { type Takes, takeFact, whatItTakes } from './provider-facts.ts';

interface Delivery {
  /** The bytes as they came: what was signed, before anything reads them. */
  raw: Buffer;
  headers: IncomingHttpHeaders;
}

/**
 * Takes an event of a provider, exactly once: its row and what it changes are one transaction, so
 * a second delivery waits for the first and then finds it done. Whatever fails is delivered again.
 * @throws Refusal `bad_signature`, `unavailable`
 */
export async function receiveEvent(
  context: Context,
  provider: PaymentProvider,
  { raw, headers }: Delivery,
): Promise<void> {
  const now = new Date();
  // The text that is checked is the one that is read.
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

/** An event that cannot be completed now is delivered again. @throws Refusal `unavailable` */
async function ask(context: Context, provider: PaymentProvider, fact: Fact): Promise<Takes | null> {
  try {
    return await whatItTakes(context, provider, fact);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    context.log.warn({ err: error }, 'an event could not be completed');
    throw new Refusal('unavailable');
  }
}
