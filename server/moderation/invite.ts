import type { Invitation, InvitedRole } from '#domain/invitation.ts';
import { Refusal } from '#domain/refusals.ts';
import { issueInvitation } from '../accounts/invitations.ts';
import { sendInvitation } from '../accounts/join-letters.ts';
import { holdsRoleAlready } from '../accounts/roles.ts';
import type { Viewer } from '../http/viewer.ts';
import { writeAudit } from '../lifecycle/audit.ts';
import type { Change } from '../lifecycle/change.ts';

interface Invited {
  email: string;
  role: InvitedRole;
  has_applied: boolean;
  /** Why, for the audit log. */
  reason?: string | undefined;
}

/**
 * Mails an invitation and logs who sent it.
 * @throws Refusal `role_already_held`
 */
export async function invite(
  change: Change,
  moderator: Viewer,
  { email, role, has_applied, reason }: Invited,
): Promise<{ invitation: Invitation }> {
  if (await holdsRoleAlready(change.tx, email, role)) throw new Refusal('role_already_held');
  const { invitation, url } = await issueInvitation(change, {
    email,
    role,
    invited_by: moderator.id,
  });
  await sendInvitation(change, { email, role, url, has_applied });
  await writeAudit(change, moderator, {
    action: 'invitation_sent',
    target: { type: 'invitation', id: invitation.id },
    ...(reason !== undefined && { reason }),
    after: { role, expires_at: invitation.expires_at },
  });
  return { invitation };
}
