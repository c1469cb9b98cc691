import { type ReactNode, useState } from 'react';
import type { FileRecord } from '#domain/file.ts';
import { errorText } from '../api/api-error.ts';
import { api } from '../api/client.ts';
import { alertError } from '../ui/toasts.tsx';
import { downloadFile } from './download-file.ts';
import { shownAs } from './file-kind.ts';
import { FilesContext } from './files-context.ts';
import { OpenedFile } from './opened-file.tsx';
import { useTicketFiles } from './use-ticket-files.ts';

interface TicketFilesProviderProps {
  ticketId: string;
  children: ReactNode;
}

interface Opened {
  file: FileRecord;
  among: readonly string[];
}

/**
 * Knows the files of a request for all parts of a screen, and shows the one that is opened: a picture,
 * text or archive here, anything else as a download.
 */
export function TicketFilesProvider({ ticketId, children }: TicketFilesProviderProps) {
  const { files: records } = useTicketFiles(ticketId, { all: true });
  const [opened, setOpened] = useState<Opened | null>(null);

  async function open(key: string, among: readonly string[]) {
    try {
      // A file that has only just come may not be in the list yet.
      const known = records?.find((file) => file.key === key);
      const file = known ?? (await api.get('/api/files/{id}', { path: { id: key } }));
      if (!file.actions.open?.allowed) alertError(file.actions.open?.reason ?? '');
      else if (shownAs(file)) setOpened({ file, among });
      else await downloadFile(key);
    } catch (cause) {
      alertError(errorText(cause));
    }
  }

  const current = records?.find(({ key }) => key === opened?.file.key) ?? opened?.file;
  return (
    <FilesContext
      value={{ records, open: (key: string, among: readonly string[]) => void open(key, among) }}
    >
      {children}
      {opened && current && (
        <OpenedFile
          file={current}
          among={records?.filter(({ key }) => opened.among.includes(key)) ?? []}
          onShow={(file) => setOpened({ ...opened, file })}
          onClose={() => setOpened(null)}
        />
      )}
    </FilesContext>
  );
}
