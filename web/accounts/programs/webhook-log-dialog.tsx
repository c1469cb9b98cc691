import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Webhook, WebhookDelivery } from '#domain/webhook.ts';
import { WEBHOOK_LOG_DAYS } from '#domain/webhook-limits.ts';
import { errorText } from '../../api/api-error.ts';
import { api } from '../../api/client.ts';
import { keys } from '../../api/query-keys.ts';
import { usePages, withoutRepeats } from '../../api/use-pages.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { LocalMoment } from '../../ui/local-moment.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { alertError } from '../../ui/toasts.tsx';

/** While something is on its way (ms). */
const LOOK_AGAIN_MS = 2000;

interface WebhookLogDialogProps {
  webhook: Webhook;
  onClose: () => void;
}

/** What was sent to a webhook, and what it answered. */
export function WebhookLogDialog({ webhook, onClose }: WebhookLogDialogProps) {
  const { id, url, off_since } = webhook;
  const { host } = new URL(url);
  const test = useSend(id, () => api.post('/api/me/webhooks/{id}/test', { path: { id } }));
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Webhook Log"
      size="lg"
      description={`What ${host} was sent in the last ${WEBHOOK_LOG_DAYS} days.`}
      footer={
        <>
          <Button
            disabled={off_since !== null}
            pending={test.isPending}
            onClick={() => test.mutate()}
          >
            Send a Test
          </Button>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <Log webhook={webhook} />
    </Dialog>
  );
}

function Log({ webhook: { id, off_since } }: { webhook: Webhook }) {
  const list = usePages(keys.webhookLog(id), '/api/me/webhooks/{id}/deliveries', {
    path: { id },
    refetchInterval: ([newest]) => (newest?.items.some(isOnItsWay) ? LOOK_AGAIN_MS : false),
  });
  const problem = list.error && <ErrorBox text={errorText(list.error)} onRetry={list.refetch} />;
  if (!list.items && problem) return problem;
  if (!list.items) {
    return (
      <div role="status">
        <span className="sr-only">Loading the log</span>
        <Skeleton className="h-6 w-3/5" />
      </div>
    );
  }
  return (
    <>
      {problem}
      {list.items.length === 0 && (
        <p className="text-sm text-ink-soft">Nothing was sent yet. Send a test to try it.</p>
      )}
      <ul aria-label="Sent" className="divide-y divide-line">
        {withoutRepeats(list.items).map((delivery) => (
          <Sent key={delivery.id} webhookId={id} isOn={off_since === null} delivery={delivery} />
        ))}
      </ul>
      <ShowMore list={list} />
    </>
  );
}

const isOnItsWay = ({ state, tries }: WebhookDelivery) => state === 'waiting' && tries.length === 0;

interface SentProps {
  webhookId: string;
  isOn: boolean;
  delivery: WebhookDelivery;
}

function Sent({ webhookId, isOn, delivery }: SentProps) {
  const { id, type, happened_at, state, tries } = delivery;
  const path = { id: webhookId, delivery: id };
  const again = useSend(webhookId, () =>
    api.post('/api/me/webhooks/{id}/deliveries/{delivery}/again', { path }),
  );
  return (
    <li className="flex flex-col gap-1.5 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="min-w-0 flex-1 font-mono text-2xs wrap-anywhere">{type}</p>
        <StateBadge delivery={delivery} />
        {state !== 'waiting' && (
          <Button
            size="sm"
            disabled={!isOn}
            pending={again.isPending}
            aria-label={`Send Again: ${type}`}
            onClick={() => again.mutate()}
          >
            Send Again
          </Button>
        )}
      </div>
      <p className="text-2xs text-ink-soft">
        Happened <RelativeTime at={happened_at} />
      </p>
      {tries.toReversed().map((tried) => (
        <p key={String(tried.at)} className="text-2xs wrap-anywhere text-ink-soft">
          {tried.status === null ? tried.error : `Answered ${tried.status}`} after{' '}
          {tried.milliseconds} ms, <RelativeTime at={tried.at} />
          {tried.answer && (
            <code className="mt-1 block rounded-sm bg-sunken px-2 py-1">{tried.answer}</code>
          )}
        </p>
      ))}
    </li>
  );
}

function StateBadge({ delivery: { state, next_try_at, tries } }: { delivery: WebhookDelivery }) {
  if (state === 'taken') return <Badge tone="go">Taken</Badge>;
  if (state === 'failed') return <Badge tone="harm">Not taken</Badge>;
  if (tries.length === 0 || next_try_at === null) return <Badge>On its way</Badge>;
  return (
    <Badge tone="turn">
      Next try <LocalMoment at={next_try_at} />
    </Badge>
  );
}

/** Sends something, and shows it in the log. */
function useSend(webhookId: string, send: () => Promise<unknown>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onError: (cause) => alertError('It could not be sent. Please try again.', errorText(cause)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.webhookLog(webhookId) }),
  });
}
