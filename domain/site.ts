export const SITE_NAME = 'Unblock';
export const TAGLINE = "Stuck? When AI Can't, We Can";

/**
 * The public address in pages that are built before it is known; the server replaces it by PUBLIC_URL.
 * Reserved by RFC 2606, so that it leads nowhere if it ever leaks.
 */
export const BUILD_ORIGIN = 'https://public-url.invalid';

/** The contact address in pages that are built before it is known; the server replaces it by CONTACT_ADDRESS. */
export const BUILD_CONTACT = 'hello@unblock.example';

/** The id of an empty element in the application's page, where the server may put words. */
export const SERVED_WORDS = 'served-words';

/** The id of the JSON among them. */
export const SERVED_DATA = 'served-data';
