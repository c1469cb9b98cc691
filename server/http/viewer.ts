import type { FastifyRequest } from 'fastify';
import type { Category } from '#domain/category.ts';
import type { UserType } from '#domain/profile.ts';
import { Refusal } from '#domain/refusals.ts';
import type { AccessClaims } from './access-token.ts';

/** The signed-in person behind a request, as now in the database. */
export interface Viewer {
  id: string;
  email: string;
  user_type: UserType;
  supported_categories: Category[];
  session_id: string;
}

const TO_SET_UP = 'Moderators need two-step sign-in. Please set it up in My Account to go on.';

/** Signed in with the password alone, where that is not enough. */
export class SecondFactorOwed extends Refusal {
  readonly viewer: Viewer;
  /** `code`: of their app; `set-up`: their role needs an app, and they have none yet. */
  readonly owes: 'code' | 'set-up';

  constructor(viewer: Viewer, owes: 'code' | 'set-up') {
    super('second_factor_needed', owes === 'code' ? undefined : TO_SET_UP);
    this.viewer = viewer;
    this.owes = owes;
  }
}

/** A program with a token of its owner. */
export interface Program {
  id: string;
  user_id: string;
  name: string;
  /** Unix seconds at which its token ends; infinite where it does not. */
  expires_at: number;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call's own query looks up the viewer, by `readAs`. */
    looksUpViewer?: true;
  }
  interface FastifyRequest {
    /** Null without a session; a refusal where it is invalid. */
    viewer: Viewer | Refusal | null;
    /** The token's claims, for a call that looks up its viewer itself. */
    claims: AccessClaims | null;
    /** The program that calls for its owner; null for people. */
    program: Program | null;
  }
}

/** @throws Refusal `no_session` without a session, or why the session is refused */
export function viewerOf(request: FastifyRequest): Viewer {
  if (request.viewer instanceof Refusal) throw request.viewer;
  if (!request.viewer) throw new Refusal('no_session');
  return request.viewer;
}

/**
 * Refuses callers who may not make a call at all, before anything of the request is read, so that a
 * refusal tells a stranger nothing.
 * @throws Refusal `no_session`, or `not_found` where the call is for other roles only
 * @throws SecondFactorOwed
 */
export function requireAccess(request: FastifyRequest): void {
  const owed = request.viewer instanceof SecondFactorOwed ? request.viewer : null;
  if (owed?.owes === 'set-up' && isOwnAccount(request)) request.viewer = owed.viewer;
  const security = request.routeOptions.schema?.security;
  if (!security) return;
  const roles = security.flatMap(({ bearer = [] }) => bearer);
  if (roles.length === 0) {
    viewerOf(request);
    return;
  }
  if (owed && roles.includes(owed.viewer.user_type)) throw owed;
  const { viewer } = request;
  const isOneOf = viewer && !(viewer instanceof Refusal) && roles.includes(viewer.user_type);
  if (!isOneOf) throw new Refusal('not_found');
}

/** Moderators without a second factor can only reach their own account. */
function isOwnAccount(request: FastifyRequest): boolean {
  return /^\/api\/(me|live|notifications)(\/|$)/.test(request.routeOptions.url ?? '');
}
