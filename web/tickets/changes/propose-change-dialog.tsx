import { type ReactNode, useState } from 'react';
import { MAX_MILESTONES } from '#domain/limits.ts';
import { type Milestone, milestoneInputSchema, writtenTermsOf } from '#domain/milestone.ts';
import { whyFixed } from '#domain/plan-change.ts';
import {
  type MilestoneSnapshot,
  planDifferences,
  snapshotOf,
  tallyOf,
  tallyWords,
} from '#domain/plan-difference.ts';
import { describeWorkTime } from '#domain/work-time.ts';
import { useFormDraft, useKept } from '../../api/use-form-draft.ts';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { Money } from '../../ui/money.tsx';
import type { MilestoneFields } from '../roadmap/milestone-fields.ts';
import { MilestoneForm } from '../roadmap/milestone-form.tsx';
import { emptyFields, formFields } from '../roadmap/milestone-form-dialogs.tsx';
import { usePlan } from '../roadmap/plan-context.ts';
import { WordsActDialog } from '../roadmap/words-act-dialog.tsx';

/** What is wanted so far; kept in this browser until it is proposed or cancelled. */
interface Wanted {
  /** Typed changes of existing milestones, by id. */
  altered: Readonly<Record<string, MilestoneFields>>;
  dropped: readonly string[];
  /** By ids of this dialog. */
  added: Readonly<Record<string, MilestoneFields>>;
}

/** The milestone being edited: an existing or a new one. */
interface Editing {
  id: string;
  of: Milestone | null;
}

