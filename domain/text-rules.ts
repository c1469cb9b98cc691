/** PostgreSQL cannot store NUL, and lone surrogates are no text in any encoding. */
export const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed();

/** Empty, or invisible: white space, fillers, joiners and the like. */
export const isBlank = (text: string) =>
  /^[\s\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(text);

export const NOT_STORABLE = 'This text contains characters that cannot be stored';

export const tooLong = (max: number) => `Please use at most ${max} characters`;
