/** The program of an editor that is a page: what `web-editor.ts` serves on a site of its own. */
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';

/** Where Unblock is. */
const server = document.body.dataset.server ?? '';
const back = `${location.origin}/back`;

const kept = <Value>(name: string): Value => JSON.parse(sessionStorage.getItem(name) ?? 'null');
const keep = (name: string, value: unknown) =>
  sessionStorage.setItem(name, JSON.stringify(value ?? null));

const authProvider: OAuthClientProvider = {
  redirectUrl: back,
  clientMetadata: { client_name: 'Web Editor', redirect_uris: [back] },
  clientInformation: () => kept('client') ?? undefined,
  saveClientInformation: (client) => keep('client', client),
  tokens: () => kept('tokens') ?? undefined,
  saveTokens: (tokens) => keep('tokens', tokens),
  redirectToAuthorization: (address) => location.assign(address),
  saveCodeVerifier: (verifier) => keep('verifier', verifier),
  codeVerifier: () => kept('verifier'),
};

function say(words: string): void {
  const line = document.createElement('li');
  line.textContent = words;
  document.querySelector('ul')?.append(line);
}

let limit: string | null = null;
async function ask(address: string | URL, call?: RequestInit): Promise<Response> {
  const answer = await fetch(address, call);
  limit = answer.headers.get('ratelimit') ?? limit;
  return answer;
}

const newTransport = () =>
  new StreamableHTTPClientTransport(new URL('/mcp', server), { authProvider, fetch: ask });

/** Whether the browser keeps an answer from this page. */
const isBlocked = (path: string, call: RequestInit) =>
  fetch(server + path, call).then(
    () => false,
    () => true,
  );

async function work(): Promise<void> {
  const client = new Client({ name: 'web-editor', version: '1' });
  if (location.pathname === '/back')
    await newTransport().finishAuth(new URLSearchParams(location.search));
  await client.connect(newTransport());
  const { tools } = await client.listTools();
  say(`Tools: ${tools.map(({ name }) => name).join(', ')}`);
  const { structuredContent } = await client.callTool({ name: 'list_requests', arguments: {} });
  say(`Requests: ${JSON.stringify(structuredContent)}`);
  say(`Limit: ${limit}`);
  const { access_token } = kept<{ access_token: string }>('tokens');
  const headers = { authorization: `Bearer ${access_token}` };
  const { client_id } = kept<{ client_id: string }>('client');
  const others = await Promise.all([
    isBlocked('/api/me', { headers }),
    isBlocked('/api/config', {}),
    isBlocked('/mcp', { method: 'POST', headers, credentials: 'include' }),
    isBlocked('/oauth/device', { method: 'POST', body: new URLSearchParams({ client_id }) }),
  ]);
  say(`Blocked: ${others.join(', ')}`);
  const revoked = await fetch(`${server}/oauth/revoke`, {
    method: 'POST',
    body: new URLSearchParams({ client_id, token: access_token }),
  });
  say(`Revoked: ${revoked.status}`);
  const after = await fetch(`${server}/mcp`, { method: 'POST', headers });
  say(`After it: ${after.status}, ${after.headers.get('www-authenticate')}`);
}

// Without a token it has gone to ask for one.
work().catch((error: unknown) => say(String(error)));
