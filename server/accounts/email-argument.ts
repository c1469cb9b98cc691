import { emailSchema } from '#domain/credentials.ts';
import { ConfigError } from '../config/config.ts';

/**
 * An email address as a command's argument.
 * @throws ConfigError with the usage, where it is not one
 */
export function emailArgument(argument: string, usage: string): string {
  const email = emailSchema.safeParse(argument);
  if (!email.success) throw new ConfigError(`Usage: ${usage}`);
  return email.data;
}
