import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import type { RealServer } from './server.ts';

/** An editor on the person's machine: it waits at an address of its own for the browser to come back. */
export async function editor(server: RealServer) {
  const back = Promise.withResolvers<URLSearchParams>();
  const waiting = createServer((request, response) => {
    back.resolve(new URL(request.url ?? '', 'http://127.0.0.1').searchParams);
    response.setHeader('content-type', 'text/html').end('<h1>Back in the editor</h1>');
  });
  await new Promise<void>((resolve) => waiting.listen(0, '127.0.0.1', resolve));
  const { port } = waiting.address() as AddressInfo;
  const kept: { client?: never; tokens?: never; verifier?: string; opens?: URL } = {};
  const authProvider: OAuthClientProvider = {
    redirectUrl: `http://127.0.0.1:${port}/callback`,
    clientMetadata: {
      client_name: 'Stuck <b>Editor</b>',
      redirect_uris: [`http://127.0.0.1:${port}/callback`],
    },
    clientInformation: () => kept.client,
    saveClientInformation: (client) => void Object.assign(kept, { client }),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => void Object.assign(kept, { tokens }),
    redirectToAuthorization: (opens) => void Object.assign(kept, { opens }),
    saveCodeVerifier: (verifier) => void Object.assign(kept, { verifier }),
    codeVerifier: () => kept.verifier ?? '',
  };
  const newTransport = () =>
    new StreamableHTTPClientTransport(new URL('/mcp', server.url), { authProvider });
  const client = new Client({ name: 'stuck-editor', version: '1' });
  return {
    client,
    back: back.promise,
    /** Tries to connect; resolves to the address that its person is to open. */
    async begin(): Promise<string> {
      await client.connect(newTransport()).catch(() => undefined);
      return String(kept.opens);
    },
    async finish(answer: URLSearchParams): Promise<void> {
      const transport = newTransport();
      await transport.finishAuth(answer);
      await client.connect(newTransport());
    },
    close: async () => {
      await client.close();
      waiting.closeAllConnections();
      waiting.close();
    },
  };
}
