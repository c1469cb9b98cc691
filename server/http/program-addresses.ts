import type { Config } from '../config/config.ts';

type Served = Pick<Config, 'publicUrl'>;

/** What tokens of connected programs are for (RFC 8707). */
export const mcpAddress = ({ publicUrl }: Served): string => `${publicUrl}/mcp`;

const METADATA = '/.well-known/oauth-protected-resource';

/** Where it says who gives out its tokens (RFC 9728); both stand for the same. */
export const METADATA_PATHS = [METADATA, `${METADATA}/mcp`] as const;

export const metadataAddress = ({ publicUrl }: Served): string => `${publicUrl}${METADATA}/mcp`;
