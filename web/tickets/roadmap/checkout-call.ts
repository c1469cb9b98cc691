import { postOnce } from '../../api/steps.ts';

/** Asks for a payment page of one milestone. */
export async function askCheckout(milestoneId: string): Promise<string | null> {
  const answer = await postOnce('/api/milestones/{id}/checkout', { path: { id: milestoneId } });
  return answer.checkout_url;
}
