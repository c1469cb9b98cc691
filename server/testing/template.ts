/** The migrated database that every test file starts from. */
export const TEMPLATE = 'unblock_template';
