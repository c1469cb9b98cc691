import { useId } from 'react';
import { Dialog } from '../ui/dialog.tsx';
import { modifierName, type SendKey, useSendKey } from './send-key.ts';

/** Lists the keyboard shortcuts, and lets the person choose the one that sends. */
export function KeyboardDialog({ onClose }: { onClose: () => void }) {
  const [sendKey, choose] = useSendKey();
  const name = useId();
  const send = sendKey === 'enter' ? ['Enter'] : [modifierName(), 'Enter'];
  return (
    <Dialog open onOpenChange={onClose} title="Keyboard Shortcuts" size="sm">
      <dl className="divide-y divide-line text-sm">
        <Shortcut keys={['/']} does="Search messages" />
        <Shortcut keys={['?']} does="Show this list" />
        <Shortcut keys={send} does="Send the message" />
        <Shortcut keys={sendKey === 'enter' ? ['Shift', 'Enter'] : ['Enter']} does="New line" />
        <Shortcut keys={['Esc']} does="Close the search or a dialog" />
      </dl>
      <fieldset className="mt-5">
        <legend className="mb-1 text-sm font-medium">Send messages with</legend>
        <Choice
          value="modifier"
          label={`${modifierName()} + Enter`}
          {...{ name, sendKey, choose }}
        />
        <Choice value="enter" label="Enter" {...{ name, sendKey, choose }} />
        <p className="mt-1 text-2xs text-ink-soft">Kept on this device.</p>
      </fieldset>
    </Dialog>
  );
}

function Shortcut({ keys, does }: { keys: string[]; does: string }) {
  return (
    <div className="flex items-center justify-between gap-4 py-2">
      <dt>{does}</dt>
      <dd className="flex gap-1">
        {keys.map((key) => (
          <kbd
            key={key}
            className="rounded-sm border border-line bg-sunken px-1.5 py-0.5 font-mono text-2xs"
          >
            {key}
          </kbd>
        ))}
      </dd>
    </div>
  );
}

interface ChoiceProps {
  value: SendKey;
  label: string;
  /** The same for both, so that the arrow keys move between them. */
  name: string;
  sendKey: SendKey;
  choose: (key: SendKey) => void;
}

function Choice({ value, label, name, sendKey, choose }: ChoiceProps) {
  return (
    <label className="flex min-h-11 items-center gap-2.5 text-sm md:min-h-9">
      <input
        type="radio"
        name={name}
        className="size-4"
        checked={sendKey === value}
        onChange={() => choose(value)}
      />
      {label}
    </label>
  );
}
