interface TokenClaims {
  amr?: { method: string }[];
  aal?: string;
}

/** What a token says of itself; nothing here relies on it being true. */
export function tokenClaims(token: string): TokenClaims {
  const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
  try {
    return JSON.parse(atob(payload));
  } catch {
    return {};
  }
}
