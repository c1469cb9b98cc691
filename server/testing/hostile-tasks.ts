import { readFile } from 'node:fs/promises';
import { Refusal } from '#domain/refusals.ts';

// Tasks that behave as a reader of hostile files might.

export function lengthOf(bytes: Uint8Array): number {
  return bytes.length;
}

export async function firstLine(path: string): Promise<string> {
  return (await readFile(path, 'utf8')).split('\n')[0] ?? '';
}

/** Stays in JavaScript, which only the end of its thread interrupts. */
export function spin(milliseconds: number): string {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
  return 'done';
}

export function fillMemory(): number {
  const kept: number[][] = [];
  for (;;) kept.push(Array.from({ length: 10_000 }, (_, index) => index + kept.length));
}

export function refuse(): never {
  throw new Refusal('not_text', 'Not this one.');
}

export function fail(): never {
  throw new Error('a fault of ours');
}

export function environment(): string[] {
  return Object.keys(process.env);
}
