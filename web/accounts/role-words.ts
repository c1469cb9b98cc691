import type { InvitedRole } from '#domain/invitation.ts';

export const roleWords: Record<InvitedRole, string> = {
  developer: 'an unblocker',
  moderator: 'a moderator',
};

/** The same roles as in the schemas, without those. */
export const invitedRoles = Object.keys(roleWords) as InvitedRole[];
