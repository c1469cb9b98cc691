import { memo } from 'react';
import type { Message } from '#domain/message.ts';
import { AppealOffer } from '../decisions/appeal-offer.tsx';
import { MarkdownText } from '../text/markdown-text.tsx';
import { cx } from '../ui/cx.ts';
import { MessageLink } from './message-link.tsx';
import { type OnReply, ReplyButton } from './reply-button.tsx';
import { Report } from './report.tsx';
import { SeenMark } from './seen-mark.tsx';

interface SystemMessageProps {
  message: Message;
  author: string;
  mine: boolean;
  seen: boolean;
  /** Where one may write. */
  onReply?: OnReply;
}

/** A step of the plan: its first line says what was decided. */
export const SystemMessage = memo(function SystemMessage(props: SystemMessageProps) {
  const { message, author, mine, seen, onReply } = props;
  const [step = '', ...rest] = message.text.split('\n');
  const feedback = rest.join('\n').trim();
  const approved = step.startsWith('✓');
  return (
    <div
      className={cx(
        'rounded-sm border-l-4 px-4 py-3',
        approved ? 'border-go bg-go-soft text-go-ink' : 'border-turn bg-turn-soft text-turn-ink',
      )}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="min-w-0 text-sm font-semibold wrap-anywhere">{step}</p>
        <p className="text-2xs text-ink-soft">
          {author} · <MessageLink message={message} />
        </p>
        <ReplyButton message={message} onReply={onReply} />
        {!mine && <Report message={message} />}
      </div>
      {feedback && (
        <div className="mt-2 text-ink">
          <MarkdownText text={feedback} />
        </div>
      )}
      <AppealOffer message={message} />
      {seen && <SeenMark />}
    </div>
  );
});
