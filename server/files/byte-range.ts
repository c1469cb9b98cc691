import { Refusal } from '#domain/refusals.ts';
import type { ByteRange } from '../store/store.ts';

interface Asked {
  range: string | undefined;
  /** The version that the sender has part of, if they say so. */
  ifRange: string | string[] | undefined;
}

/**
 * The part of a file that is asked for; null for all of it. Several parts at once, other units and
 * what cannot be read are answered with the whole, as RFC 9110 section 14.2 allows.
 * @throws Refusal `range_not_satisfiable`
 */
export function byteRange(
  { range, ifRange }: Asked,
  { size, etag }: { size: number; etag: string },
): ByteRange | null {
  const parts = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '');
  const [, first = '', last = ''] = parts ?? [];
  if (first === '' && last === '') return null;
  if (ifRange !== undefined && ifRange !== etag) return null;
  if (first !== '' && last !== '' && Number(first) > Number(last)) return null;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (start > end) throw new Refusal('range_not_satisfiable');
  return { start, end };
}
