/** When the Terms and Conditions and the Privacy Policy in force became effective. */
export const TERMS_EFFECTIVE = 'May 13, 2025';

/** The same as it is stored with each account that agreed to them. */
export const TERMS_VERSION = '2025-05-13';
