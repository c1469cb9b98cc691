import { Download } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';

const NAME = 'unblock-backup-codes.txt';

/** The codes, shown only now: on screen, for the clipboard, and as a file. */
export function BackupCodeList({ codes }: { codes: string[] }) {
  const shown = codes.map(inGroups);
  const text = `${shown.join('\n')}\n`;
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm leading-relaxed">
        Each of these codes signs you in once when your phone is not at hand. Keep them where you
        find them without it: <strong>they are not shown again.</strong>
      </p>
      <ol
        aria-label="Backup Codes"
        className="grid gap-x-6 gap-y-1.5 rounded border border-line bg-sunken p-4 font-mono text-sm sm:grid-cols-2"
      >
        {shown.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={text} label="Copy Codes" />
        <Button size="sm" asChild>
          <a href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`} download={NAME}>
            <Download size={16} aria-hidden />
            Download Codes
          </a>
        </Button>
      </div>
    </div>
  );
}

/** Groups of four are easier to copy. */
function inGroups(code: string): string {
  return code.match(/.{1,4}/g)?.join('-') ?? code;
}
