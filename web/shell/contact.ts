import { BUILD_CONTACT } from '#domain/site.ts';

/** Where people write to us: as the server says in the page, which is built before that is known. */
export const CONTACT_ADDRESS =
  typeof document === 'undefined'
    ? BUILD_CONTACT
    : (document.documentElement.dataset.contact ?? BUILD_CONTACT);
