/** What each side reads about the next automatic step of a request, and about its clock. */
import { type Clock, clockWords } from './clock.ts';
import { MISSED_CHOICES, REPAIR_MISSED_CHOICES } from './guarantee.ts';
import { MINUTE_MS } from './milliseconds.ts';

/** In order of precedence. `{at}` is the time, in the viewer's time zone. */
const words = {
  reservation: {
    customer: 'Reserved for your unblocker until {at}',
    developer: 'Reserved for you until {at}',
  },
  quotes: {
    customer: 'Takes quotes until {at}; then you decide how it goes on',
    developer: 'Takes quotes until {at}',
  },
  plan_missed: {
    customer: 'If no plan has come by {at}, you may find another unblocker',
    developer: 'Plan awaited by {at}; then the customer may find another unblocker',
  },
  plan_returns: {
    customer: 'If no plan comes by {at}, your request is open for others again by itself',
    developer: 'Without your plan by {at} the request is open for others again',
  },
  acceptance: {
    customer: 'Approved by itself on {at} if you do nothing',
    developer: 'Approved by itself on {at} if the customer does nothing',
  },
  due: { customer: 'Due {at}', developer: 'Due {at}' },
  missed: lateWords(MISSED_CHOICES),
  repair_missed: lateWords(REPAIR_MISSED_CHOICES),
} as const;
export type TimerKind = keyof typeof words;

interface Sides {
  customer: string;
  developer: string;
}

/** `past`: after that time, while it is still undecided. */
export const timerWords: Readonly<Record<TimerKind, Sides & { past?: Sides }>> = words;

/** The customer's choices after a missed date, before and after that time. */
function lateWords(choices: string): Sides & { past: Sides } {
  return {
    customer: `Late. From {at} you may ${choices}`,
    developer: `Late. From {at} the customer may ${choices}`,
    past: {
      customer: `Missed since {at}: you may ${choices}`,
      developer: `Missed since {at}: the customer may ${choices}`,
    },
  };
}

/** Time left: '3 days left', '5 h left', '12 min left'; null once it has passed. */
export function timeLeft(at: Date, now: Date): string | null {
  const minutes = Math.ceil((at.getTime() - now.getTime()) / MINUTE_MS);
  if (minutes <= 0) return null;
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return `${Math.floor(hours / 24)} days left`;
  return hours > 0 ? `${hours} h left` : `${minutes} min left`;
}

/** The state of a milestone's clock in words; null where there is nothing to say. */
export function clockInWords({ state, reason, remaining_minutes }: Clock): string | null {
  if (state === 'off' || state === 'stopped') return null;
  if (state === 'paused') return `Time stands still: ${clockWords[reason ?? ''] ?? ''}`;
  const minutes = remaining_minutes ?? 0;
  if (minutes === 0) return null;
  const days = Math.floor(minutes / 1440);
  const hours = Math.floor((minutes % 1440) / 60);
  const parts = [
    days > 0 && `${days} working ${days === 1 ? 'day' : 'days'}`,
    days < 3 && hours > 0 && `${hours} h`,
    days === 0 && hours === 0 && `${minutes} min`,
  ];
  return `${parts.filter(Boolean).join(' ')} left`;
}
