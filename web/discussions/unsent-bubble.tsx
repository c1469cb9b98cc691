import { CircleAlert } from 'lucide-react';
import type { Upload } from '#domain/file.ts';
import { CodeLineChips } from '../code/code-line-chips.tsx';
import { chipList, FileChip } from '../files/file-chip.tsx';
import { Button } from '../ui/button.tsx';
import { Bubble } from './bubble.tsx';
import { Quoted } from './quoted.tsx';
import type { UnsentMessage } from './unsent-messages.ts';

interface UnsentBubbleProps {
  message: UnsentMessage;
  /** The author of the answered message. */
  answered?: string | undefined;
  onResend: (message: UnsentMessage) => void;
  /** Where one may still write; otherwise it can only be discarded. */
  onEdit: ((message: UnsentMessage) => void) | undefined;
  onDiscard: (message: UnsentMessage) => void;
}

/** One's own message before the server has confirmed it, or after a failure. */
export function UnsentBubble({ message, answered, ...acts }: UnsentBubbleProps) {
  const { text, files, answers, code = [], problem, lost } = message;
  return (
    <Bubble
      author="You"
      text={text}
      mine
      quote={
        answers &&
        answered && <Quoted quote={answers} author={answered} ticketId={message.ticket_id} />
      }
      files={
        (files.length > 0 || code.length > 0) && (
          <>
            <CodeLineChips code={code} />
            {files.length > 0 && <UnsentFiles files={files} />}
          </>
        )
      }
      meta={!problem && <span className="text-2xs text-ink-soft">Sending...</span>}
    >
      {problem && (
        <div className="flex max-w-full flex-col items-end gap-1">
          <p role="alert" className="flex items-start gap-1.5 text-sm text-harm-ink">
            <CircleAlert size={16} aria-hidden className="mt-0.5 shrink-0" />
            <span className="min-w-0 wrap-anywhere">Not sent. {problem}</span>
          </p>
          {lost && <p className="text-2xs text-ink-soft">It is sent again by itself.</p>}
          <Ways message={message} {...acts} />
        </div>
      )}
    </Bubble>
  );
}

function Ways({ message, onResend, onEdit, onDiscard }: UnsentBubbleProps) {
  if (!onEdit) {
    return (
      <Button size="sm" variant="ghost" onClick={() => onDiscard(message)}>
        Discard
      </Button>
    );
  }
  return (
    <div className="flex gap-2">
      <Button size="sm" variant="ghost" onClick={() => onEdit(message)}>
        Edit
      </Button>
      {!message.orphaned && (
        <Button size="sm" onClick={() => onResend(message)}>
          Try again
        </Button>
      )}
    </div>
  );
}

function UnsentFiles({ files }: { files: readonly Upload[] }) {
  return (
    <ul aria-label="Attachments" className={chipList}>
      {files.map(({ fileKey, name, size, type }) => (
        <FileChip key={fileKey} name={name} size={size} type={type} />
      ))}
    </ul>
  );
}
