import { localZoned } from './local-time.ts';

/** A future moment in the reader's time zone, which is named. */
export function LocalMoment({ at }: { at: string | Date }) {
  const moment = new Date(at);
  return (
    <time dir="auto" dateTime={moment.toISOString()}>
      {localZoned(moment)}
    </time>
  );
}
