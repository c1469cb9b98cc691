/** By when they came; the oldest first is a queue. Every list of moderators' has it. */
export const LIST_ORDERS = ['newest', 'oldest'] as const;
export type ListOrder = (typeof LIST_ORDERS)[number];

export const directions = { newest: 'desc', oldest: 'asc' } as const satisfies Record<
  ListOrder,
  'asc' | 'desc'
>;
