/** What the form of those who are signed out is for. Source: specification 2.3. */
export type AuthMode = 'signin' | 'signup' | 'forgot-password';
