import type { Context } from '../context.ts';

/** Demo people and requests, added once. Source: contract, "Demo". */
export async function addDemo(_context: Context): Promise<void> {}
