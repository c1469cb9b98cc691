/** The address in a sender such as `Unblock <hello@example.com>`. */
export function addressIn(sender: string): string {
  return /<([^>]+)>/.exec(sender)?.[1] ?? sender;
}
