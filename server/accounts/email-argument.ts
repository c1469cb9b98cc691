import { emailSchema } from '#domain/credentials.ts';
import { ConfigError } from '../config/config.ts';

/**
 * An address as the argument of a command.
 * @throws ConfigError how the command is used, for one that is none
 */
export function emailArgument(argument: string, usage: string): string {
  const email = emailSchema.safeParse(argument);
  if (!email.success) throw new ConfigError(`Usage: ${usage}`);
  return email.data;
}
