import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Certificate } from '../server/testing/git-server.ts';

/** Where a certificate lies that a server is to trust. */
export const certificateIn = (folder: string) => path.join(folder, 'localhost.pem');

/** Makes a certificate of this machine for some days, for servers that only speak https. */
export function makeCertificate(folder: string): Certificate {
  const [key, cert] = [path.join(folder, 'localhost.key'), certificateIn(folder)];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2'];
  execFileSync('openssl', ['req', ...kind, ...name, '-keyout', key, '-out', cert], {
    stdio: 'ignore',
  });
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
}
