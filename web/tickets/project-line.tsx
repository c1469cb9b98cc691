import { FileCode } from 'lucide-react';
import { useState } from 'react';
import type { ProjectFacts } from '#domain/project-facts.ts';
import { counted } from '../code/version-words.ts';
import { dialogOnDemand } from '../shell/on-demand.tsx';

const ProjectDialog = dialogOnDemand(
  async () => (await import('../code/project-dialog.tsx')).ProjectDialog,
);

interface ProjectLineProps {
  ticketId: string;
  project: ProjectFacts;
}

/** In the line of an open request, what its project is made of, and the way to more of it. */
export function ProjectLine({ ticketId, project }: ProjectLineProps) {
  const [open, setOpen] = useState(false);
  const { files, languages, technologies, findings } = project;
  const facts = [
    counted(files, 'file'),
    technologies.join(', '),
    findings > 0 && counted(findings, 'finding'),
    languages.join(', '),
  ];
  const words = facts.filter(Boolean).join(' · ');
  return (
    <>
      <button
        type="button"
        title={words}
        onClick={() => setOpen(true)}
        className="relative flex min-h-11 min-w-0 items-center gap-1.5 text-left text-2xs text-ink-soft hover:text-ink hover:underline max-lg:col-start-1 lg:min-h-6"
      >
        <FileCode size={14} aria-hidden className="shrink-0" />
        <span className="sr-only">Project: </span>
        <span className="min-w-0 truncate">{words}</span>
      </button>
      {open && <ProjectDialog ticketId={ticketId} onClose={() => setOpen(false)} />}
    </>
  );
}
