import {
  type ComponentType,
  createElement,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useState,
} from 'react';
import { NETWORK_ERROR } from '../api/api-error.ts';
import { alertError } from '../ui/toasts.tsx';
import { untilFetched } from '../ui/until-fetched.ts';

interface OnDemandOptions<Props> {
  /** Shown until the code has loaded; by default nothing. */
  meanwhile?: (props: Props) => ReactNode;
  /** Called when loading fails. It is tried again for as long as this is shown. */
  onFailure?: (props: Props) => void;
  /** Renders after the next paint, so that the press is answered first. */
  afterPaint?: boolean;
}

/**
 * A component whose code is loaded when it is first rendered, or by `warmUp`; afterwards it renders at
 * once. Where the code is lost, what is around it stays. Not React's `lazy`, which keeps a fallback for
 * at least 300 ms.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { meanwhile = () => null, onFailure, afterPaint = false }: OnDemandOptions<Props> = {},
) {
  let part: ComponentType<Props> | undefined;
  const fetch = async () => {
    part ??= await load();
  };

  function OnDemand(props: Props): ReactNode {
    const [, setCame] = useState(part !== undefined);
    const isTime = useDeferredValue(true, !afterPaint);
    // Loaded once, on the first render.
    useEffect(() => {
      if (part) {
        // It may have loaded between the render and this effect.
        setCame(true);
        return;
      }
      return untilFetched(fetch, () => setCame(true), {
        begin: afterNextPaint,
        onFailure: () => onFailure?.(props),
      });
    }, []);
    return part && isTime ? createElement(part, props) : meanwhile(props);
  }

  return Object.assign(OnDemand, { warmUp: () => void fetch().catch(() => undefined) });
}

/** What is drawn already is painted first: on a slow line its code would wait behind more code. */
function afterNextPaint(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(act);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** A dialog whose code is loaded when it is opened; if that fails it closes with a message. */
export function dialogOnDemand<Props extends { onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
) {
  return onDemand(load, {
    afterPaint: true,
    onFailure: ({ onClose }) => {
      alertError(NETWORK_ERROR);
      onClose();
    },
  });
}
