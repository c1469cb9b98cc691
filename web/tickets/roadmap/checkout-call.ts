import { postOnce } from './post-once.ts';

/** Asks for a payment page of one milestone. */
export async function askCheckout(milestoneId: string): Promise<string | null> {
  const path = `/api/milestones/${encodeURIComponent(milestoneId)}/checkout`;
  const answer = await postOnce<{ checkout_url: string | null }>(path);
  return answer.checkout_url;
}
