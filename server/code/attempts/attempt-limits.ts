/** How much is kept of what the AI already tried: enough to understand it by. */
export const KEPT = {
  steps: 200,
  prompt: 600,
  answer: 400,
  filesOfStep: 20,
  errorsOfStep: 8,
  error: 200,
  path: 200,
  files: 100,
  errors: 40,
  /** Of what could not be told apart. */
  text: 20_000,
  /** All together, in UTF-16 units: the oldest steps go first. */
  together: 150_000,
};

/** A longer line of a list of JSON holds a picture, or is hostile. */
export const LONGEST_LINE = 2 * 1024 * 1024;
