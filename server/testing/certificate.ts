/** A certificate of this machine, as tests of https need one. */
import { generateKeyPairSync, sign } from 'node:crypto';

const SEQUENCE = 0x30;
const ECDSA_WITH_SHA256 = '06082a8648ce3d040302';
const COMMON_NAME = '0603550403';
const BASIC_CONSTRAINTS = '0603551d13';
const ALTERNATIVE_NAME = '0603551d11';

/** One value in DER (X.690): its tag, its length, its content. */
function der(tag: number, ...content: (Buffer | string)[]): Buffer {
  const bytes = Buffer.concat(
    content.map((part) => (typeof part === 'string' ? Buffer.from(part, 'hex') : part)),
  );
  const { length } = bytes;
  const size =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), bytes]);
}

/** Signed by itself, for localhost, and for as long as a test may run. */
export function localCertificate(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = der(SEQUENCE, ECDSA_WITH_SHA256);
  const name = der(
    SEQUENCE,
    der(0x31, der(SEQUENCE, COMMON_NAME, der(0x0c, Buffer.from('localhost')))),
  );
  const time = (at: number) =>
    der(0x18, Buffer.from(`${new Date(at).toISOString().replace(/\D/g, '').slice(0, 14)}Z`));
  const day = 24 * 3_600_000;
  const extension = (oid: string, value: Buffer) => der(SEQUENCE, oid, der(0x04, value));
  const extensions = der(
    SEQUENCE,
    extension(BASIC_CONSTRAINTS, der(SEQUENCE, der(0x01, 'ff'))),
    extension(ALTERNATIVE_NAME, der(SEQUENCE, der(0x82, Buffer.from('localhost')))),
  );
  const body = der(
    SEQUENCE,
    der(0xa0, der(0x02, '02')),
    der(0x02, '01'),
    algorithm,
    name,
    der(SEQUENCE, time(Date.now() - day), time(Date.now() + day)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  );
  const signature = sign('sha256', body, privateKey);
  const all = der(SEQUENCE, body, algorithm, der(0x03, '00', signature));
  const lines = all.toString('base64').match(/.{1,64}/g) ?? [];
  const cert = ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join(
    '\n',
  );
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert };
}
