import { localZoned } from './local-time.ts';

/** A moment to come, in the reader's own time, whose zone is said. */
export function LocalMoment({ at }: { at: string | Date }) {
  const moment = new Date(at);
  return (
    <time dir="auto" dateTime={moment.toISOString()}>
      {localZoned(moment)}
    </time>
  );
}
