/** NUL cannot be stored by PostgreSQL, and lone surrogates are not text in any encoding. */
export const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed();

export const NOT_STORABLE = 'This text contains characters that cannot be stored';

export const tooLong = (max: number) => `Please use at most ${max} characters`;
