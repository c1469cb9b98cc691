import type { Said } from '../files/shield/send-asking.ts';

/** The answer about keys in what is sent: strangers read it, so they are masked or taken out. */
export function masked({ secrets }: Said): { secrets?: 'mask' } {
  if (secrets === 'share')
    throw new Error('Keys cannot be shared here. Mask them, or take them out.');
  return secrets ? { secrets } : {};
}
