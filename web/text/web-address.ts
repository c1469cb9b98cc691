/** The address of a written link: a whole http or https address, or none. */
export function webAddress(address: string): string | undefined {
  try {
    const { protocol, href } = new URL(address);
    return protocol === 'https:' || protocol === 'http:' ? href : undefined;
  } catch {
    return undefined;
  }
}
