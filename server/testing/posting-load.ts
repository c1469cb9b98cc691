/** Requests that are posted without pause while something is done to the servers. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, vi } from 'vitest';
import { aRequest } from './deeds.ts';
import type { Call, Reply } from './server-process.ts';

export interface PostingLoad {
  /** What was acknowledged so far: the ids of requests by their words. */
  acknowledged: ReadonlyMap<string, string>;
  /** How long it takes until something that was asked from now on is acknowledged (ms). */
  untilAcknowledged: () => Promise<number>;
  stop: () => Promise<{
    acknowledged: ReadonlyMap<string, string>;
    /** Answers other than success and "come again". */
    wrong: readonly Reply<unknown>[];
    /** How often there was no answer at all. */
    unanswered: number;
  }>;
}

/** Each posts requests one after the other, and sends one again until there is an answer, as a browser does. */
export function startLoad(calls: readonly Call[]): PostingLoad {
  const acknowledged = new Map<string, string>();
  const wrong: Reply<unknown>[] = [];
  let unanswered = 0;
  let newest = 0;
  let isOver = false;
  const post = async (call: Call) => {
    const description = randomUUID();
    const request = { ...aRequest, description };
    const key = { 'idempotency-key': description };
    for (;;) {
      const began = performance.now();
      const answer = await call<{ id: string }>('POST', '/api/tickets', request, key).catch(
        () => null,
      );
      if (answer?.status === 201) {
        acknowledged.set(description, answer.body.id);
        newest = Math.max(newest, began);
        return;
      }
      if (!answer) unanswered += 1;
      else if (answer.status !== 503 || !answer.headers.has('retry-after')) wrong.push(answer);
      await sleep(50);
    }
  };
  const loads = calls.map(async (call) => {
    while (!isOver) {
      await post(call);
      await sleep(20);
    }
  });
  return {
    acknowledged,
    untilAcknowledged: async () => {
      const from = performance.now();
      await vi.waitUntil(() => newest > from, { timeout: 90_000, interval: 20 });
      return Math.round(performance.now() - from);
    },
    stop: async () => {
      isOver = true;
      await Promise.all(loads);
      return { acknowledged, wrong, unanswered };
    },
  };
}

/** All requests of a database, as they are acknowledged: each must be there once. */
export async function storedRequests(url: string): Promise<Map<string, string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ id: string; description: string }>(
    'select id, description from tickets',
  );
  await client.end();
  expect(new Set(rows.map(({ description }) => description)).size).toBe(rows.length);
  return new Map(rows.map(({ id, description }) => [description, id]));
}
