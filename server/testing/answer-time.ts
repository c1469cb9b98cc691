import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { quickest, timeOf } from './patience.ts';

/**
 * The answer to a call, and how long it takes (ms). One that took `limit` is sent again for its time
 * alone: where the machine stood still, the next one is quick.
 */
export async function answerAndTime(
  app: FastifyInstance,
  options: InjectOptions,
  limit: number,
): Promise<{ answer: LightMyRequestResponse; milliseconds: number }> {
  const answers: LightMyRequestResponse[] = [];
  const ask = async () => void answers.push(await app.inject(options));
  const milliseconds = await quickest(limit, () => timeOf(ask));
  return { answer: answers[0] as LightMyRequestResponse, milliseconds };
}
