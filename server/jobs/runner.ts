import { Logger, parseCrontab, run, type TaskList } from 'graphile-worker';
import { providerOf } from '../billing/providers.ts';
import { payBack } from '../billing/commands.ts';
import type { Context } from '../context.ts';
import { createPostman } from '../mail/postman.ts';
import { lapseReservations } from '../tickets/commands.ts';
import { tidy } from './tidy.ts';
import type { Jobs } from './enqueue.ts';

const CONCURRENCY = 4;

/** What happens by the clock (UTC). Any number of servers may run: each job is done once. */
const CRONTAB = `
* * * * * lapse-reservations
17 * * * * tidy
`;

/** Starts doing jobs. `stop` lets the running ones finish. */
export async function startJobs(context: Context): Promise<{ stop: () => Promise<void> }> {
  const postman = createPostman(context);
  const tasks: { [Name in keyof Jobs]: (payload: Jobs[Name]) => Promise<void> } = {
    'send-mail': ({ id }) => postman.send(id),
    'pay-back': ({ checkout_id }) => payBack(context, providerOf(context), checkout_id),
  };
  const clockwork = {
    'lapse-reservations': () => lapseReservations(context),
    tidy: () => tidy(context),
  };
  const runner = await run({
    pgPool: context.pool,
    concurrency: CONCURRENCY,
    noHandleSignals: true,
    pollInterval: 1000,
    logger: new Logger(() => (level, message) => {
      if (level === 'error') context.log.error({ source: 'jobs' }, message);
    }),
    taskList: { ...tasks, ...clockwork } as TaskList,
    parsedCronItems: parseCrontab(CRONTAB),
  });
  return {
    stop: async () => {
      await runner.stop();
      postman.close();
    },
  };
}
