import type { FoundSecret } from '#domain/secret.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FoundList, placeWords } from './found-list.tsx';
import type { Choice } from './send-asking.ts';

interface SecretDialogProps {
  items: readonly FoundSecret[];
  act: string;
  onChoice: (choice: Choice) => void;
}

/** Shows an author which keys and passwords they are about to share, and lets them decide. */
export function SecretDialog({ items, act, onChoice }: SecretDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={() => onChoice('back')}
      title="Keys or Passwords Found"
      description="It looks as if you are about to share what should stay with you. The other side can read all of it, and a key that was shared should be replaced."
      footer={
        <>
          <Button onClick={() => onChoice('back')}>Go Back</Button>
          <Button onClick={() => onChoice('share')}>{act} Anyway</Button>
          <Button variant="primary" onClick={() => onChoice('mask')}>
            Mask and {act}
          </Button>
        </>
      }
    >
      {[...Map.groupBy(items, ({ where }) => where)].map(([where, found]) => (
        <FoundList
          key={where}
          name={labelOf(where) ?? where}
          found={found.map(({ kind, line, excerpt }) => ({
            kind,
            excerpt,
            where: placeWords({ path: null, line }),
          }))}
        />
      ))}
      {items.some(({ where }) => labelOf(where) === undefined) && (
        <p className="text-sm text-ink-soft">
          Masked, a copy of a file goes out in which placeholders stand for the keys, and you keep a
          list of what to replace. “{act} Anyway” is written in the history of the request.
        </p>
      )}
    </Dialog>
  );
}

/** Of a field of the form, also of one in a list; anything else is a file. */
function labelOf(where: string): string | undefined {
  const [, list = '', place = ''] = /^(checks|evidence)\.(\d)\.\w+$/.exec(where) ?? [];
  return list
    ? `${list === 'checks' ? 'Check' : 'Evidence'} ${Number(place) + 1}`
    : fieldLabels[where];
}

const fieldLabels: Readonly<Record<string, string>> = {
  description: 'Description',
  stack: 'Tech Stack',
  budget: 'Budget',
  ai_tool_other: 'Other AI Tool',
  title: 'Title',
  text: 'Message',
  message: 'Message',
  feedback: 'Feedback',
};
