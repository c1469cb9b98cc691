import type { SharedText } from './scan.ts';
import type { SecretCheck } from './use-secret-check.tsx';

interface Sending<Result> {
  check: SecretCheck['check'];
  text: SharedText;
  /** The act's own name, as on its button. */
  act: string;
  /** Takes the text as it was checked: masked, where its author wished so. */
  send: (text: string) => Promise<Result>;
}

/** Sends one text without files; resolves to false when the author would rather go back. */
export async function sendChecked<Result>(sending: Sending<Result>): Promise<Result | false> {
  const { check, text, act, send } = sending;
  const [checked] = (await check({ texts: [text], files: [], act })) ?? [];
  return checked === undefined ? false : send(checked);
}
