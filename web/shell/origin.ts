import type { Location } from 'react-router';

/** What a navigation may carry beside its address. */
export interface NavigationState {
  /** Where a signed-out person was heading when the guard turned them away. */
  from?: string;
  /** Open the Sign In dialog on arrival. */
  signIn?: true;
  /** The address that a confirmation e-mail was sent to, or that is about to sign in. */
  email?: string;
  /** The id that its sign-up was answered with. */
  signUp?: string;
}

export function navigationState(location: Location): NavigationState {
  return (location.state ?? {}) as NavigationState;
}

export function addressOf({ pathname, search, hash }: Location): string {
  return pathname + search + hash;
}
