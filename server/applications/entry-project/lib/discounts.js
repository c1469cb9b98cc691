const codes = {
  BREAD10: 10,
  OPENING25: 25,
};

/** The percent that a code takes off; 0 for none and for codes that we do not know. */
export function percentOf(code) {
  return codes[String(code ?? '').trim().toUpperCase()] ?? 0;
}
