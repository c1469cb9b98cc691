import type { FastifyRequest } from 'fastify';
import { Refusal } from '#domain/errors.ts';
import type { UserType } from '#domain/profile.ts';
import type { Category } from '#domain/ticket.ts';

/** The signed-in person behind a request, as the database knows them now. */
export interface Viewer {
  id: string;
  email: string;
  user_type: UserType;
  supported_categories: Category[];
  session_id: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer | null;
  }
}

/** @throws Refusal `no_session` when nobody is signed in */
export function viewerOf(request: FastifyRequest): Viewer {
  if (!request.viewer) throw new Refusal('no_session');
  return request.viewer;
}
