import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WebhookBody } from '#domain/webhook-event.ts';

/** A call that a receiver got. */
export interface Received {
  path: string;
  headers: Record<string, string>;
  text: string;
  body: WebhookBody;
  /** When it was whole (ms since the epoch). */
  at: number;
}

/** A receiver of webhooks on this machine. */
export interface Receiver {
  url: string;
  received: Received[];
  /** What it answers; 204 by itself. */
  answer: (response: ServerResponse, call: Received) => void;
  close: () => Promise<void>;
}

export async function openReceiver(): Promise<Receiver> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('error', () => undefined);
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const call: Received = {
        path: request.url ?? '',
        headers: request.headers as Record<string, string>,
        text,
        body: JSON.parse(text) as WebhookBody,
        at: Date.now(),
      };
      receiver.received.push(call);
      receiver.answer(response, call);
    });
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    answer: (response) => void response.writeHead(204).end(),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}
