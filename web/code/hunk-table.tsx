import '../text/code.css';
import { Fragment, type ReactNode, useMemo, useState } from 'react';
import type { Hunk } from '#domain/code.ts';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { CodeLine } from './code-line.tsx';
import type { LineRange } from './code-place.ts';
import { extendsChoice } from './extends-choice.ts';
import { type ChangedLine, numberedLines, pairedLines } from './hunk-lines.ts';
import { type LineColors, useColoredHunks } from './use-colored-hunks.ts';

/** Lines of one side of a change. */
export interface ChosenSide extends LineRange {
  side: 'before' | 'after';
}

export type DiffLook = 'unified' | 'split';

interface HunkTableProps {
  /** Begins the ids of its lines. */
  id: string;
  path: string;
  hunks: readonly Hunk[];
  look: DiffLook;
  chosen: ChosenSide | null;
  /** Where lines can be chosen. */
  onChoose: ((side: ChosenSide['side'], line: number, more: boolean) => void) | undefined;
  /** What stands below a line: what was said about it. */
  below: (line: ChangedLine) => ReactNode;
}

/** The id of the button that chooses a line. */
export function idOfLine(id: string, side: ChosenSide['side'], line: number): string {
  return `${id}-${side}-${line}`;
}

/** So many hunks are drawn at once; a person reads some of them before the next. */
const AT_ONCE = 60;

