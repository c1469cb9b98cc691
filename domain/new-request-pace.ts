/** How often a developer is told about new requests in their categories. */
export const NEW_REQUEST_PACES = ['at_once', 'daily', 'never'] as const;
