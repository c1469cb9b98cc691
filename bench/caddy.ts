import { spawn } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { setDefaultCACertificates } from 'node:tls';

const CADDY = '/usr/bin/caddy';
const LONGEST_START_MS = 20_000;

export const hasCaddy = existsSync(CADDY);

/** A proxy that was started. */
interface Proxy {
  /** The option with which Chromium believes its certificate. Of other sites it keeps nothing. */
  trust: string;
  stop: () => void;
}

/**
 * Caddy before a server, as in `deploy/`: the browser speaks HTTP/2 with it. This process believes no other
 * certificate than its own from then on.
 * @param folder takes its files
 * @throws when its certificate is not there after 20 s
 */
export async function startCaddy(folder: string, port: number, server: string): Promise<Proxy> {
  const file = path.join(folder, 'Caddyfile');
  const example = path.join(import.meta.dirname, '../deploy/Caddyfile');
  const site = readFileSync(example, 'utf8')
    .replace('{$PUBLIC_URL}, {$FILES_ORIGIN}', `https://localhost:${port}`)
    .replaceAll('one:3000 two:3000', new URL(server).host);
  const storage = path.join(folder, 'caddy');
  const general = ['admin off', 'skip_install_trust', 'auto_https disable_redirects'];
  writeFileSync(file, `{\n${general.join('\n')}\nstorage file_system ${storage}\n}\n${site}`);
  const child = spawn(CADDY, ['run', '--config', file, '--adapter', 'caddyfile'], {
    stdio: 'ignore',
  });
  const stop = () => void child.kill();
  process.once('exit', stop);
  const certificate = path.join(storage, 'certificates/local/localhost/localhost.crt');
  for (let waited = 0; !existsSync(certificate); waited += 50) {
    if (waited > LONGEST_START_MS) throw new Error('Caddy did not start.');
    await sleep(50);
  }
  const authority = path.join(storage, 'pki/authorities/local/root.crt');
  setDefaultCACertificates([readFileSync(authority, 'utf8')]);
  const { publicKey } = new X509Certificate(readFileSync(certificate));
  const key = publicKey.export({ type: 'spki', format: 'der' });
  const hash = createHash('sha256').update(key).digest('base64');
  return { trust: `--ignore-certificate-errors-spki-list=${hash}`, stop };
}
