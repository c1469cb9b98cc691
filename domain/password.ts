export const PASSWORD_MINIMUM = 6;
export const PASSWORD_MAXIMUM_BYTES = 1024;
export const PASSWORDS_DIFFER = 'Passwords do not match';
export const PASSWORD_TOO_SHORT = `Password must be at least ${PASSWORD_MINIMUM} characters`;
/** Source: auth wire contract, section 2. */
export const COMMON_PASSWORD =
  'Password is known to be weak and easy to guess, please choose a different one.';

/** To somebody who signs in by an account elsewhere and is asked for a password. */
export const NO_PASSWORD_YET =
  "Your account has no password yet. To choose one, sign out and press 'Forgot password?' where you sign in.";
