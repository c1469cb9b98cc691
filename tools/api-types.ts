/** Writes web/api/calls.generated.ts from the routes of the server: `npm run api-types`. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { z } from 'zod';
import { readConfig } from '../server/config/config.ts';
import { connect } from '../server/database/database.ts';
import { LiveHub } from '../server/database/live-hub.ts';
import type { Answer } from '../server/http/schemas.ts';
import { buildApp } from '../server/start/app.ts';
import { testLog } from '../server/testing/log.ts';
import { noteRoutes, type RegisteredRoute } from '../server/testing/note-routes.ts';
import { onePool } from '../server/testing/one-pool.ts';
import { TypeText } from './type-text.ts';

export const CALLS = path.join(import.meta.dirname, '../web/api/calls.generated.ts');

/** The whole file: for each address and method what is sent and what is answered. */
export async function callsText(): Promise<string> {
  const { routes } = await noteRoutes(buildOnly);
  const types = await TypeText.open();
  const calls = Map.groupBy(
    routes.filter(
      ({ url, method, schema }) => isCall(url) && method !== 'HEAD' && schema?.response,
    ),
    ({ url }) => url.replace(/:(\w+)/g, '{$1}'),
  );
  const rows = [...calls]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([url, methods]) => {
      const parts = methods.map((route) => `    ${route.method}: ${callOf(route, types)};`);
      return `  '${url}': {\n${parts.join('\n')}\n  };`;
    });
  return `// Made from the routes of the server by \`npm run api-types\`; a test fails when the two differ.
import type { z } from 'zod';
${types.imports()}

/** Every call of the API, by its address and method: its body, its query, its answer. */
export interface Calls {
${rows.join('\n')}
}
`;
}

function isCall(url: string): boolean {
  return url.startsWith('/api/') || url === '/auth/v1/challenge';
}

function callOf({ schema = {}, config }: RegisteredRoute, types: TypeText): string {
  const { body, querystring, response } = schema as {
    body?: z.ZodType;
    querystring?: z.ZodType;
    response: Record<string, Answer>;
  };
  const parts: string[] = [];
  if (body) {
    const mark = body.safeParse(undefined).success ? '?' : '';
    parts.push(`body${mark}: ${types.of(body, 'input')}${secretsChoice(config?.shares)}`);
  }
  if (querystring) {
    const mark = querystring.safeParse({}).success ? '?' : '';
    // A number is text there, so a cursor goes back as it came.
    const query = types.of(querystring, 'input').replaceAll(': number', ': number | string');
    parts.push(`query${mark}: ${query}`);
  }
  parts.push(`answer: ${answerOf(response, types)}`);
  return `{ ${parts.join('; ')} }`;
}

/** What a call that is looked through for keys takes beside its schema; see `guardSharing`. */
function secretsChoice(shares: { maskOnly?: true } | undefined): string {
  if (!shares) return '';
  return ` & { secrets?: ${shares.maskOnly ? "'mask'" : "'mask' | 'share'"} }`;
}

function answerOf(response: Record<string, Answer>, types: TypeText): string {
  const [status, answer] = Object.entries(response).find(([each]) => /^2\d\d$/.test(each)) ?? [];
  const schema =
    answer && 'content' in answer ? answer.content['application/json']?.schema : answer;
  return status === '204' || !schema ? 'undefined' : types.of(schema, 'output');
}

/** A server that no connection is made for: its routes are all that is asked of it. */
async function buildOnly() {
  const folder = mkdtempSync(path.join(tmpdir(), 'unblock-api-'));
  const url = 'postgres://127.0.0.1:9/none';
  const config = await readConfig({
    DATA_DIR: folder,
    DATABASE_URL: url,
    SMTP_URL: 'smtp://127.0.0.1:9',
  });
  const pool = connect(url);
  const live = new LiveHub({ url, log: testLog });
  const app = await buildApp({ config, ...onePool(pool), live, log: testLog });
  await app.close();
  await pool.end();
  rmSync(folder, { recursive: true, force: true });
}

if (import.meta.main) writeFileSync(CALLS, await callsText());
