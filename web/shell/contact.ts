/** Where people write to. Public pages are built beforehand, so it is not a setting of the server. */
export const CONTACT_ADDRESS = 'hello@unblock.example';
