import { z } from 'zod';
import { dollarsToCents } from './money.ts';
import { requiredText, text } from './text.ts';

/** What the payment provider takes at most: $999,999.99. */
const MAX_PRICE_CENTS = 99_999_999;
const PRICE = 'price must be dollars and whole cents, more than zero and less than a million';

function email(name: string) {
  const problem = `${name} must be an e-mail address`;
  return text(255, problem).pipe(z.email(problem));
}

/** A billing record as other programs of the operator make it. Source: specification 7.4. */
export const serviceTicketInputSchema = z.object({
  price: z
    .number(PRICE)
    .refine((dollars) => {
      const cents = dollarsToCents(dollars);
      return cents !== null && cents > 0 && cents <= MAX_PRICE_CENTS;
    }, PRICE)
    .describe('US dollars'),
  customer_name: requiredText(200, 'customer_name is required'),
  customer_email: email('customer_email'),
  service_provider_name: text(200).default(''),
  service_provider_email: z
    .union([z.literal(''), email('service_provider_email')])
    .nullish()
    .describe('Empty: the address of the team'),
  description: requiredText(20_000, 'description is required'),
});
export type ServiceTicketInput = z.output<typeof serviceTicketInputSchema>;
