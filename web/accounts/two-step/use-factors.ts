import { useQuery } from '@tanstack/react-query';
import { keys } from '../../api/keys.ts';
import { readFactors } from './factor-calls.ts';

/** How this account signs in, as the sign-in service knows it now. */
export function useFactors() {
  return useQuery({ queryKey: keys.factors(), queryFn: readFactors, staleTime: 0 });
}