/** What is different in one file: every character of it is plain text. */
export function HunkTable({ path, hunks, look, ...props }: HunkTableProps) {
  const [shown, setShown] = useState(AT_ONCE);
  const numbered = useMemo(() => hunks.slice(0, shown).map(numberedLines), [hunks, shown]);
  const colors = useColoredHunks(path, numbered);
  const Lines = look === 'split' ? SplitLines : UnifiedLines;
  return (
    <>
      <section
        aria-label={`Changes of ${path}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        dir="ltr"
        className="@container relative overflow-x-auto -outline-offset-2"
      >
        <table
          className={cx(
            'w-full border-collapse font-mono text-2xs leading-6 md:leading-5',
            look === 'split' && 'min-w-160 table-fixed',
          )}
        >
          {look === 'split' && (
            <colgroup>
              <col className={width} />
              <col />
              <col className={width} />
              <col />
            </colgroup>
          )}
          <thead className="sr-only">
            <tr>
              <th scope="col">Line before</th>
              {look === 'split' && <th scope="col">Text before</th>}
              <th scope="col">Line after</th>
              <th scope="col">{look === 'split' ? 'Text after' : 'Text'}</th>
            </tr>
          </thead>
          {numbered.map((lines, place) => (
            <tbody key={place}>
              <HunkHead hunk={hunks[place]} look={look} />
              <Lines lines={lines} colors={colors} {...props} />
            </tbody>
          ))}
        </table>
      </section>
      {hunks.length > shown && (
        <div className="border-t border-line p-2 text-center">
          <Button size="sm" onClick={() => setShown(shown + AT_ONCE)}>
            Show More
          </Button>
        </div>
      )}
    </>
  );
}

function HunkHead({ hunk, look }: { hunk: Hunk | undefined; look: DiffLook }) {
  if (!hunk) return null;
  const { new_start, new_lines, old_start } = hunk;
  const words = new_lines > 0 ? `From line ${new_start}` : `What was from line ${old_start}`;
  return (
    <tr className="bg-paper text-ink-soft">
      <td colSpan={look === 'split' ? 4 : 3} className="px-3 py-0.5 font-sans">
        {words}
      </td>
    </tr>
  );
}

interface LinesProps extends Pick<HunkTableProps, 'id' | 'chosen' | 'onChoose' | 'below'> {
  lines: ChangedLine[];
  colors: LineColors;
}

function UnifiedLines({ lines, below, ...props }: LinesProps) {
  return lines.map((line, place) => (
    <Fragment key={place}>
      <tr className={isChosen(line, props.chosen) ? 'bg-turn-soft' : grounds[line.kind]}>
        <NumberCell line={line} side="before" {...props} />
        <NumberCell line={line} side="after" {...props} />
        <td className="pr-3 whitespace-pre">
          <LineText line={line} colors={props.colors} />
        </td>
      </tr>
      <Below columns={3}>{below(line)}</Below>
    </Fragment>
  ));
}

function SplitLines({ lines, below, ...props }: LinesProps) {
  return pairedLines(lines).map(({ before, after }, place) => (
    <Fragment key={place}>
      <tr>
        <SplitSide line={before} side="before" {...props} />
        <SplitSide line={after} side="after" {...props} />
      </tr>
      <Below columns={4}>{before && below(before)}</Below>
      <Below columns={4}>{after && after !== before && below(after)}</Below>
    </Fragment>
  ));
}

/** As wide as what is in sight, however far the lines go. */
function Below({ columns, children }: { columns: number; children: ReactNode }) {
  if (!children) return null;
  return (
    <tr>
      <td colSpan={columns} className="border-y border-line bg-paper p-0 font-sans">
        <div className="sticky left-0 w-[100cqw] p-3">
          <div className="max-w-160">{children}</div>
        </div>
      </td>
    </tr>
  );
}

interface CellProps extends Pick<HunkTableProps, 'id' | 'chosen' | 'onChoose'> {
  side: ChosenSide['side'];
}

type SplitSideProps = CellProps & { line: ChangedLine | null; colors: LineColors };

function SplitSide({ line, side, colors, ...props }: SplitSideProps) {
  if (!line) return <td colSpan={2} className={cx('bg-sunken', side === 'after' && 'border-l')} />;
  const isThis = props.chosen?.side === side && isChosen(line, props.chosen);
  const ground = isThis ? 'bg-turn-soft' : grounds[line.kind];
  return (
    <>
      <NumberCell
        line={line}
        side={side}
        className={cx(ground, side === 'after' && 'border-l')}
        {...props}
      />
      <td className={cx('pr-2 break-all whitespace-pre-wrap', ground)}>
        <LineText line={line} colors={colors} />
      </td>
    </>
  );
}

interface NumberCellProps extends CellProps {
  line: ChangedLine;
  className?: string;
}

/** The number of a line, by which it is chosen. */
function NumberCell({ id, line, side, chosen, onChoose, className }: NumberCellProps) {
  const number = line[side];
  if (number === null || !onChoose) {
    return <td className={cx(cell, 'px-2', className)}>{number}</td>;
  }
  const isPressed = chosen?.side === side && chosen.from <= number && number <= chosen.to;
  return (
    <td className={cx(cell, className)}>
      <button
        type="button"
        id={idOfLine(id, side, number)}
        aria-label={`Line ${number} ${side === 'after' ? 'after' : 'before'} the change`}
        aria-pressed={isPressed}
        onClick={(event) => onChoose(side, number, extendsChoice(event))}
        className="w-full px-2 text-right -outline-offset-2 hover:text-ink hover:underline"
      >
        {number}
      </button>
    </td>
  );
}

function LineText({ line, colors }: { line: ChangedLine; colors: LineColors }) {
  const { kind, text } = line;
  return (
    <>
      <span aria-hidden className="inline-block w-4 select-none">
        {signs[kind]}
      </span>
      {kind !== 'same' && <span className="sr-only">{kind}: </span>}
      <CodeLine text={text} runs={colors.get(line)} />
    </>
  );
}

function isChosen(line: ChangedLine, chosen: ChosenSide | null): boolean {
  const number = chosen && line[chosen.side];
  return number !== null && chosen !== null && chosen.from <= number && number <= chosen.to;
}

const width = 'w-12';
const cell = cx(width, 'p-0 text-right align-top text-ink-soft select-none');

const signs = { same: '', added: '+', removed: '−' } as const;

const grounds = { same: '', added: 'bg-go-soft', removed: 'bg-harm-soft' } as const;
