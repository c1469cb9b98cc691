import type { FastifyRequest } from 'fastify';
import { asAsked } from '../config/own-address.ts';
import { openAtProvider, type PendingCheckout } from '../payments/commands.ts';

/**
 * Opens a prepared checkout, and returns the page to pay on.
 * @throws Refusal as `openAtProvider`
 */
export async function checkoutUrl(
  request: FastifyRequest,
  pending: PendingCheckout,
): Promise<string> {
  const { context } = request.server;
  const { checkout_url } = await openAtProvider(context, pending);
  return asAsked(context.config.publicUrl, request, checkout_url);
}

/**
 * The same after an act that is done in any case; null where nothing is to be paid, and where the page
 * cannot be opened: the milestone offers to pay.
 */
export async function checkoutUrlIfOpen(
  request: FastifyRequest,
  pending: PendingCheckout | null,
): Promise<string | null> {
  if (!pending) return null;
  return checkoutUrl(request, pending).catch((error: unknown) => {
    request.log.error({ err: error }, 'Failed to create checkout session');
    return null;
  });
}
