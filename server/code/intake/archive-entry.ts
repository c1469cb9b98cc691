/** One entry of an archive or repository, as it says itself. */
export interface ArchiveEntry {
  name: string;
  type: 'file' | 'folder' | 'link' | 'special' | 'submodule';
  executable: boolean;
  /** Its bytes, piece by piece; what is not asked for is not unpacked, or passed over. */
  bytes: () => Promise<AsyncIterable<Buffer>>;
}

/** Takes the entries of an archive, one after the other. */
export type TakeEntry = (entry: ArchiveEntry) => Promise<void>;
