import { restored, type Values } from '../placeholders.ts';
import type { ProjectFiles } from '../project-files.ts';

/**
 * A version as whoever brought its keys has it: they are in it again. Sizes and hashes stay those of
 * what is stored; equal files stay equal.
 */
export function restoredFiles(project: ProjectFiles, values: Values): ProjectFiles {
  return {
    files: project.files,
    read: async (path) => restored(await project.read(path), values),
  };
}
