import type { ReactNode } from 'react';
import { actInput } from '#domain/act-input.ts';
import { type Action, acts, askText } from '#domain/acts.ts';
import type { FormDraft } from '../../api/use-form-draft.ts';
import { type ActRecord, askOf, draftOf, heldSums, useAct } from '../use-act.ts';
import { useFinish } from '../use-finish.ts';
import { WordsDialog } from './words-dialog.tsx';

interface WordsActDialogProps {
  action: Action;
  record: ActRecord;
  onClose: () => void;
  /** Replaces the default: closing, the message and what opens next. */
  onDone?: () => void;
  /** Further fields of the body; null where one is invalid, which is shown there. */
  more?: () => object | null;
  /** Whether what `more` needs is read; by default it needs nothing. */
  ready?: boolean;
  /** What of `more` is kept in this browser, as long as the words are. */
  draft?: Pick<FormDraft<unknown>, 'drop'>;
  /** Above the field. */
  children?: ReactNode;
}

/** The dialog of an act with words, from its row in domain/acts.ts. */
export function WordsActDialog(props: WordsActDialogProps) {
  const { action, record, onClose, children, more = () => ({}) } = props;
  const { label = '', failed = '', alerts = false } = acts[action];
  const ask = askOf(action, record);
  const act = useAct();
  const finish = useFinish();
  if (!ask?.words) throw new Error(`the act ${action} asks for no words`);
  const { words } = ask;
  const text = askText(ask, heldSums(record));

  function done() {
    props.draft?.drop();
    if (props.onDone) return props.onDone();
    onClose();
    finish(action, record);
  }

  return (
    <WordsDialog
      title={ask.title}
      label={words.label}
      field={words.field}
      hint={words.hint}
      optional={words.missing === undefined}
      act={ask.act ?? label}
      danger={ask.danger ?? false}
      ready={props.ready ?? true}
      draft={draftOf(action, record)}
      schema={actInput(action)}
      send={async (text, said) => {
        const along = more();
        return along !== null && act(action, record, { ...along, [words.field]: text, ...said });
      }}
      failure={failed}
      alerts={alerts}
      onDone={done}
      onCancel={() => props.draft?.drop()}
      onClose={onClose}
    >
      {text && <p className="text-sm leading-relaxed text-ink-soft">{text}</p>}
      {children}
    </WordsDialog>
  );
}
