import type { Terminal } from './terminal.ts';

/** What every command has at hand. */
export interface At {
  terminal: Terminal;
  /** The origin of the server that is meant. */
  server: string;
}
