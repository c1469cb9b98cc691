import type { InvitedRole } from '#domain/invitation.ts';

/** The role in an invitation. */
export const roleWords: Record<InvitedRole, string> = {
  developer: 'an unblocker',
  moderator: 'a moderator',
};
