/** What is said when nobody can answer. Alone in its file: public pages load it without all the rest. */
export const UNAVAILABLE = 'The service cannot be reached at the moment. Please try again.';
