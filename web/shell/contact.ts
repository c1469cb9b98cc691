/** Our contact address. Public pages are prerendered, so it cannot be a setting of the server. */
export const CONTACT_ADDRESS = 'hello@unblock.example';
