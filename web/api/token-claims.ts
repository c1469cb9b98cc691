interface TokenClaims {
  amr?: { method: string }[];
  aal?: string;
}

/** A token's claims, unverified. */
export function tokenClaims(token: string): TokenClaims {
  const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
  try {
    return JSON.parse(atob(payload));
  } catch {
    return {};
  }
}
