import { ExternalLink } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import type { Checkout } from './use-checkout.ts';

/** A link to the payment page, where the browser did not open it. */
export function BlockedCheckout({ checkout }: { checkout: Checkout }) {
  if (!checkout.blockedUrl) return null;
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-3 rounded border border-turn bg-turn-soft px-4 py-3 text-sm text-turn-ink"
    >
      Your browser kept the payment page from opening.
      <Button asChild size="sm">
        <a href={checkout.blockedUrl} target="_blank" rel="noreferrer">
          Open the Payment Page
          <ExternalLink size={16} aria-hidden />
        </a>
      </Button>
    </div>
  );
}
