import type { Context } from '../../lifecycle/context.ts';
import { receiveEvent } from '../receive-event.ts';
import { signatureOf } from '../signature.ts';
import { sandboxProvider, sandboxSecret, succeedDelayed } from './sandbox.ts';

const AT_ONCE = 100;

/**
 * Sends the sandbox's signed events to our own receiver, like another provider's over HTTP. The
 * next run repeats what was refused.
 */
export async function deliverSandboxEvents(context: Context): Promise<void> {
  const { db, log } = context;
  const provider = sandboxProvider(db, context.config);
  const secret = sandboxSecret(context.config);
  await succeedDelayed(db);
  const waiting = await db
    .selectFrom('sandbox_events')
    .select(['id', 'payload'])
    .where('delivered_at', 'is', null)
    .orderBy('created_at')
    .limit(AT_ONCE)
    .execute();
  for (const { id, payload } of waiting) {
    try {
      const headers = {
        'sandbox-signature': await signatureOf(payload, secret),
      };
      await receiveEvent(context, provider, { raw: Buffer.from(payload), headers });
    } catch (error) {
      log.warn({ err: error, event: id }, 'an event of the sandbox was not taken');
      continue;
    }
    await db
      .updateTable('sandbox_events')
      .set({ delivered_at: new Date() })
      .where('id', '=', id)
      .execute();
  }
}
