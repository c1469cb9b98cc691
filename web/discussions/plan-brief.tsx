import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { acts } from '#domain/acts.ts';
import { firstHourCharge } from '#domain/first-hour.ts';
import type { Milestone } from '#domain/milestone.ts';
import { paths, sideOf } from '#domain/paths.ts';
import type { Ticket } from '#domain/ticket.ts';
import { errorText } from '../api/api-error.ts';
import { useProfile } from '../api/session.tsx';
import { snapshotsOf } from '../code/code-queries.ts';
import { counted, versionWithPacket } from '../code/version-words.ts';
import { Attachments } from '../files/attachments.tsx';
import { DownloadAllButton } from '../files/download-button.tsx';
import { fileGroups } from '../files/file-groups.ts';
import { useFiles } from '../files/files-context.ts';
import { ActButton } from '../tickets/act-button.tsx';
import { BlockedCheckout } from '../tickets/roadmap/blocked-checkout.tsx';
import { LateMark } from '../tickets/roadmap/late-mark.tsx';
import { mainDate } from '../tickets/roadmap/milestone-dates.ts';
import { PlaceRows, useTicketMoney } from '../tickets/roadmap/money-panel.tsx';
import { PayButton } from '../tickets/roadmap/pay-button.tsx';
import { planMoney } from '../tickets/roadmap/plan-money.ts';
import { primaryAction, standsAlone } from '../tickets/roadmap/primary-action.ts';
import { useCheckout } from '../tickets/roadmap/use-checkout.ts';
import { useMilestones } from '../tickets/roadmap/use-plan-data.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { MilestoneBadge } from '../ui/milestone-badge.tsx';
import { Money } from '../ui/money.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';

/** Plan, money, code and files of a request beside its thread, and what comes next. */
export function PlanBrief({ ticket }: { ticket: Ticket }) {
  const { data, error, refetch } = useMilestones(ticket.id);
  if (error && !data) return <ErrorBox text={errorText(error)} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonText lines={4} />;
  const { items } = data;
  return (
    <>
      <NextButton ticket={ticket} milestones={items} />
      {items.length > 0 && <MilestoneLines ticket={ticket} milestones={items} />}
      <MoneyLines ticket={ticket} milestones={items} />
      <CodeLines ticket={ticket} />
      <FileLines />
    </>
  );
}

/** The next button alone, for the line over the thread. */
export function NextStep({ ticket }: { ticket: Ticket }) {
  const { data } = useMilestones(ticket.id);
  return data && <NextButton ticket={ticket} milestones={data.items} isSmall />;
}

interface OfPlan {
  ticket: Ticket;
  milestones: Milestone[];
}

/** The roadmap's primary button: works here, or leads to its dialog. */
function NextButton({ ticket, milestones, isSmall = false }: OfPlan & { isSmall?: boolean }) {
  const side = sideOf(useProfile().user_type);
  const checkout = useCheckout();
  const primary = primaryAction(ticket, milestones);
  if (!primary || !standsAlone(primary)) return null;
  const { action, milestoneId } = primary;
  const milestone = milestones.find(({ id }) => id === milestoneId);
  const size = isSmall ? 'sm' : 'md';
  const look = { variant: 'primary', size, className: 'w-full' } as const;
  const dialog = dialogs[action];
  const firstHour = milestone && firstHourCharge(milestone);
  return (
    <div className="shrink-0 space-y-2">
      {milestone && !isSmall && (
        <p dir="auto" className="truncate text-2xs text-ink-soft">
          {milestone.title}
        </p>
      )}
      {action === 'checkout' && milestone ? (
        <>
          {firstHour && !isSmall && <p className="text-2xs text-ink-soft">{firstHour}</p>}
          <PayButton {...look} milestoneId={milestone.id} checkout={checkout} />
          <BlockedCheckout checkout={checkout} />
        </>
      ) : dialog ? (
        <Button asChild {...look}>
          <Link to={paths.planDialog(side, ticket.id, dialog.opens, milestoneId ?? '')}>
            {dialog.label ?? acts[action].label}
          </Link>
        </Button>
      ) : (
        <div className="grid">
          <ActButton variant="primary" size={size} action={action} record={milestone ?? ticket} />
        </div>
      )}
    </div>
  );
}

