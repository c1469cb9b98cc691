import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Profile } from '#domain/profile.ts';
import { api } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';
import { showAnswer } from '../api/show-answer.ts';

/** Where one is paid, and which countries payouts reach. */
export function usePayoutCountry() {
  return useQuery({
    queryKey: keys.payoutCountry(),
    queryFn: ({ signal }) => api.get('/api/earnings/country', { signal }),
  });
}

/** Stores the country, and shows it wherever it is asked for. */
export function useSaveCountry() {
  const queryClient = useQueryClient();
  return async (country: string): Promise<void> => {
    const saved = await api.put('/api/earnings/country', { body: { country } });
    await showAnswer(queryClient, keys.payoutCountry(), saved);
    await showAnswer<Profile>(
      queryClient,
      keys.me(),
      (profile) =>
        profile && { ...profile, payout_country: saved.country, payout_served: saved.served },
    );
  };
}
