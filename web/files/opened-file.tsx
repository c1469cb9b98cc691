import type { FileRecord } from '#domain/file.ts';
import { dialogOnDemand } from '../shell/on-demand.tsx';
import { shownAs } from './file-kind.ts';
import { PictureViewer } from './picture-viewer.tsx';

interface OpenedFileProps {
  file: FileRecord;
  /** The files that it stands beside. */
  among: readonly FileRecord[];
  /** Goes on to another of them. */
  onShow: (file: FileRecord) => void;
  onClose: () => void;
}

// Highlighting weighs more than the screens that it is opened from.
const FileViewer = dialogOnDemand(async () => (await import('./file-viewer.tsx')).FileViewer);

/** A file that is being looked at. */
export function OpenedFile({ file, among, onShow, onClose }: OpenedFileProps) {
  const asPicture = shownAs(file) === 'picture';
  if (asPicture) {
    const pictures = among.filter((one) => shownAs(one) === 'picture' && one.actions.open?.allowed);
    return <PictureViewer file={file} pictures={pictures} onShow={onShow} onClose={onClose} />;
  }
  return <FileViewer file={file} onClose={onClose} />;
}
