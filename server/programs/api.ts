import type { FastifyRequest } from 'fastify';
import type { Upload } from '#domain/file.ts';
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
export type Api = <Answer>(method: Method, path: string, body?: object) => Promise<Answer>;
type Method = 'GET' | 'POST' | 'DELETE';

/** Uploads a text as a file, and answers its key. @throws CallRefused */
export type UploadText = (name: string, text: string) => Promise<string>;

/**
 * The product's API as a program calls it, within this process. Each call goes the whole way of one from
 * outside, with the program's own token: limits, rights, the rulebook and the shield hold as they do there.
 */
export function apiFor(request: FastifyRequest): Api {
  return async <Answer>(method: Method, path: string, body?: object) => {
    const answer = await request.server.inject({
      ...callOf(request),
      method,
      url: `/api${path}`,
      ...(body && { payload: body }),
    });
    if (answer.statusCode >= 400) throw new CallRefused(answer.json<Problem>());
    const isJson = String(answer.headers['content-type']).startsWith('application/json');
    return isJson ? answer.json<Answer>() : (answer.body as Answer);
  };
}

/** Uploads in the same way. */
export function uploadFor(request: FastifyRequest): UploadText {
  return async (name, text) => {
    const form = new FormData();
    form.set('file', new File([text], name));
    const sent = new Response(form);
    const call = callOf(request);
    const answer = await request.server.inject({
      ...call,
      method: 'POST',
      url: '/files/upload',
      headers: { ...call.headers, 'content-type': sent.headers.get('content-type') ?? '' },
      payload: Buffer.from(await sent.arrayBuffer()),
    });
    if (answer.statusCode >= 400) throw new CallRefused(answer.json<Problem>());
    return answer.json<Upload>().fileKey;
  };
}

function callOf({ headers, ip }: FastifyRequest) {
  const { authorization = '', 'user-agent': agent = '' } = headers;
  return { remoteAddress: ip, headers: { authorization, 'user-agent': agent } };
}
