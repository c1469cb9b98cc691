import { KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import type { Findings } from './scan.ts';

export type Choice = 'back' | 'mask' | 'share';

interface SecretDialogProps {
  findings: Findings;
  act: string;
  onChoice: (choice: Choice) => void;
}

/** Shows an author which keys and passwords they are about to share, and lets them decide. */
export function SecretDialog({ findings: { texts, files }, act, onChoice }: SecretDialogProps) {
  // Masking leaves files as they are.
  const maskIsEnough = files.length === 0;
  return (
    <Dialog
      open
      onOpenChange={() => onChoice('back')}
      title="Keys or Passwords Found"
      description="It looks as if you are about to share what should stay with you. The other side can read all of it, and a key that was shared should be replaced."
      footer={
        <>
          <Button variant={maskIsEnough ? 'secondary' : 'primary'} onClick={() => onChoice('back')}>
            Go Back
          </Button>
          <Button onClick={() => onChoice('share')}>{act} Anyway</Button>
          {texts.length > 0 && (
            <Button
              variant={maskIsEnough ? 'primary' : 'secondary'}
              onClick={() => onChoice('mask')}
            >
              {maskIsEnough ? 'Mask' : 'Mask Text'} and {act}
            </Button>
          )}
        </>
      }
    >
      {texts.map(({ label, secrets }) => (
        <Place key={label} name={label}>
          {secrets.map(({ start, kind, line, excerpt }) => (
            <Finding key={start} kind={kind} where={`line ${line}`} excerpt={excerpt} />
          ))}
        </Place>
      ))}
      {files.map(({ name, secrets }) => (
        <Place key={name} name={name}>
          {secrets.map(({ kind, line, excerpt, path }, position) => (
            <Finding
              key={position}
              kind={kind}
              where={path === null ? `line ${line}` : `${path}, line ${line}`}
              excerpt={excerpt}
            />
          ))}
        </Place>
      ))}
      {files.length > 0 && (
        <p className="text-sm text-ink-soft">
          Files are never changed. Go back to remove one, and upload it without its keys.
        </p>
      )}
    </Dialog>
  );
}

function Place({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className="mb-4">
      <h3 className="mb-1.5 font-sans text-sm font-medium tracking-normal break-words">{name}</h3>
      <ul className="divide-y divide-line rounded border border-line bg-paper">{children}</ul>
    </section>
  );
}

function Finding(props: { kind: string; where: string; excerpt: string }) {
  return (
    <li className="flex items-start gap-2.5 px-3 py-2 text-sm">
      <KeyRound size={16} aria-hidden className="mt-0.5 shrink-0 text-turn-ink" />
      <span className="min-w-0 flex-1">
        <span className="font-medium">{props.kind}</span>{' '}
        <code className="font-mono text-2xs">{props.excerpt}</code>
        <span className="block text-2xs break-all text-ink-soft">{props.where}</span>
      </span>
    </li>
  );
}
