import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import {
  developerExamples,
  receiverExample,
  SECRET_BLANK,
  setUp,
  TOKEN_BLANK,
} from '#domain/developer-examples.ts';
import { shortId } from '#domain/ticket-words.ts';
import type { WebhookWithSecret } from '#domain/webhook.ts';
import { builtCli } from '../../cli/testing.ts';
import { createCourier } from '../webhooks/courier.ts';
import { ok, postRequest } from './deeds.ts';
import { PATIENCE } from './patience.ts';
import { portForTest } from './ports.ts';
import { openWorld, type Person, type World } from './world.ts';

// Pasted into a shell as they stand on the page, with the reader's own token.

let world: World;
let ana: Person;
let token: string;
beforeAll(async () => {
  world = await openWorld({ looksAtLoopback: true });
  await world.listen();
  ana = await world.person('customer');
  const body = { name: 'Quickstart', scopes: ['write'] };
  ({ token } = ok(await ana.call<{ token: string }>('POST', '/api/me/tokens', body)));
});
afterAll(() => world.close());

const env = {
  ...process.env,
  PATH: `${path.dirname(process.execPath)}:${process.env.PATH ?? ''}`,
};

/** What an example prints. */
async function paste({ code }: { code: string }): Promise<string> {
  const first = setUp(world.url).code.replace(TOKEN_BLANK, token);
  const { stdout } = await promisify(execFile)('sh', ['-e', '-c', `${first}\n${code}`], { env });
  return stdout;
}

test('the first call says who one is', async () => {
  expect(JSON.parse(await paste(developerExamples.first))).toMatchObject({ email: ana.email });
});

test('a list is read to its end', async () => {
  const { id } = await postRequest(ana);
  expect(await paste(developerExamples.pages)).toContain(
    `${id} AWAITING_ASSIGNMENT Waiting for an unblocker to take it`,
  );
});

test('a refusal says its code', async () => {
  expect(await paste(developerExamples.problems)).toMatch(/^404 not_found There is nothing here/);
});

test('what is sent twice happens once', async () => {
  const said = await paste(developerExamples.once);
  const [, id] = /^first 201 (\S+)$/m.exec(said) ?? [];
  expect(said).toContain(`second 201 ${id}`);
});

test('the command line says what runs', async () => {
  const { id } = await postRequest(ana);
  // As `npx` would start the published file.
  const folder = await mkdtemp(path.join(tmpdir(), 'unblock-npx-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const script = `#!/bin/sh\nshift\nexec node ${await builtCli()} "$@"\n`;
  await writeFile(path.join(folder, 'npx'), script, { mode: 0o755 });
  const said = await paste({ code: `PATH=${folder}:$PATH\n${developerExamples.terminal.code}` });
  expect(said).toContain(`${shortId(id)}  Login loops after deploy`);
});

test('the tools for editors are listed', async () => {
  expect(await paste(developerExamples.tools)).toContain('"tools"');
});

test('the receiver takes what is ours, and nothing else', async () => {
  const port = await portForTest();
  const url = `http://127.0.0.1:${port}/`;
  const made = ok(
    await ana.call<WebhookWithSecret>('POST', '/api/me/webhooks', {
      url,
      events: ['plan.submitted'],
    }),
  );
  const code = receiverExample.code
    .replace(SECRET_BLANK, made.secret)
    .replace('node ', 'exec node ');
  const receiver = spawn('sh', ['-c', code], { env: { ...env, PORT: String(port) } });
  onTestFinished(() => void receiver.kill());
  let said = '';
  receiver.stdout.on('data', (text) => {
    said += text;
  });
  await expect.poll(() => said, PATIENCE).toContain('Listening');
  const forged = await fetch(url, {
    method: 'POST',
    headers: { 'webhook-id': 'one', 'webhook-timestamp': '1', 'webhook-signature': 'v1,abc' },
    body: '{}',
  });
  expect(forged.status).toBe(401);
  ok(await ana.call('POST', `/api/me/webhooks/${made.id}/test`));
  const courier = createCourier(world.context);
  await courier.wakeAll();
  await courier.whenIdle();
  await courier.stop();
  await expect.poll(() => said, PATIENCE).toContain('"webhook.test"');
});
