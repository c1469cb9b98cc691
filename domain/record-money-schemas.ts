/** Schemas of money in records and steps. record-money.ts has the words. */
import { z } from 'zod';

const byPerson = z.record(z.string(), z.int());

/** What ledger entries moved of payments, in cents. */
export const movedSchema = z.object({
  price_cents: z.int().describe('Held: the price, with the platform’s part'),
  paid_cents: z.int().describe('Held: what the customer paid of it'),
  shares: byPerson.describe('Held: the developer’s share once all of it is released'),
  kept_cents: z.int().describe('Released: of what the customer paid'),
  refunded_cents: z.int().describe('To the customer, by us or by their bank'),
  developers: byPerson.describe('To each developer; negative when it is taken from them'),
  fee_cents: z.int().describe('To the platform; negative when it gives something up'),
  borne_cents: z.int().describe('What the platform loses by it'),
});
export type Moved = z.infer<typeof movedSchema>;

/** The money that a step moved: at once, and after a review. */
export const stepMoneySchema = movedSchema.extend({ waiting: movedSchema.optional() });
export type StepMoney = z.infer<typeof stepMoneySchema>;

/** Where money is, as one side counts it, in cents. */
export const moneyPlacesSchema = z.object({
  held_cents: z.int(),
  released_cents: z.int().describe('Negative where it was taken back from the developer'),
  refunded_cents: z.int().describe('To the customer, on either side'),
});
export type MoneyPlaces = z.infer<typeof moneyPlacesSchema>;

/** The same for one side, with what follows after a review. */
export const stepPlacesSchema = moneyPlacesSchema.extend({ waiting: moneyPlacesSchema.nullable() });
export type StepPlaces = z.infer<typeof stepPlacesSchema>;

/** The same for both sides at once: in prices, and the customer's refund. */
const sharedPartSchema = z.object({
  released_cents: z.int(),
  refunded_cents: z.int(),
  borne_cents: z.int().describe('Of what is released: the platform’s part of a first hour'),
});
export const sharedMoneySchema = sharedPartSchema.extend({ waiting: sharedPartSchema.nullable() });
export type SharedPart = z.infer<typeof sharedPartSchema>;
export type SharedMoney = z.infer<typeof sharedMoneySchema>;

/** The amounts that a moderator was shown before a decision; it books these or nothing. In cents. */
export const shownMoneySchema = z.object({
  customer_cents: z.int().describe('Back to the customer'),
  developer_cents: z.int().describe('To the unblocker; negative when it is taken from them'),
  fee_cents: z.int(),
  held_cents: z.int().describe('What stays held'),
});
export type ShownMoney = z.infer<typeof shownMoneySchema>;

/** A step's stored money; null where it moved none. */
export function storedMoney(stored: unknown): StepMoney | null {
  return stepMoneySchema.nullish().parse(stored) ?? null;
}
