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

interface OnDemandOptions<Props> {
  /** What stands there until the code has come; nothing otherwise. */
  meanwhile?: (props: Props) => ReactNode;
  /** Called when it cannot be fetched. Without it the nearest boundary says so. */
  onFailure?: (props: Props) => void;
  /** Drawn after the next paint: the press that opens it is answered first, however large it is. */
  afterPaint?: boolean;
}

/**
 * A part whose code comes when it is first drawn, or before by `warmUp`; from then on it is drawn at
 * once. Not by React's own `lazy`: once what stands in for the part was shown, React keeps the part
 * back for 300 ms, so that a page does not flicker.
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
    const [failure, setFailure] = useState<{ cause: unknown }>();
    // Asked for once, when it is first drawn.
    useEffect(() => {
      if (part) {
        // It may have come, warmed up, after the drawing without it and before this.
        setCame(true);
        return;
      }
      let isLate = false;
      fetch().then(
        () => isLate || setCame(true),
        (cause) => {
          if (isLate) return;
          if (onFailure) onFailure(props);
          else setFailure({ cause });
        },
      );
      return () => {
        isLate = true;
      };
    }, []);
    if (failure) throw failure.cause;
    return part && isTime ? createElement(part, props) : meanwhile(props);
  }

  return Object.assign(OnDemand, { warmUp: () => void fetch().catch(() => undefined) });
}

/** A dialog whose code comes when it is opened, and closes saying why when it cannot be fetched. */
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
