/** An example of the developers' page, as it is pasted into a terminal. A test runs each. */
export interface DeveloperExample {
  title: string;
  /** What it shows. */
  text: string;
  code: string;
}

/** What the reader puts in the place of these. */
export const TOKEN_BLANK = 'ubk_YOUR_TOKEN';
export const SECRET_BLANK = 'whsec_YOUR_SECRET';

/** What all other examples read. @param url where the product is */
export const setUp = (url: string): DeveloperExample => ({
  title: 'Set up',
  text: 'Make an access token under My Account, Access Tokens, and put it in the place of this one.',
  code: `export UNBLOCK_URL=${url}
export UNBLOCK_TOKEN=${TOKEN_BLANK}`,
});

const node = (code: string) => `node --input-type=module <<'END'
${code.trim()}
END`;

const HEADERS = `const { UNBLOCK_URL, UNBLOCK_TOKEN } = process.env;
const headers = { authorization: \`Bearer \${UNBLOCK_TOKEN}\` };`;

const table = {
  first: {
    title: 'The first call',
    text: 'Who am I? A call is HTTPS with JSON and the token as a bearer.',
    code: `curl -s "$UNBLOCK_URL/api/me" -H "Authorization: Bearer $UNBLOCK_TOKEN"`,
  },
  pages: {
    title: 'Lists, page by page',
    text: 'A list is { items, next_cursor }, the newest first. Ask again with cursor until it is null. limit is 20 by itself and 100 at most.',
    code: node(`
${HEADERS}
let cursor = null;
do {
  const query = new URLSearchParams({ view: 'active', limit: '50', ...(cursor && { cursor }) });
  const answer = await fetch(\`\${UNBLOCK_URL}/api/tickets?\${query}\`, { headers });
  const { items, next_cursor } = await answer.json();
  for (const { id, status, turn } of items) console.log(id, status, turn.sentence);
  cursor = next_cursor;
} while (cursor);`),
  },
  problems: {
    title: 'When something is refused',
    text: 'Every refusal is a problem (RFC 9457) with a code that stays and a sentence for people. Wait as long as Retry-After says, and go by the code, not by the sentence.',
    code: node(`
${HEADERS}
const answer = await fetch(\`\${UNBLOCK_URL}/api/tickets/no-such-request\`, { headers });
if (!answer.ok) {
  const { status, code, detail } = await answer.json();
  console.log(status, code, detail);
  if (status === 429) console.log('Again in', answer.headers.get('retry-after'), 'seconds');
}`),
  },
  once: {
    title: 'Doing something once',
    text: 'A POST with an Idempotency-Key can be sent again after a lost answer: the first answer comes back, and nothing happens twice. The same key with another body is 422. Keys are remembered for three days. This one posts a real request, which you can delete in the app; its token may write.',
    code: node(`
${HEADERS}
const request = {
  method: 'POST',
  headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
  body: JSON.stringify({
    description: 'Login loops after deploy. It works on my machine.',
    categories: ['web'],
    ai_tool: 'CLAUDE',
    stack: 'Next.js',
    budget: '$100',
  }),
};
for (const time of ['first', 'second']) {
  const answer = await fetch(\`\${UNBLOCK_URL}/api/tickets\`, request);
  const { id } = await answer.json();
  console.log(time, answer.status, id);
}`),
  },
  terminal: {
    title: 'In a terminal',
    text: 'The command line takes the same token, or signs in with login. Its ask packs a folder and replaces keys before anything is sent; pull applies what was delivered; --help shows the rest.',
    code: `npx unblock-cli status --server "$UNBLOCK_URL"`,
  },
  tools: {
    title: 'Editors and assistants',
    text: 'The Model Context Protocol is spoken at /mcp: give your editor that address, and the token as a bearer. This lists its tools.',
    code: `curl -s "$UNBLOCK_URL/mcp" -H "Authorization: Bearer $UNBLOCK_TOKEN" \\
  -H 'Content-Type: application/json' -H 'Accept: application/json, text/event-stream' \\
  -d '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'`,
  },
} as const satisfies Record<string, DeveloperExample>;

export const developerExamples: Readonly<Record<keyof typeof table, DeveloperExample>> = table;

/** A receiver of webhooks that checks who calls. */
export const receiverExample: DeveloperExample = {
  title: 'A receiver',
  text: 'It checks the signature over the bytes that came, and that they are of the last five minutes. Answer with a 2xx at once and do the work afterwards.',
  code: `export UNBLOCK_SECRET=${SECRET_BLANK}
node --input-type=module <<'END'
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const { PORT = 8080, UNBLOCK_SECRET } = process.env;
const secret = Buffer.from(UNBLOCK_SECRET.replace('whsec_', ''), 'base64');

function isOurs(headers, body) {
  const time = headers['webhook-timestamp'];
  const signed = \`\${headers['webhook-id']}.\${time}.\${body}\`;
  const expected = createHmac('sha256', secret).update(signed).digest();
  if (!(Math.abs(Date.now() / 1000 - Number(time)) < 300)) return false;
  return String(headers['webhook-signature']).split(' ').some((signature) => {
    const given = Buffer.from(signature.replace('v1,', ''), 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

createServer(async (request, response) => {
  const body = await text(request);
  const isFine = isOurs(request.headers, body);
  response.writeHead(isFine ? 204 : 401).end();
  if (isFine) console.log(request.headers['webhook-id'], body);
}).listen(PORT, () => console.log('Listening on', PORT));
END`,
};
