/** The modes of the signed-out form. Source: specification 2.3. */
export type AuthMode = 'signin' | 'signup' | 'forgot-password';
