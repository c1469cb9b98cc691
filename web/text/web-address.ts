/** The address of a link that somebody wrote: http and https, whole, or none. */
export function webAddress(address: string): string | undefined {
  try {
    const { protocol, href } = new URL(address);
    return protocol === 'https:' || protocol === 'http:' ? href : undefined;
  } catch {
    return undefined;
  }
}
