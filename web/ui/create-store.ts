import { useSyncExternalStore } from 'react';

/** A value that screens follow. */
export interface Store<Value> {
  get: () => Value;
  set: (value: Value) => void;
  subscribe: (listener: () => void) => () => void;
}

/**
 * Makes a store. `begin` runs before the first listener comes, and what it returns once the last has
 * gone: for what is only watched while a screen shows it.
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

/** The value of a store on a screen; `built` is what the built pages show, where they show it. */
export function useStore<Value>({ subscribe, get }: Store<Value>, built?: Value): Value {
  return useSyncExternalStore(subscribe, get, built === undefined ? undefined : () => built);
}
