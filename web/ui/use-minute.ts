import { createStore, useStore } from './create-store.ts';

const MINUTE_MS = 60_000;

const clock = createStore(new Date(), () => {
  const tick = () => clock.set(new Date());
  tick();
  const timer = setInterval(tick, MINUTE_MS);
  return () => clearInterval(timer);
});

/** The present minute: one clock for all times on the screen. */
export function useMinute(): Date {
  return useStore(clock);
}
