import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type JobHelpers,
  Logger,
  parseCrontab,
  type Runner,
  run,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import { sql } from 'kysely';
import { removeApplications } from '../applications/remove-applications.ts';
import { tellReviewers } from '../applications/tell-reviewers.ts';
import { readSnapshot } from '../code/read-snapshot.ts';
import type { Jobs } from '../database/enqueue.ts';
import { mailUnread } from '../discussions/unread-mail.ts';
import { addMessagesToEvidence } from '../evidence/add-messages.ts';
import { checkFiles } from '../files/check-files.ts';
import { lookInto } from '../files/shield/scan-upload.ts';
import { thumbnailJob } from '../files/thumbnail.ts';
import { checkLedger } from '../ledger/check-ledger.ts';
import { change } from '../lifecycle/change.ts';
import type { Context } from '../lifecycle/context.ts';
import { createPostman, MAIL_CONNECTIONS } from '../mail/postman.ts';
import { mailAlarms, mailDesk } from '../moderation/desk-mail.ts';
import { tellDailyNews } from '../notifications/daily-news.ts';
import { announceRequest } from '../notifications/new-requests.ts';
import { withoutAddresses } from '../operation/request-log.ts';
import { compareWithProvider } from '../payments/compare.ts';
import { providerKind } from '../payments/provider-kinds.ts';
import { finishCall, reconcile } from '../payments/reconcile.ts';
import { settleDeveloper } from '../payments/settle.ts';
import { takeDueSteps } from '../tickets/due-steps.ts';
import { postHeld } from '../tickets/held-requests.ts';
import { lookAtAddresses } from '../tickets/probes.ts';
import { removeFinished } from '../tickets/remove-finished.ts';
import { checkFigures, countAnswers } from '../unblockers/check-figures.ts';
import { createCourier } from '../webhooks/courier.ts';
import { doAll } from './do-all.ts';
import { giveSigns } from './free-jobs.ts';
import { removeGone } from './remove-gone.ts';
import { tidy } from './tidy.ts';

const CONCURRENCY = 4;
/** Of jobs and mails together. */
export const MOST_AT_ONCE = CONCURRENCY + MAIL_CONNECTIONS;
const RESTART_AFTER_MS = 1000;
/** Failed polls for jobs in a row, of each worker; at one per second that is some seconds. */
const TOO_MANY_FAILURES = 3;
/** How long running jobs may take after their runner was stopped. */
const ENDING_MS = 5000;
/** How long the deadlines of one minute may take: the next minute goes on with the rest. */
const DUE_STEPS_MS = 55_000;
/** Younger movements of money have a job of their own. */
const STILL_UNDER_WAY_MS = 120_000;

/** Jobs by the clock (UTC). However many servers run, each is done once. */
const CRONTAB = `
* * * * * deadlines
* * * * * due-webhooks
17 * * * * tidy
47 * * * * add-evidence
0 7 * * * daily-news ?fill=12h
*/10 * * * * tell-reviewers
27 * * * * remove-files
37 * * * * check-files
* * * * * reconcile
* * * * * payment-provider
*/5 * * * * check-ledger
42 3 * * * compare-with-provider ?fill=12h
12 4 * * * remove-finished ?fill=12h
32 4 * * * check-figures ?fill=12h
`;

