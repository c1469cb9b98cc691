import { useQueryClient } from '@tanstack/react-query';
import type { Webhook } from '#domain/webhook.ts';
import { OLD_SECRET_HOURS } from '#domain/webhook-limits.ts';
import { api } from '../../api/client.ts';
import { keys } from '../../api/query-keys.ts';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm-dialog.tsx';
import { announce } from '../../ui/toasts.tsx';

interface WebhookActsProps {
  webhook: Webhook;
  onSecret: (secret: string) => void;
  onClose: () => void;
}

/** What else can be done with a webhook. */
export function WebhookActs({
  webhook: { id, url, off_since },
  onSecret,
  onClose,
}: WebhookActsProps) {
  const confirm = useConfirm();
  const queryClient = useQueryClient();
  const path = { id };
  const { host } = new URL(url);
  const refresh = () => queryClient.invalidateQueries({ queryKey: keys.webhooks() });

  const replaceSecret = () =>
    confirm({
      title: 'New Secret',
      text: `The present secret goes on signing for ${OLD_SECRET_HOURS} hours beside the new one, so that your receiver misses nothing.`,
      act: 'New Secret',
      run: async () => {
        const { secret } = await api.post('/api/me/webhooks/{id}/secret', { path });
        await refresh();
        onSecret(secret);
      },
    });
  const remove = () =>
    confirm({
      title: 'Delete Webhook',
      text: `Nothing is sent to ${host} any more, and its log is deleted.`,
      act: 'Delete',
      danger: true,
      run: async () => {
        await api.delete('/api/me/webhooks/{id}', { path });
        await refresh();
        announce('The webhook was deleted.');
        onClose();
      },
    });
  const turn = () =>
    confirm({
      title: off_since ? 'Switch On' : 'Switch Off',
      text: off_since
        ? `From now on ${host} is told again. What was not sent before stays unsent, unless you send it again from the log.`
        : `Nothing is sent to ${host} until you switch it on again.`,
      act: off_since ? 'Switch On' : 'Switch Off',
      run: async () => {
        const body = { is_on: off_since !== null };
        await api.patch('/api/me/webhooks/{id}', { path, body });
        await refresh();
        onClose();
      },
    });

  return (
    <div className="flex flex-wrap gap-2 border-t border-line pt-4">
      <Button size="sm" onClick={turn}>
        {off_since ? 'Switch On' : 'Switch Off'}
      </Button>
      <Button size="sm" onClick={replaceSecret}>
        New Secret
      </Button>
      <Button size="sm" onClick={remove}>
        Delete
      </Button>
    </div>
  );
}
