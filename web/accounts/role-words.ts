import type { InvitedRole } from '#domain/invitation.ts';

export const roleWords: Record<InvitedRole, string> = {
  developer: 'an unblocker',
  moderator: 'a moderator',
};
