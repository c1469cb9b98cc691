// Apart from the schemas, which bring Zod.

/** What the author of a text or owner of a file wants done with its keys. */
export const SECRETS_CHOICES = ['mask', 'share'] as const;
