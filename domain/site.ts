export const SITE_NAME = 'Unblock';
export const TAGLINE = "Stuck? When AI Can't, We Can";

/**
 * Stands for the public address in pages that are built before anybody knows it; the server puts
 * PUBLIC_URL in its place. Reserved by RFC 2606, so that it leads nowhere if it ever escaped.
 */
export const BUILD_ORIGIN = 'https://public-url.invalid';
