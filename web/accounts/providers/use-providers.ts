import { useEffect, useState } from 'react';
import { api } from '../../api/client.ts';

export interface SignInProvider {
  id: string;
  label: string;
}

/** None until they are known: the forms work without. */
export function useProviders(): SignInProvider[] {
  const [providers, setProviders] = useState<SignInProvider[]>([]);
  useEffect(() => {
    let isThere = true;
    void api.get('/api/config').then(
      (config) => isThere && setProviders(config.sign_in_providers),
      () => undefined,
    );
    return () => {
      isThere = false;
    };
  }, []);
  return providers;
}
