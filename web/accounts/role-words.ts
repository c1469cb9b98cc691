import type { InvitedRole } from '#domain/invitation.ts';

/** As whom somebody is invited. */
export const roleWords: Record<InvitedRole, string> = {
  developer: 'an unblocker',
  moderator: 'a moderator',
};
