import { namedAiTool } from '#domain/ai-tool-marks.ts';
import type { Packet } from '#domain/packet.ts';
import { isManifest, type Manifest, readStack } from '#domain/stack.ts';
import { look } from '../../files/shield/scan-text.ts';
import { nameClashes } from '../name-clashes.ts';
import { isTestFile, type ProjectFile, type ProjectFiles } from '../project-files.ts';
import { nameOf, ProjectTexts } from '../project-texts.ts';
import { aiToolsOf } from './ai-tools.ts';
import { anyInTraces } from './any-in-traces.ts';
import { languagesOf } from './languages.ts';
import { missingLocks, vulnerablePackages } from './lock-findings.ts';
import { openTables } from './row-level-security.ts';
import { startedBy } from './scripts.ts';
import { technologiesOf } from './technologies.ts';
import { tracesIn } from './traces.ts';

type Finding = Packet['findings'][number];

const MOST_MANIFESTS = 40;
const MOST_CLASHES = 10;

/**
 * What a project says about itself, read without running anything of it: for a worker thread, as a
 * stranger wrote the bytes. What is too much to be read in some seconds is passed over.
 * @param description what its request says, in which stack traces may be
 */
export async function readPacket(
  { files, read }: ProjectFiles,
  { description }: { description: string },
): Promise<Packet> {
  const texts = new ProjectTexts({ files, read });
  const manifests = await manifestsOf(files, texts);
  const traces = tracesIn(description, files);
  const aiTools = await aiToolsOf(files, texts);
  const stack = readStack(manifests);
  const said = {
    technologies: await technologiesOf(files, texts, manifests),
    ai_tools: aiTools,
    ...(await startedBy(files, texts)),
    findings: [
      ...(await anyInTraces(traces, texts)),
      ...(await openTables(files, texts)),
      ...(await keptSecrets(files, texts)),
      ...(await vulnerablePackages(files, texts)),
      ...(await missingLocks(files, texts)),
      ...missingTests(files),
      ...clashingNames(files),
    ],
    traces,
    suggested: {
      stack: stack?.stack ?? null,
      categories: stack?.categories ?? [],
      ai_tool: namedAiTool(aiTools),
    },
  };
  // Last, as it takes what is left of time and bytes: a share a little off harms nobody.
  return { languages: await languagesOf(files, texts), ...said };
}

/** The outermost come first. */
async function manifestsOf(
  files: readonly ProjectFile[],
  texts: ProjectTexts,
): Promise<Manifest[]> {
  const manifests: Manifest[] = [];
  const wanted = files
    .filter(({ path }) => isManifest(path))
    .map(({ path }) => ({ path, depth: path.split('/').length }))
    .toSorted((a, b) => a.depth - b.depth)
    .slice(0, MOST_MANIFESTS);
  for (const { path } of wanted) {
    const text = await texts.text(path);
    if (text !== null) manifests.push({ path, text });
  }
  return manifests;
}

/** Files of settings that belong to one machine and hold keys; in a masked project, where they were. */
async function keptSecrets(files: readonly ProjectFile[], texts: ProjectTexts): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const { path } of files) {
    if (found.length >= 10 || !/^\.env(?!.*\.(?:example|sample|template|dist)$)/.test(nameOf(path)))
      continue;
    const text = (await texts.text(path)) ?? '';
    if (!text.includes('{{SECRET:') && look(text, 1).length === 0) continue;
    found.push({
      kind: 'secrets_in_repository',
      text: `${path} is part of the project and holds keys: whoever has the project has them. Replace them, and keep the file out of what is shared.`,
      path,
      line: null,
    });
  }
  return found;
}

function missingTests(files: readonly ProjectFile[]): Finding[] {
  if (files.length === 0 || files.some(({ path }) => isTestFile(path))) return [];
  return [
    {
      kind: 'no_tests',
      text: 'There are no tests: nothing but trying it out tells whether a change breaks something else.',
      path: null,
      line: null,
    },
  ];
}

function clashingNames(files: readonly ProjectFile[]): Finding[] {
  return nameClashes(files)
    .slice(0, MOST_CLASHES)
    .map(([one, other]) => ({
      kind: 'name_clash',
      text: `${one} and ${other} are one name to Windows and most Macs: whoever unpacks the project there has only one of the two. Rename one of them.`,
      path: one,
      line: null,
    }));
}
