/**
 * Answers from before our own code runs: by the HTTP parser, Node and the router. They get the security
 * headers and the usual form of errors.
 */
import {
  type IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  type ServerOptions,
  ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { FastifyServerOptions } from 'fastify';
import { Refusal } from '#domain/refusals.ts';
import { problemOf, sendProblem } from './problems.ts';
import type { SecurityHeaders } from './security-headers.ts';

type Given = OutgoingHttpHeaders | OutgoingHttpHeader[] | undefined;
type Early = Required<Pick<FastifyServerOptions, 'clientErrorHandler' | 'frameworkErrors'>> & {
  http: Pick<ServerOptions, 'ServerResponse'>;
};

/** Recognises answers that have the headers already. */
const KNOWN_BY = 'x-content-type-options';

/** Options for Fastify. */
export function earlyAnswers(headers: SecurityHeaders): Early {
  return {
    // An address that cannot be decoded, or has too long an id.
    frameworkErrors: (error, request, reply) => {
      const tooLong = error.code === 'FST_ERR_MAX_PARAM_LENGTH';
      sendProblem(tooLong ? new Refusal('not_found') : error, request, reply.headers(headers));
    },
    // Not HTTP, too long, or unfinished.
    clientErrorHandler: (error, socket) => {
      if (error.code === 'ECONNRESET' || socket.destroyed) return;
      if (socket.writable) socket.write(rawProblem(refusalOf(error), headers));
      socket.destroy(error);
    },
    // Node's own answers, such as to a request without a host.
    http: { ServerResponse: responseWith(headers) },
  };
}

function refusalOf({ code }: NodeJS.ErrnoException): Refusal {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Refusal('request_timeout');
  return new Refusal(code === 'HPE_HEADER_OVERFLOW' ? 'headers_too_large' : 'malformed_request');
}

function rawProblem(refusal: Refusal, headers: SecurityHeaders): string {
  const body = JSON.stringify(problemOf(refusal));
  const all = {
    ...headers,
    'cache-control': 'no-store',
    'content-type': 'application/problem+json',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  const first = `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`;
  return `${[first, ...lines].join('\r\n')}\r\n\r\n${body}`;
}

/** A response class that adds missing headers at the last moment. */
function responseWith(headers: SecurityHeaders): typeof ServerResponse {
  return class<Request extends IncomingMessage> extends ServerResponse<Request> {
    override writeHead(status: number, first?: string | Given, second?: Given): this {
      const given = typeof first === 'string' ? second : first;
      if (!(given && KNOWN_BY in given) && !this.hasHeader(KNOWN_BY))
        for (const [name, value] of Object.entries(headers)) this.setHeader(name, value);
      return typeof first === 'string'
        ? super.writeHead(status, first, second)
        : super.writeHead(status, first);
    }
  };
}
