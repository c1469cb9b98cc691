import { useQueryClient } from '@tanstack/react-query';
import { BellRing } from 'lucide-react';
import { useState } from 'react';
import type { Alert } from '#domain/alert.ts';
import { alertWords } from '#domain/alert-words.ts';
import { MAX_ALERTS } from '#domain/limits.ts';
import { api } from '../../api/client.ts';
import { keys } from '../../api/query-keys.ts';
import { dialogOnDemand } from '../../shell/on-demand.tsx';
import { useWarmUp } from '../../shell/use-warm-up.ts';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm-dialog.tsx';
import { announce } from '../../ui/toasts.tsx';
import { AccountSection, listThenAct, OwnList } from '../account-section.tsx';
import { paceLabels } from './pace-labels.ts';
import { useAlerts } from './use-alerts.ts';

const NewAlertDialog = dialogOnDemand(
  async () => (await import('./new-alert-dialog.tsx')).NewAlertDialog,
);

/** Which new requests an unblocker hears of; all that suit them while there is no alert. */
export function AlertsSection() {
  const [adding, setAdding] = useState(false);
  useWarmUp(NewAlertDialog);
  const alerts = useAlerts();
  const isFull = (alerts.data?.length ?? 0) >= MAX_ALERTS;
  return (
    <AccountSection
      id="alerts"
      title="Alerts"
      intro="With alerts you hear only of new requests that one of them looks for, among those in your categories. Without any, you hear of all of these as you chose under Notifications."
    >
      <div className={listThenAct}>
        <OwnList
          label="Alerts"
          list={alerts}
          loading="Loading your alerts"
          empty="You have no alerts. You hear of all requests in your categories."
        >
          {(alert) => <AlertRow key={alert.id} alert={alert} />}
        </OwnList>
        <div className="flex flex-wrap items-center justify-end gap-3 p-4">
          {isFull && (
            <p className="text-sm text-ink-soft">These are all {MAX_ALERTS} that you can have.</p>
          )}
          <Button disabled={!alerts.data || isFull} onClick={() => setAdding(true)}>
            New Alert
          </Button>
        </div>
      </div>
      {adding && <NewAlertDialog onClose={() => setAdding(false)} />}
    </AccountSection>
  );
}

function AlertRow({ alert }: { alert: Alert }) {
  const confirm = useConfirm();
  const queryClient = useQueryClient();
  const words = alertWords(alert);
  const remove = () =>
    confirm({
      title: 'Delete Alert',
      text: `${words}. You can add it again at any time.`,
      act: 'Delete',
      danger: true,
      run: async () => {
        await api.delete('/api/me/alerts/{id}', { path: { id: alert.id } });
        await queryClient.invalidateQueries({ queryKey: keys.alerts() });
        announce('The alert was deleted.');
      },
    });
  return (
    <li className="flex min-h-14 items-center gap-3 py-2">
      <BellRing size={20} aria-hidden className="shrink-0 text-ink-soft" />
      <div className="min-w-0 flex-1">
        <p className="text-sm font-medium wrap-anywhere">{words}</p>
        <p className="text-2xs text-ink-soft">{paceLabels[alert.when]}</p>
      </div>
      <Button size="sm" aria-label={`Delete: ${words}`} onClick={remove}>
        Delete
      </Button>
    </li>
  );
}
