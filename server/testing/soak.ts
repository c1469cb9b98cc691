/** `npm run soak` takes its time; in `npm test` the same things happen for as long as people like to wait. */
export const LONG = process.env.SOAK === 'long';
