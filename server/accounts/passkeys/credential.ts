import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { AttestationObject } from '@simplewebauthn/server/helpers';
import { z } from 'zod';
import { AuthRefusal } from '../auth-error.ts';
import { type Members, textMember } from '../body-fields.ts';

/** Base64url of so many characters at most; the standard allows 1023 bytes for an id. */
const encoded = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[\w-]+$/);
const ID_LENGTH = 1364;
const LENGTH = 16_384;

const shared = { id: encoded(ID_LENGTH), rawId: encoded(ID_LENGTH), type: z.literal('public-key') };
// Nothing of it is read.
const clientExtensionResults = z.unknown().transform(() => ({}));

/** Of both, the rest is dropped. */
const registrationSchema = z.object({
  ...shared,
  clientExtensionResults,
  response: z.object({
    clientDataJSON: encoded(LENGTH),
    attestationObject: encoded(LENGTH),
    transports: z.array(z.string().max(20)).max(10).optional().catch(undefined),
  }),
});

const assertionSchema = z.object({
  ...shared,
  clientExtensionResults,
  response: z.object({
    clientDataJSON: encoded(LENGTH),
    authenticatorData: encoded(LENGTH),
    signature: encoded(LENGTH),
    userHandle: encoded(LENGTH).nullish().catch(undefined),
  }),
});

interface Answer<Credential> {
  challenge_id: string;
  credential: Credential;
}

/** @throws AuthRefusal `validation_failed` */
export function readRegistration(body: Members): Answer<RegistrationResponseJSON> {
  return read(body, registrationSchema) as Answer<RegistrationResponseJSON>;
}

/** @throws AuthRefusal `validation_failed` */
export function readAssertion(body: Members): Answer<AuthenticationResponseJSON> {
  return read(body, assertionSchema) as Answer<AuthenticationResponseJSON>;
}

function read<Schema extends z.ZodType>(body: Members, schema: Schema): Answer<z.output<Schema>> {
  const challenge_id = textMember(body, 'challenge_id') ?? '';
  const parsed = schema.safeParse(body.credential);
  if (parsed.success) return { challenge_id, credential: parsed.data };
  throw new AuthRefusal('validation_failed', 'credential has to be what the browser answered');
}

/**
 * We ask for no attestation. To check the certificates of one that is sent nevertheless, the server
 * would have to fetch addresses that stand in them.
 * @throws AuthRefusal `webauthn_verification_failed`
 */
export async function requireNoCertificate({ response }: RegistrationResponseJSON): Promise<void> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const read = () =>
    decodeAttestationObject(new Uint8Array(Buffer.from(response.attestationObject, 'base64url')));
  if (!hasNone(read)) throw new AuthRefusal('webauthn_verification_failed');
}

function hasNone(read: () => AttestationObject): boolean {
  try {
    const decoded = read();
    const format = decoded.get('fmt');
    if (format === 'none') return true;
    return format === 'packed' && decoded.get('attStmt').get('x5c') === undefined;
  } catch {
    return false;
  }
}
