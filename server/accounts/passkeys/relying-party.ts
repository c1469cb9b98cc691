import type { Config } from '../../config/config.ts';

/** Who asks for a passkey: a browser offers it to this host and no other. */
export function relyingParty({ publicUrl }: Config) {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin, name: 'Unblock' };
}

/** Its 30 MB are loaded when somebody first uses a passkey. */
export const webauthn = () => import('@simplewebauthn/server');
