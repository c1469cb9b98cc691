import type { Location } from 'react-router';

/** State that a navigation can carry. */
export interface NavigationState {
  /** Where a signed-out person was going when the guard stopped them. */
  from?: string;
  /** Open the Sign In dialog on arrival. */
  signIn?: true;
  /** That dialog begins with the form that asks for a reset link. */
  forgot?: true;
  /** The address that a confirmation mail was sent to, or that is about to sign in. */
  email?: string;
  /** The id that its sign-up was answered with. */
  signUp?: string;
  /** A request that was posted on the way here. */
  submitted?: string;
}

export function navigationState(location: Location): NavigationState {
  return (location.state ?? {}) as NavigationState;
}

export function addressOf({ pathname, search, hash }: Location): string {
  return pathname + search + hash;
}
