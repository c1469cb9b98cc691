/** A device with a passkey, as software: what a browser answers for it. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_KEY = 0x40;

/** What differs from what an honest device would do. */
export interface Odd {
  origin?: string;
  rpId?: string;
  counter?: number;
  /** Nobody looked at a finger, a face or a PIN. */
  unverified?: true;
  userHandle?: string;
  /** An attestation with certificates. */
  certified?: true;
}

/** A passkey of this device for our server. */
export function makeDevice(ours: { origin: string; rpId: string }) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(16);
  const id = credentialId.toString('base64url');
  let counter = 0;

  const answerTo = (type: string, challenge: string, odd: Odd) => {
    const client = { type, challenge, origin: odd.origin ?? ours.origin, crossOrigin: false };
    return Buffer.from(JSON.stringify(client));
  };
  const dataOf = (odd: Odd, more: Buffer = Buffer.alloc(0)) => {
    const rpIdHash = createHash('sha256')
      .update(odd.rpId ?? ours.rpId)
      .digest();
    const verified = odd.unverified ? 0 : USER_VERIFIED;
    const counted = Buffer.alloc(5);
    counted.writeUInt8(USER_PRESENT | verified | (more.length > 0 ? HAS_KEY : 0));
    counted.writeUInt32BE(odd.counter ?? counter, 1);
    return Buffer.concat([rpIdHash, counted, more]);
  };

  return {
    id,
    /** What `navigator.credentials.create()` answers, as JSON. */
    create(challenge: string, odd: Odd = {}) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const [left, right] = [x, y].map((part) => new Uint8Array(Buffer.from(part, 'base64url')));
      const cose = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, left ?? new Uint8Array()],
        [-3, right ?? new Uint8Array()],
      ]);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const key = Buffer.from(isoCBOR.encode(cose));
      const authData = dataOf(odd, Buffer.concat([Buffer.alloc(16), length, credentialId, key]));
      const statement = odd.certified ? [['x5c', [new Uint8Array(10)]] as const] : [];
      const attestation = new Map<string, unknown>([
        ['fmt', odd.certified ? 'packed' : 'none'],
        ['attStmt', new Map(statement)],
        ['authData', new Uint8Array(authData)],
      ]);
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: answerTo('webauthn.create', challenge, odd).toString('base64url'),
          attestationObject: Buffer.from(
            isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0]),
          ).toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    /** What `navigator.credentials.get()` answers, as JSON. */
    get(challenge: string, odd: Odd = {}) {
      counter += 1;
      const client = answerTo('webauthn.get', challenge, odd);
      const authData = dataOf(odd);
      const signed = Buffer.concat([authData, createHash('sha256').update(client).digest()]);
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
          ...(odd.userHandle && { userHandle: odd.userHandle }),
        },
      };
    },
  };
}
