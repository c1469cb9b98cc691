import { useQuery } from '@tanstack/react-query';
import { Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import type { Webhook } from '#domain/webhook.ts';
import { api } from '../../api/client.ts';
import { keys } from '../../api/query-keys.ts';
import { dialogOnDemand } from '../../shell/on-demand.tsx';
import { useWarmUp } from '../../shell/use-warm-up.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { AccountSection, listThenAct, OwnList } from '../account-section.tsx';

const WebhookDialog = dialogOnDemand(
  async () => (await import('./webhook-dialog.tsx')).WebhookDialog,
);
const WebhookLogDialog = dialogOnDemand(
  async () => (await import('./webhook-log-dialog.tsx')).WebhookLogDialog,
);

/** Receivers of one's own, in My Account. */
export function WebhooksSection() {
  const [adding, setAdding] = useState(false);
  useWarmUp(WebhookDialog);
  return (
    <AccountSection
      id="webhooks"
      title="Webhooks"
      intro="A server of yours that is told at once what happens to your requests. It gets no words of anybody: it reads the rest with an access token."
    >
      <div className={listThenAct}>
        <WebhookList />
        <div className="flex justify-end p-4">
          <Button onClick={() => setAdding(true)}>New Webhook</Button>
        </div>
      </div>
      {adding && <WebhookDialog webhook={null} onClose={() => setAdding(false)} />}
    </AccountSection>
  );
}

function WebhookList() {
  const webhooks = useQuery({
    queryKey: keys.webhooks(),
    queryFn: ({ signal }) => api.get('/api/me/webhooks', { signal }),
    // Never from the cache: people look here to see whether one works.
    staleTime: 0,
    select: ({ items }) => items,
  });
  return (
    <OwnList
      label="Webhooks"
      list={webhooks}
      loading="Loading your webhooks"
      empty="You have no webhooks."
    >
      {(webhook) => <WebhookRow key={webhook.id} webhook={webhook} />}
    </OwnList>
  );
}

function WebhookRow({ webhook }: { webhook: Webhook }) {
  const [open, setOpen] = useState<'edit' | 'log' | null>(null);
  const { host } = new URL(webhook.url);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <WebhookIcon size={20} aria-hidden className="shrink-0 text-ink-soft" />
      <div className="min-w-40 flex-1">
        <p className="text-sm font-medium wrap-anywhere">{webhook.url}</p>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-2xs text-ink-soft">
          <State webhook={webhook} />
          {webhook.events.length === 1
            ? 'Hears one kind of event'
            : `Hears ${webhook.events.length} kinds of events`}
        </p>
      </div>
      <div className="flex gap-2">
        <Button size="sm" aria-label={`Log: ${host}`} onClick={() => setOpen('log')}>
          Log
        </Button>
        <Button size="sm" aria-label={`Edit: ${host}`} onClick={() => setOpen('edit')}>
          Edit
        </Button>
      </div>
      {open === 'edit' && <WebhookDialog webhook={webhook} onClose={() => setOpen(null)} />}
      {open === 'log' && <WebhookLogDialog webhook={webhook} onClose={() => setOpen(null)} />}
    </li>
  );
}

const offWords = {
  owner: 'Off',
  failures: 'Switched off: it failed for days',
  gone: 'Switched off: it said that it is gone',
};

function State({ webhook: { off_by, failing_since } }: { webhook: Webhook }) {
  if (off_by) return <Badge tone={off_by === 'owner' ? 'wait' : 'harm'}>{offWords[off_by]}</Badge>;
  if (failing_since)
    return (
      <Badge tone="harm">
        Failing; it began <RelativeTime at={failing_since} />
      </Badge>
    );
  return <Badge tone="go">On</Badge>;
}
