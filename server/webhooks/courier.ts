import type { Context } from '../lifecycle/context.ts';
import { Lanes, type Turned } from './lanes.ts';
import { sendDue } from './send.ts';

/** What is due later than this (ms) is woken by the job of every minute. */
const SOON_MS = 60_000;
/** After something that is not the receiver's doing, such as a lost database (ms). */
const AFTER_TROUBLE_MS = 5000;

/** Sends what webhooks are to be told, in this process. */
export interface Courier {
  /** Something is due for a webhook. It has been stored: what is not sent by a crash is sent later. */
  wake: (webhookId: string) => void;
  /** Wakes all for which something is due. */
  wakeAll: () => Promise<void>;
  /** Resolves when all that was due has been tried. */
  whenIdle: () => Promise<void>;
  /** Waits for calls that are under way. */
  stop: () => Promise<void>;
}

export function createCourier(context: Context): Courier {
  const lanes = new Lanes((id) => turnOf(context, id));
  return {
    wake: (id) => lanes.wake(id),
    wakeAll: async () => {
      for (const id of await withDue(context)) lanes.wake(id);
    },
    whenIdle: () => lanes.whenIdle(),
    stop: () => lanes.stop(),
  };
}

async function turnOf(context: Context, id: string): Promise<Turned> {
  try {
    const { pace, next } = await sendDue(context, id);
    const again = next === null ? null : Math.max(0, next - Date.now());
    return { pace, again: again !== null && again > SOON_MS ? null : again };
  } catch (error) {
    context.log.warn({ err: error, webhook_id: id }, 'a webhook has to wait');
    return { pace: 'unknown', again: AFTER_TROUBLE_MS };
  }
}

async function withDue({ db }: Context): Promise<string[]> {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select('webhook_id')
    .distinct()
    .where('state', '=', 'waiting')
    .where('due_at', '<=', new Date())
    .execute();
  return rows.map(({ webhook_id }) => webhook_id);
}
