import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { freePort } from '../server/config/ports.ts';
import { run } from './run.ts';

const SERVICES = ['account', 'container', 'object'] as const;
const PACKAGES = ['proxy', ...SERVICES].map((name) => `swift-${name}`);
const BUCKET = 'unblock';
const REGION = 'us-east-1';
/** Of Swift's own test account; the server lives in a folder of ours and hears this machine only. */
const CREDENTIALS = { accessKeyId: 'test:tester', secretAccessKey: 'testing' };

export interface Swift {
  /** What the tests need in their environment. */
  env: Record<string, string>;
  stop: () => Promise<void>;
}

/** Installs OpenStack Swift's Debian packages where they are missing, saying so. */
export async function ensureSwift(): Promise<void> {
  if (isThere()) return;
  if (process.getuid?.() !== 0) throw new Error(`Please install ${PACKAGES.join(', ')} first.`);
  console.log(`No Swift here: installing the Debian packages ${PACKAGES.join(', ')}.`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...PACKAGES]]) {
    const { ok, output } = await run('apt-get', args, { env });
    if (!ok) throw new Error(`apt-get ${args[0]} failed:\n${output}`);
  }
}

function isThere(): boolean {
  return spawnSync('swift-ring-builder').error === undefined;
}

/** Starts a whole Swift with its S3 API on one folder and four free ports. */
export async function startSwift(): Promise<Swift> {
  const folder = await mkdtemp(join(tmpdir(), 'unblock-swift-'));
  await mkdir(join(folder, 'devices/d1'), { recursive: true });
  const servers: ChildProcess[] = [];
  const stop = async () => {
    for (const server of servers) server.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  };
  try {
    for (const service of SERVICES) servers.push(await startService(folder, service));
    const port = await freePort();
    await writeFile(join(folder, 'proxy.conf'), proxyConfig(folder, port));
    servers.push(start('proxy', folder));
    await untilOpen(port);
    const endpoint = `http://127.0.0.1:${port}`;
    await makeBucket(endpoint);
    return { env: environment(endpoint), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function environment(endpoint: string): Record<string, string> {
  return {
    TEST_FILES_URL: `s3://${BUCKET}?region=${REGION}&endpoint=${endpoint}`,
    AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
  };
}

/** One of the three servers that keep things, alone in its ring. */
async function startService(
  folder: string,
  service: (typeof SERVICES)[number],
): Promise<ChildProcess> {
  const port = await freePort();
  const ring = join(folder, `${service}.builder`);
  for (const args of [
    ['create', '4', '1', '0'],
    ['add', `r1z1-127.0.0.1:${port}/d1`, '1'],
    ['rebalance'],
  ]) {
    const { status, stdout } = spawnSync('swift-ring-builder', [ring, ...args], {
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`swift-ring-builder: ${stdout}`);
  }
  await writeFile(
    join(folder, `${service}.conf`),
    `${common(folder, port)}[pipeline:main]
pipeline = ${service}-server
[app:${service}-server]
use = egg:swift#${service}
`,
  );
  const server = start(service, folder);
  await untilOpen(port);
  return server;
}

function common(folder: string, port: number): string {
  return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
user = ${userInfo().username}
swift_dir = ${folder}
devices = ${folder}/devices
mount_check = false
workers = 0
`;
}

function proxyConfig(folder: string, port: number): string {
  return `${common(folder, port)}[pipeline:main]
pipeline = catch_errors cache s3api tempauth proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = ${CREDENTIALS.secretAccessKey} .admin
[filter:s3api]
use = egg:swift#s3api
location = ${REGION}
[filter:catch_errors]
use = egg:swift#catch_errors
# Swift wants to know of a memcached, and does without one.
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:9
`;
}

function start(name: string, folder: string): ChildProcess {
  return spawn(`swift-${name}-server`, [join(folder, `${name}.conf`)], { stdio: 'ignore' });
}

async function untilOpen(port: number): Promise<void> {
  const end = Date.now() + 30_000;
  while (!(await isOpen(port))) {
    if (Date.now() > end) throw new Error('Swift did not start within 30 seconds.');
    await sleep(100);
  }
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const tell = (open: boolean) => {
      socket.destroy();
      resolve(open);
    };
    socket.once('connect', () => tell(true)).once('error', () => tell(false));
  });
}

async function makeBucket(endpoint: string): Promise<void> {
  const client = new S3Client({
    ...{ region: REGION, endpoint, forcePathStyle: true, credentials: CREDENTIALS },
  });
  await client.send(new CreateBucketCommand({ Bucket: BUCKET }));
  client.destroy();
}
