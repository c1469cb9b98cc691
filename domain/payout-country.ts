/**
 * Where an unblocker is paid: asked before the first request, so that nobody works for money that cannot
 * reach them. Source: docs/decisions/0096-where-unblockers-are-paid.md.
 */
import { z } from 'zod';
import { type ProviderName, paymentProviders } from './payment-provider.ts';

/** ISO 3166-1. */
export const COUNTRIES = (
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW ' +
  'BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI ' +
  'FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN ' +
  'IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME ' +
  'MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF ' +
  'PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV ' +
  'SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE ' +
  'YT ZA ZM ZW'
).split(' ');

export const payoutCountryInputSchema = z.object({
  country: z
    .string('Please choose a country')
    .refine((code) => COUNTRIES.includes(code), 'Please choose a country'),
});

export const payoutCountrySchema = z
  .object({
    country: z.string().nullable().describe('ISO 3166-1; null until it was said'),
    currency: z.literal('usd').describe('Of earnings and payouts'),
    served: z.boolean().nullable().describe('Whether payouts reach it; null until it was said'),
    pays_to: z.array(z.string()).describe('The countries that payouts reach'),
    fixed: z.boolean().describe('An account there is open, so that it cannot be changed here'),
  })
  .meta({ id: 'PayoutCountry' });
export type PayoutCountry = z.infer<typeof payoutCountrySchema>;

/** Whether a provider pays out to a country. */
export function isServed(provider: ProviderName, country: string): boolean {
  return paymentProviders[provider].pays_to.includes(country);
}
