import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { World } from '../testing/world.ts';
import {
  browser,
  createCustomer,
  fragmentOf,
  listeningWorld,
  newAddress,
  open,
} from './testing.ts';

const run = promisify(execFile);
const command = path.join(import.meta.dirname, 'moderator.ts');

let world: World;
let folder: string;
beforeAll(async () => {
  world = await listeningWorld();
  folder = mkdtempSync(path.join(tmpdir(), 'unblock-moderator-'));
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

const moderator = (email: string) =>
  run(process.execPath, [command, email], {
    env: {
      PATH: process.env.PATH ?? '',
      DATA_DIR: folder,
      DATABASE_URL: world.context.pool.options.connectionString,
      JWT_KEY: JSON.stringify(world.context.config.jwtKey),
    },
  });

async function typeOf(email: string) {
  const profile = world.context.db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.id')
    .select('user_type');
  return (await profile.where('email', '=', email).executeTakeFirst())?.user_type;
}

test('the command makes a moderator, who sets a password with the printed link', async () => {
  const email = newAddress();
  const { stdout } = await moderator(email.toUpperCase());
  expect(stdout).toContain(`${email} was created`);
  const [link = ''] = /http\S+verify\?\S+/.exec(stdout) ?? [];
  const { target } = await open(world, new URL(link));
  expect(target.pathname).toBe('/reset-password');
  const { access_token = '', refresh_token = '' } = fragmentOf(target);
  const client = browser(world);
  await client.setSession({ access_token, refresh_token });
  expect((await client.updateUser({ password: 'blaue Wiese 8' })).error).toBeNull();
  expect(await typeOf(email)).toBe('moderator');
});

test('the command promotes an account that is there', async () => {
  const email = newAddress();
  await createCustomer(world, email);
  expect((await moderator(email)).stdout).toContain(`${email} was promoted`);
  expect(await typeOf(email)).toBe('moderator');
});

test('the command says how it is used', async () => {
  await expect(moderator('nobody')).rejects.toMatchObject({
    code: 1,
    stderr: 'Usage: npm run moderator -- EMAIL\n',
  });
});