/** Alters, drops and adds milestones of the plan, with a reason. */
export function ProposeChangeDialog({ onClose }: { onClose: () => void }) {
  const { ticket, milestones, versions } = usePlan();
  // Of this plan, and for this other side.
  const draft = useFormDraft<Wanted>(
    `propose-change.${ticket.id}.${ticket.counterpart?.id}.${versions}`,
  );
  const addedPart = useFormDraft(`change.of.${ticket.id}`);
  const [kept, setWanted] = useKept(draft, NO_CHANGE);
  const wanted = stillPossible(kept, milestones);
  const [editing, setEditing] = useState<Editing | null>(null);
  const [tried, setTried] = useState(false);
  const tally = tallyOf(differencesOf(milestones, wanted));
  const isEmpty = tally.added + tally.changed + tally.removed === 0;

  if (editing) {
    const { id, of } = editing;
    const into = of ? 'altered' : 'added';
    return (
      <MilestoneForm
        title={of ? 'Alter Milestone' : 'Add New Milestone'}
        act="Keep"
        draft={`change.of.${of || wanted.added[id] ? id : ticket.id}`}
        start={wanted[into][id] ?? (of ? formFields(of) : emptyFields)}
        withFiles={false}
        save={async ({ file_attachments: _, removed_files: __, secrets: ___, ...fields }) =>
          setWanted({ ...wanted, [into]: { ...wanted[into], [id]: fields } })
        }
        onClose={() => setEditing(null)}
      />
    );
  }

  /** The input beside the reason; null where there is none. */
  function more() {
    setTried(true);
    const typed = [...Object.values(wanted.added), ...Object.values(wanted.altered)];
    if (isEmpty || typed.some(problemWith)) return null;
    return {
      add: Object.values(wanted.added),
      alter: Object.entries(wanted.altered).map(([id, fields]) => ({ id, ...fields })),
      drop: wanted.dropped,
    };
  }

  const drop = (id: string) => {
    const { [id]: _, ...altered } = wanted.altered;
    setWanted({ ...wanted, altered, dropped: [...wanted.dropped, id] });
  };
  const restore = (id: string) => {
    const { [id]: _, ...altered } = wanted.altered;
    const { [id]: __, ...added } = wanted.added;
    const dropped = wanted.dropped.filter((each) => each !== id);
    setWanted({ altered, added, dropped });
  };

  return (
    <WordsActDialog
      action="propose-change"
      record={ticket}
      more={more}
      draft={{
        drop: () => {
          draft.drop();
          addedPart.drop();
        },
      }}
      onClose={onClose}
    >
      <ul aria-label="Plan" className="space-y-2">
        {milestones.map((milestone) => (
          <PlanRow
            key={milestone.id}
            milestone={milestone}
            wanted={wanted}
            tried={tried}
            onAlter={() => setEditing({ id: milestone.id, of: milestone })}
            onDrop={() => drop(milestone.id)}
            onRestore={() => restore(milestone.id)}
          />
        ))}
        {Object.entries(wanted.added).map(([id, fields]) => (
          <Row
            key={id}
            terms={writtenTermsOf(fields)}
            state="Added"
            problem={tried ? problemWith(fields) : undefined}
          >
            <Button size="sm" onClick={() => setEditing({ id, of: null })}>
              Alter
            </Button>
            <Button size="sm" onClick={() => restore(id)}>
              Take Out
            </Button>
          </Row>
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Button
          size="sm"
          disabled={milestones.length + Object.keys(wanted.added).length >= MAX_MILESTONES}
          onClick={() => setEditing({ id: crypto.randomUUID(), of: null })}
        >
          Add Milestone
        </Button>
        <p role="status" className="text-sm font-medium">
          {isEmpty ? '' : tallyWords(tally)}
        </p>
      </div>
      <FieldError text={tried && isEmpty ? NOTHING : undefined} />
    </WordsActDialog>
  );
}

const NO_CHANGE: Wanted = { altered: {}, dropped: [], added: {} };
const NOTHING = 'Please alter, drop or add something.';

/** Without what is about milestones that have left the plan meanwhile, or may no longer be changed so. */
function stillPossible(
  { altered, dropped, added }: Wanted,
  milestones: readonly Milestone[],
): Wanted {
  const may = (act: 'alter' | 'drop', id: string) => {
    const milestone = milestones.find((each) => each.id === id);
    return milestone !== undefined && whyFixed(workOf(milestone), act) === null;
  };
  return {
    altered: Object.fromEntries(Object.entries(altered).filter(([id]) => may('alter', id))),
    dropped: dropped.filter((id) => may('drop', id)),
    added,
  };
}

interface PlanRowProps {
  milestone: Milestone;
  wanted: Wanted;
  /** Whether to say what is wrong. */
  tried: boolean;
  onAlter: () => void;
  onDrop: () => void;
  onRestore: () => void;
}

function PlanRow({ milestone, wanted, tried, onAlter, onDrop, onRestore }: PlanRowProps) {
  const { id } = milestone;
  const isDropped = wanted.dropped.includes(id);
  const fields = wanted.altered[id];
  const work = workOf(milestone);
  const [alters, drops] = [whyFixed(work, 'alter') === null, whyFixed(work, 'drop') === null];
  const isTouched = isDropped || fields !== undefined;
  return (
    <Row
      terms={fields ? writtenTermsOf(fields, asPlanned(milestone)) : milestone}
      state={isDropped ? 'Dropped' : fields ? 'Altered' : null}
      problem={tried && fields ? problemWith(fields) : undefined}
    >
      {isTouched && (
        <Button size="sm" onClick={onRestore}>
          Restore
        </Button>
      )}
      {alters && !isDropped && (
        <Button size="sm" onClick={onAlter}>
          Alter
        </Button>
      )}
      {drops && !isDropped && (
        <Button size="sm" onClick={onDrop}>
          Drop
        </Button>
      )}
      {!alters && !drops && <span className="text-2xs text-ink-soft">Stays as it is</span>}
      {isDropped && milestone.billing_status === 'held' && (
        <span className="basis-full text-2xs">
          <Money cents={milestone.charge_cents} /> that is held goes back to the customer.
        </span>
      )}
    </Row>
  );
}

interface RowProps {
  terms: Pick<MilestoneSnapshot, 'title' | 'estimated_minutes' | 'cost_cents'>;
  state: 'Dropped' | 'Altered' | 'Added' | null;
  problem: string | undefined;
  children: ReactNode;
}

function Row({ terms, state, problem, children }: RowProps) {
  return (
    <li aria-label={terms.title} className="rounded border border-line px-3 py-2 text-sm">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="min-w-0 wrap-anywhere">
          {state === 'Dropped' ? <del>{terms.title}</del> : <bdi>{terms.title}</bdi>}
          {state && <b className="ml-2 text-2xs">{state}</b>}
        </span>
        <span className="figures text-ink-soft">
          {describeWorkTime(terms.estimated_minutes)} · <Money cents={terms.cost_cents} />
        </span>
      </p>
      <FieldError text={problem} />
      <div className="mt-2 flex flex-wrap items-center gap-2">{children}</div>
    </li>
  );
}

function workOf({ status, billing_status, awarded_cents, deliveries }: Milestone) {
  return { status, billing: billing_status, awarded_cents, delivered: deliveries.length > 0 };
}

/** What is wrong by now with what the form has validated before. */
function problemWith(fields: MilestoneFields): string | undefined {
  return milestoneInputSchema.safeParse(fields).error?.issues[0]?.message;
}

/** An unpaid milestone has the plan's due date; a paid one keeps its own. */
function asPlanned(milestone: Milestone): MilestoneSnapshot {
  return snapshotOf({ ...milestone, named_due_at: milestone.due_at });
}

/** What the other side will see, except for refunds. */
function differencesOf(milestones: readonly Milestone[], { altered, dropped, added }: Wanted) {
  const before = milestones.map(asPlanned);
  const kept = before.filter(({ id }) => !dropped.includes(id));
  const after = kept.map((each) => {
    const fields = altered[each.id];
    return fields ? { id: each.id, ...writtenTermsOf(fields, each) } : each;
  });
  const more = Object.entries(added).map(([id, fields]) => {
    return { id, ...writtenTermsOf(fields) };
  });
  return planDifferences(before, [...after, ...more]);
}
