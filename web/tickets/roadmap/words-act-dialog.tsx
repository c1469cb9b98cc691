import type { ReactNode } from 'react';
import { actInput } from '#domain/act-input.ts';
import { type Action, acts, askText } from '#domain/acts.ts';
import { type ActRecord, askOf, heldSums, useAct } from '../use-act.ts';
import { useFinish } from '../use-finish.ts';
import { WordsDialog } from './words-dialog.tsx';

interface WordsActDialogProps {
  action: Action;
  record: ActRecord;
  onClose: () => void;
  /** Instead of closing, and of what is said and opened by itself. */
  onDone?: () => void;
  /** What else goes along; null where something is wrong with it, which stands at its field. */
  more?: () => object | null;
  /** What the words are about, above the field. */
  children?: ReactNode;
}

/** The dialog of an act that words go along with, as its row in domain/acts.ts says. */
export function WordsActDialog(props: WordsActDialogProps) {
  const { action, record, onClose, children, more = () => ({}) } = props;
  const { label = '', failed = '', alerts = false } = acts[action];
  const ask = askOf(action, record);
  const act = useAct();
  const finish = useFinish();
  if (!ask?.words) throw new Error(`the act ${action} asks for no words`);
  const { words } = ask;
  const text = askText(ask, heldSums(record));
  return (
    <WordsDialog
      title={ask.title}
      label={words.label}
      field={words.field}
      hint={words.hint}
      optional={words.missing === undefined}
      act={ask.act ?? label}
      danger={ask.danger ?? false}
      draft={`${action}.${record.id}`}
      schema={actInput(action)}
      send={async (text, said) => {
        const along = more();
        return along !== null && act(action, record, { ...along, [words.field]: text, ...said });
      }}
      failure={failed}
      alerts={alerts}
      onDone={
        props.onDone ??
        (() => {
          onClose();
          finish(action, record);
        })
      }
      onClose={onClose}
    >
      {text && <p className="text-sm leading-relaxed text-ink-soft">{text}</p>}
      {children}
    </WordsDialog>
  );
}
