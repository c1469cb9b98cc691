/** The API's address of the invitation with this token. */
export function invitationPath(token: string): string {
  return `/api/invitations/${encodeURIComponent(token)}`;
}