/** Starts running jobs, with `pool` for the queue. `stop` lets running ones finish. */
export async function startJobs(
  context: Context,
  pool = context.pool,
): Promise<{ stop: () => Promise<void> }> {
  const postman = createPostman(context);
  const courier = createCourier(context);
  const tasks: {
    [Name in Exclude<keyof Jobs, 'remove-files' | 'send-mail'>]: (
      payload: Jobs[Name],
      helpers: JobHelpers,
    ) => Promise<void>;
  } = {
    'mail-unread': async (about) => {
      await countAnswers(context, about.ticket_id);
      await change(context, (change) => mailUnread(change, about));
    },
    'desk-mail': (about) => change(context, (change) => mailDesk(change, about)),
    'announce-request': (about) => announceRequest(context, about),
    'post-held': ({ user_id }) => change(context, (change) => postHeld(change, user_id)),
    'provider-call': ({ key }) => finishCall(context, key),
    settle: ({ developer_id }) => settleDeveloper(context, developer_id),
    'make-thumbnail': ({ key }) => thumbnailJob(context, key),
    'look-through': ({ key }) => lookInto(context, key),
    'look-at-addresses': (about) => lookAtAddresses(context, about),
    'read-snapshot': ({ id }, { job }) =>
      readSnapshot(context, id, { isLast: job.attempts >= job.max_attempts }),
    // It waits for other people's servers, so it only begins here.
    'send-webhooks': async ({ webhook_id }) => courier.wake(webhook_id),
  };
  const clockwork: Record<string, () => Promise<void>> = {
    deadlines: () => takeDueSteps(context, new Date(), DUE_STEPS_MS),
    'due-webhooks': () => courier.wakeAll(),
    tidy: () => tidy(context),
    // Also after changes that took files away.
    'remove-files': () => removeGone(context),
    'add-evidence': () => addMessagesToEvidence(context),
    'check-files': () => checkFiles(context),
    reconcile: () => reconcile(context, { olderThanMs: STILL_UNDER_WAY_MS }),
    'payment-provider': async () => providerKind(context.config).everyMinute?.(context),
    'check-ledger': () => doAll([() => checkLedger(context), () => mailAlarms(context)]),
    // Recent movements daily, on Sundays all.
    'compare-with-provider': () =>
      compareWithProvider(context, { everything: new Date().getUTCDay() === 0 }),
    'daily-news': () => tellDailyNews(context),
    'tell-reviewers': () => tellReviewers(context),
    'remove-finished': () =>
      doAll([() => removeApplications(context), () => removeFinished(context)]),
    'check-figures': async () => {
      await checkFigures(context);
    },
  };
  const mails = { 'send-mail': ({ id }: Jobs['send-mail']) => postman.send(id) };
  const start = async (taskList: object, concurrency: number, crontab: string) => {
    const events: WorkerEvents = new EventEmitter();
    let id = '';
    events.once('pool:create', ({ workerPool }) => {
      id = workerPool.id;
    });
    const runner = await run({
      pgPool: pool,
      events,
      concurrency,
      noHandleSignals: true,
      pollInterval: 1000,
      // Batched: otherwise a database lost at the end of a job would end the process, as the queue
      // leaves that error unhandled.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      logger: new Logger(() => (level, message) => {
        if (level === 'error') context.log.error({ source: 'jobs' }, withoutAddresses(message));
      }),
      taskList: taskList as TaskList,
      parsedCronItems: parseCrontab(crontab),
    });
    return { runner, id, concurrency };
  };
  const all = { ...tasks, ...untilFollowed(clockwork, context) };
  const others = await keepRunning(() => start(all, CONCURRENCY, CRONTAB), context);
  // Apart, so that a mail server that hangs has no place of other work.
  const post = await keepRunning(() => start(mails, MAIL_CONNECTIONS, ''), context).catch(
    async (error) => {
      await others.stop();
      throw error;
    },
  );
  return {
    stop: async () => {
      await Promise.all([others.stop(), post.stop()]);
      await courier.stop();
      postman.close();
    },
  };
}

/**
 * A job that failed ends where the clock has put the next one of its kind: otherwise those of one that fails
 * every minute would pile up, each with 25 tries, and keep the queue busy and the alarm up for days.
 */
function untilFollowed(
  clockwork: Record<string, () => Promise<void>>,
  { db }: Context,
): Record<string, (payload: unknown, helpers: JobHelpers) => Promise<void>> {
  const isFollowed = async (name: string, { job }: JobHelpers) => {
    if (job.attempts === 1) return false;
    const { rows } = await sql`select from graphile_worker.jobs
      where task_identifier = ${name} and id > ${job.id} limit 1`.execute(db);
    return rows.length > 0;
  };
  return Object.fromEntries(
    Object.entries(clockwork).map(([name, work]) => [
      name,
      async (_payload, helpers) => ((await isFollowed(name, helpers)) ? undefined : work()),
    ]),
  );
}

/** A runner, and the name by which it locks jobs. */
interface Started {
  runner: Runner;
  id: string;
  concurrency: number;
}

/** A runner gives up when the database is gone for a while; then another one starts. */
async function keepRunning(
  start: () => Promise<Started>,
  context: Context,
): Promise<{ stop: () => Promise<void> }> {
  const { log } = context;
  let stopped = false;
  const stopNow = (runner: Runner) =>
    runner.stop().catch((error: unknown) => log.warn({ err: error }, 'the job runner was ending'));
  const untilEnd = async ({ runner, id, concurrency }: Started) => {
    const end = endOf(runner);
    const ended = new AbortController();
    void giveSigns(context, id, ended.signal);
    // Stopped while it was starting.
    if (stopped) void stopNow(runner);
    whenLost(runner, TOO_MANY_FAILURES * concurrency, () => void stopNow(runner));
    await end.catch((error: unknown) => log.warn({ err: error }, 'the job runner ended'));
    ended.abort();
  };
  let started: Started | null = await start();
  const ended = (async () => {
    while (started || !stopped) {
      if (started) await untilEnd(started);
      started = null;
      if (!stopped) await sleep(RESTART_AFTER_MS);
      if (!stopped) started = await start().catch(() => null);
    }
  })();
  return {
    stop: async () => {
      stopped = true;
      if (started) void stopNow(started.runner);
      await ended;
    },
  };
}

/**
 * Reports a runner that no longer finds jobs. One that lost its database while reading the list of
 * tasks keeps that failure forever and fails every later poll.
 */
function whenLost({ events }: Runner, tooMany: number, tell: () => void): void {
  let failures = 0;
  const well = () => {
    failures = 0;
  };
  events.on('worker:getJob:empty', well).on('job:start', well);
  events.on('worker:getJob:error', () => {
    failures += 1;
    if (failures === tooMany) tell();
  });
}

/**
 * Resolves when a runner runs no more jobs; call it before it can end. A runner that lost its
 * database twice in a row never reports its end: its count of running jobs is then wrong.
 */
function endOf(runner: Runner): Promise<void> {
  const { promise: tooLong, resolve } = Promise.withResolvers<void>();
  runner.events.once('pool:gracefulShutdown', () => setTimeout(resolve, ENDING_MS).unref());
  return Promise.race([runner.promise, tooLong]);
}
