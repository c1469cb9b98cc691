import type { Selectable } from 'kysely';
import type { DB } from '../database/schema.ts';

/** What is asked of the provider, with what came of it. */
export type Call = Selectable<DB['provider_calls']>;
