import { isTestFile } from '../project-files.ts';
import { nameOf } from '../project-texts.ts';
import type { Changed, Delivered } from './changed-files.ts';
import { item, type SafetyItem } from './safety-item.ts';

const CASE =
  /\b(?:it|test|scenario)(?:\.each\b.{0,200}|\.concurrent|\.skip|\.only|\.todo)?\(\s{0,10}["'`]|^\s{0,40}(?:async )?def test_|^func (?:Test|Benchmark|Fuzz)\w|^\s{0,40}#\[(?:tokio::)?test|^\s{0,40}@(?:Test|ParameterizedTest)\b|\[(?:Fact|Theory|Test|TestMethod)\b|^\s{0,40}(?:it|test|specify) ["']|\bfunction test\w/gm;
const OFF =
  /\b(?:it|test|describe)\.(?:skip|only|todo|fixme)\b|\b(?:xit|xdescribe|xtest|fit|fdescribe)\(|@pytest\.mark\.skip|@unittest\.skip|\bt\.Skip\(|#\[ignore|@(?:Ignore|Disabled)\b|markTestSkipped/g;

const MOST = 20;

/** Files of tests that are gone, and were not only moved. */
export function removedTestFiles({ removed, before, after }: Delivered): SafetyItem[] {
  const hashes = new Set([...after.values()].map(({ hash }) => hash));
  const added = [...after.keys()].filter((path) => isTestFile(path) && !before?.has(path));
  const names = new Set(added.map(nameOf));
  const gone = removed.filter(
    ({ path, hash }) => isTestFile(path) && !hashes.has(hash) && !names.has(nameOf(path)),
  );
  const warning = (words: string) => item('removed_test', 'warning', words);
  const items = gone
    .slice(0, MOST)
    .map(({ path }) =>
      warning(
        `The tests in ${path} were removed. Tests tell when something breaks: ask why they had to go.`,
      ),
    );
  const more = gone.length - MOST;
  if (more <= 0) return items;
  return [...items, warning(`${more} more files with tests were removed. Ask why they had to go.`)];
}

/** Cases that are gone from a file of tests, or switched off in it. */
export function removedTestCases({ file: { path }, text, textBefore }: Changed): SafetyItem[] {
  if (text === null || textBefore === '' || !isTestFile(path)) return [];
  const gone = countOf(textBefore, CASE) - countOf(text, CASE);
  const off = countOf(text, OFF) - countOf(textBefore, OFF);
  const items: SafetyItem[] = [];
  if (gone > 0) {
    const words = `${gone === 1 ? 'One test was' : `${gone} tests were`} removed from ${path}. Tests tell when something breaks: ask why.`;
    items.push(item('removed_test', 'warning', words, path));
  }
  if (off > 0) {
    const words = `${off === 1 ? 'A test is' : `${off} tests are`} switched off in ${path}, so that a mistake there would not be noticed. Ask why.`;
    items.push(item('removed_test', 'warning', words, path));
  }
  return items;
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
