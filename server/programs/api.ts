import type { FastifyRequest, InjectOptions } from 'fastify';
import type { FoundSecret } from '#domain/secret.ts';

/** A call that the API refused: `message` is for people, and says why. */
export class CallRefused extends Error {
  readonly status: number;
  readonly code: string;
  readonly items: readonly FoundSecret[];

  constructor({ status, code, detail, items = [] }: Problem) {
    super(detail);
    this.status = status;
    this.code = code;
    this.items = items;
  }
}

interface Problem {
  status: number;
  code: string;
  detail: string;
  items?: readonly FoundSecret[];
}

/** Calls the product's API, and answers its JSON, or its text where it is none. @throws CallRefused */
export type Api = <Answer>(method: 'GET' | 'POST', path: string, body?: object) => Promise<Answer>;

/**
 * The product's API as a program calls it, within this process. Each call goes the whole way of one from
 * outside, with the program's own token: limits, rights, the rulebook and the shield hold as they do there.
 */
export function apiFor({ server, headers, ip }: FastifyRequest): Api {
  const { authorization = '', 'user-agent': agent = '' } = headers;
  return async <Answer>(method: 'GET' | 'POST', path: string, body?: object) => {
    const options: InjectOptions = {
      method,
      url: `/api${path}`,
      remoteAddress: ip,
      headers: { authorization, 'user-agent': agent },
    };
    if (body) options.payload = body;
    const answer = await server.inject(options);
    if (answer.statusCode >= 400) throw new CallRefused(answer.json<Problem>());
    const isJson = String(answer.headers['content-type']).startsWith('application/json');
    return isJson ? answer.json<Answer>() : (answer.body as Answer);
  };
}
