import { z } from 'zod';
import { dollarsToCents, MAX_CHARGE_CENTS, MIN_CHARGE_CENTS } from './money.ts';
import { requiredText, text } from './text.ts';

const PRICE = 'price must be dollars and whole cents, at least 0.50 and less than a million';

function email(name: string) {
  const problem = `${name} must be an e-mail address`;
  return text(255, problem).pipe(z.email(problem));
}

/** A billing record of an operator's other program. Source: specification 7.4. */
export const serviceTicketInputSchema = z.object({
  price: z
    .number(PRICE)
    .refine((dollars) => {
      const cents = dollarsToCents(dollars);
      return cents !== null && cents >= MIN_CHARGE_CENTS && cents <= MAX_CHARGE_CENTS;
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