/** Acts whose dialogs are only on the roadmap. */
const dialogs: Partial<Record<string, { opens: string; label?: string }>> = {
  reject: { opens: 'review', label: 'Review' },
  submit: { opens: 'submit' },
  'approve-plan': { opens: 'approve-plan' },
  'add-milestone': { opens: 'add' },
};

function MilestoneLines({ ticket, milestones }: OfPlan) {
  return (
    <section aria-labelledby="brief-plan" className="space-y-3 border-t border-line pt-4 text-sm">
      <h3 id="brief-plan" className="font-sans font-semibold tracking-normal">
        Plan
      </h3>
      <ol className="space-y-3">
        {milestones.map((milestone) => (
          <li key={milestone.id}>
            <span className="flex items-baseline justify-between gap-3">
              <bdi className="min-w-0 wrap-anywhere">{milestone.title}</bdi>
              <Money cents={milestone.cost_cents} />
            </span>
            <span className="mt-1 flex flex-wrap items-center gap-2 text-2xs text-ink-soft">
              <MilestoneBadge status={milestone.status} />
              <LateMark milestone={milestone} />
              {mainDate(milestone, ticket.turn.whose === 'done')}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function MoneyLines({ ticket, milestones }: OfPlan) {
  const hasPlan = milestones.length > 0;
  const { data, error, refetch } = useTicketMoney(ticket, hasPlan);
  // What was paid for a plan that is gone has receipts.
  if (!hasPlan && !data?.receipts.length) return null;
  return (
    <section aria-labelledby="brief-money" className="space-y-3 border-t border-line pt-4">
      <h3 id="brief-money" className="font-sans text-sm font-semibold tracking-normal">
        Money
      </h3>
      {data && <PlaceRows ticket={ticket} plan={planMoney(milestones)} money={data} />}
      {!data && !error && <SkeletonText lines={3} />}
      {!data && error && <ErrorBox text={errorText(error)} onRetry={() => void refetch()} />}
    </section>
  );
}

/** The project as it stands, and what was delivered since; each opens in the code room. */
function CodeLines({ ticket }: Pick<OfPlan, 'ticket'>) {
  const side = sideOf(useProfile().user_type);
  const versions = useQuery(snapshotsOf(ticket.id)).data?.items ?? [];
  const head = versions.find(({ is_head }) => is_head);
  const delivered = versions.find(
    ({ delivery_id, number }) => delivery_id !== null && number > (head?.number ?? 0),
  );
  const listed = [delivered, head].filter((version) => version !== undefined);
  if (listed.length === 0) return null;
  const languages = versionWithPacket(versions)?.packet?.languages ?? [];
  return (
    <section aria-labelledby="brief-code" className="space-y-3 border-t border-line pt-4 text-sm">
      <h3 id="brief-code" className="font-sans font-semibold tracking-normal">
        Code
      </h3>
      {languages.length > 0 && (
        <p className="text-2xs text-ink-soft">
          {languages
            .slice(0, 3)
            .map(({ name }) => name)
            .join(', ')}
        </p>
      )}
      <ul className="space-y-2">
        {listed.map(({ id, number, is_head, files }) => (
          <li key={id} className="flex items-baseline justify-between gap-3">
            <Link
              className="link"
              to={paths.planTab(side, ticket.id, 'code', {
                version: id,
                ...(!is_head && { view: 'changes' }),
              })}
            >
              Version {number}, {is_head ? 'as it stands' : 'delivered'}
            </Link>
            <span className="figures shrink-0 text-2xs text-ink-soft">
              {counted(files, 'file')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Files of messages are in the thread. */
function FileLines() {
  const { records } = useFiles();
  const groups = fileGroups(records ?? []).filter(({ title }) => title !== 'Messages');
  if (groups.length === 0) return null;
  return (
    <section aria-labelledby="brief-files" className="space-y-3 border-t border-line pt-4 text-sm">
      <h3 id="brief-files" className="font-sans font-semibold tracking-normal">
        Files
      </h3>
      {groups.map(({ key, title, deliveryId, files }) => (
        <div key={key} className="space-y-1.5">
          <p dir="auto" className="text-2xs text-ink-soft wrap-anywhere">
            {title}
          </p>
          <Attachments
            files={Object.fromEntries(files.map((file) => [file.key, file.name]))}
            label={`Files: ${title}`}
          />
          {deliveryId && files.some(({ actions }) => actions.open?.allowed) && (
            <DownloadAllButton deliveryId={deliveryId} />
          )}
        </div>
      ))}
    </section>
  );
}
