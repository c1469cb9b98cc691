/**
 * Shown when the service does not answer. In a file of its own, so that public pages load nothing else.
 */
export const UNAVAILABLE = 'The service cannot be reached at the moment. Please try again.';
