import { useSyncExternalStore } from 'react';

/** A value that components subscribe to. */
export interface Store<Value> {
  get: () => Value;
  set: (value: Value) => void;
  subscribe: (listener: () => void) => () => void;
}

/**
 * Creates a store. `begin` runs before the first subscriber, and the function it returns after the
 * last: for what is only watched while it is shown.
 */
export function createStore<Value>(value: Value, begin?: () => () => void): Store<Value> {
  const listeners = new Set<() => void>();
  let end: (() => void) | undefined;
  return {
    get: () => value,
    set(next) {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      if (listeners.size === 0) end = begin?.();
      listeners.add(listener);
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) end?.();
      };
    },
  };
}

/** A store's value in a component; `built` is the value for prerendered pages. */
export function useStore<Value>({ subscribe, get }: Store<Value>, built?: Value): Value {
  return useSyncExternalStore(subscribe, get, built === undefined ? undefined : () => built);
}
