import type { LiveEvent } from './live-event.ts';

/** PostgreSQL takes less than 8000 bytes in one notification. */
const MAX_BYTES = 7500;

/** Events of one server process, as they are carried to the others. */
export interface Payload {
  /** The process that sends: it has told its own screens already. */
  from: string;
  events: LiveEvent[];
}

/** Whether a payload is one of the process that asks: found without reading all of it. */
export function isFrom(from: string, payload: string): boolean {
  return payload.startsWith(headOf(from));
}

function headOf(from: string): string {
  return `{"from":${JSON.stringify(from)},"events":[`;
}

/** Events as payloads that each fit into one notification, in their order. */
export function payloadsOf(from: string, events: readonly LiveEvent[]): string[] {
  const [head, tail] = [headOf(from), ']}'];
  const room = MAX_BYTES - head.length - tail.length;
  const lists: string[] = [];
  let list = '';
  for (const event of events) {
    const text = fitting(event, room);
    if (list !== '' && Buffer.byteLength(list) + Buffer.byteLength(text) >= room) {
      lists.push(list);
      list = '';
    }
    list += list === '' ? text : `,${text}`;
  }
  if (list !== '') lists.push(list);
  return lists.map((each) => head + each + tail);
}

/** What is too large goes without its message, which screens then fetch; or as a gap. */
function fitting(event: LiveEvent, room: number): string {
  const whole = JSON.stringify(event);
  if (Buffer.byteLength(whole) <= room) return whole;
  const { message: _, actions: __, ...rest } = event;
  const bare = JSON.stringify(rest);
  return Buffer.byteLength(bare) <= room ? bare : JSON.stringify({ type: 'gap', to: [] });
}
