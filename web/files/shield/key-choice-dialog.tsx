import { MAX_LOOKED_THROUGH_MB } from '#domain/file-rules.ts';
import type { FileSecret, Rotation, SecretsChoice } from '#domain/secret.ts';
import { errorText } from '../../api/api-error.ts';
import { useRun } from '../../api/use-run.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { SkeletonText } from '../../ui/skeleton.tsx';
import { firstPaths } from '../first-paths.ts';
import { FoundList, placeWords } from './found-list.tsx';

interface KeyChoiceDialogProps {
  /** Of the file or version. */
  name: string;
  what: 'file' | 'version';
  /** They are masked already, and are to be replaced where they came from. */
  rotates: boolean;
  /** Undefined while they are asked for. */
  items: readonly (FileSecret | Rotation)[] | undefined;
  /** Why they could not be read. */
  error?: Error | null;
  decide: (secrets: SecretsChoice) => Promise<unknown>;
  onClose: () => void;
}

/** For its owner: which keys were found, and what becomes of them or is to be replaced. */
export function KeyChoiceDialog(props: KeyChoiceDialogProps) {
  const { name, what, rotates, items, error, decide, onClose } = props;
  const { pending, failure, run } = useRun();

  const choose = (secrets: SecretsChoice) =>
    run(async () => {
      await decide(secrets);
      onClose();
    });

  return (
    <Dialog
      open
      onOpenChange={onClose}
      locked={pending}
      title={rotates ? 'Keys to Replace' : 'Keys or Passwords Found'}
      description={
        rotates
          ? `These were in your ${what === 'file' ? 'file' : 'project'}. The other side has placeholders instead, but a key that has left your computer should be replaced where it came from.`
          : `The other side cannot open this ${what} until you say what becomes of the keys in it.`
      }
      footer={
        rotates ? (
          <Button onClick={onClose}>Close</Button>
        ) : (
          <>
            <Button onClick={onClose} disabled={pending}>
              Go Back
            </Button>
            <Button onClick={() => void choose('share')} disabled={pending}>
              Share Anyway
            </Button>
            <Button variant="primary" pending={pending} onClick={() => void choose('mask')}>
              Mask and Share
            </Button>
          </>
        )
      }
    >
      {!items && !error && <SkeletonText lines={3} />}
      <ErrorBox text={failure ?? (error ? errorText(error) : undefined)} className="mb-4" />
      {items && <FoundList name={name} found={items.map(asFound)} />}
      {rotates && what === 'version' && (
        <p className="mt-4 text-sm text-ink-soft">
          In archives within the project they stay masked, also in what you download: keep your own
          copy. An archive of more than {MAX_LOOKED_THROUGH_MB} MB in it was not looked through.
        </p>
      )}
    </Dialog>
  );
}

function asFound(item: FileSecret | Rotation) {
  const { kind, excerpt } = item;
  if (!('places' in item)) return { kind, excerpt, where: placeWords(item) };
  const where = `${item.placeholder} in ${firstPaths(item.places.map(placeWords))}`;
  return { kind, excerpt, where };
}
