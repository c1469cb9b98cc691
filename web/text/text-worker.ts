import { highlightCode, highlightParts } from './highlight-code.ts';
import { markdownTree } from './markdown-tree.ts';
import { textDiff } from './text-diff.ts';
import { wordDiff } from './word-diff.ts';

/** What is done here; each takes and gives what can be copied from thread to thread. */
const tasks = { markdownTree, highlightCode, highlightParts, textDiff, wordDiff };
export type Tasks = typeof tasks;

interface Asked {
  task: keyof Tasks;
  given: readonly unknown[];
}

addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  // The caller's types fit each task to what it is given.
  const run = tasks[data.task] as (...given: readonly unknown[]) => unknown;
  postMessage({ result: run(...data.given) });
});
postMessage('ready');
