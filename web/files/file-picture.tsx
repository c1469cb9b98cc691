import { FileArchive, FileCode, File as FilePlain, FileText, Image } from 'lucide-react';
import { useState } from 'react';
import { cx } from '../ui/cx.ts';
import { isImageName } from './file-names.ts';

interface FilePictureProps {
  name: string;
  /** What the server found it to be; without it the name decides. */
  type?: string;
  /** A picture of the file itself. */
  src?: string | null;
  size?: 'sm' | 'md';
  className?: string;
}

/** A thumbnail where there is one, else an icon of the kind of file; its name stands beside it. */
export function FilePicture({ name, type, src, size = 'md', className }: FilePictureProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const Icon = iconOf(name, type);
  return (
    <span
      aria-hidden
      className={cx(
        'grid shrink-0 place-items-center overflow-hidden rounded-sm bg-sunken text-ink-soft',
        size === 'sm' ? 'size-7' : 'size-11',
        className,
      )}
    >
      {src && src !== broken ? (
        <img src={src} alt="" className="size-full object-cover" onError={() => setBroken(src)} />
      ) : (
        <Icon size={size === 'sm' ? 16 : 20} />
      )}
    </span>
  );
}

function iconOf(name: string, type = '') {
  if (type.startsWith('image/') || isImageName(name)) return Image;
  if (/zip|compressed|x-tar|gzip|x-7z|x-rar/.test(type) || ARCHIVE.test(name)) return FileArchive;
  if (CODE.test(name)) return FileCode;
  return type.startsWith('text/') || TEXT.test(name) ? FileText : FilePlain;
}

const ARCHIVE = /\.(?:zip|tar|t?gz|bz2|xz|7z|rar)$/i;
const TEXT = /\.(?:txt|md|log|csv|pdf|docx?|rtf)$/i;
const CODE =
  /\.(?:[cm]?[jt]sx?|json|html?|css|scss|py|rb|go|rs|php|java|kts?|swift|dart|cs?|cpp|h|vue|svelte|sql|ya?ml|toml|xml|sh|env|gradle)$/i;
