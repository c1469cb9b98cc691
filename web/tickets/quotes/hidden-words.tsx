import type { Quote } from '#domain/quote.ts';
import { WordsActs } from './words-acts.tsx';

/** One's words about a quote that a moderator has hidden, to appeal. */
export function HiddenWords({ quote }: { quote: Quote }) {
  return wordsToAppeal(quote).map((words) => (
    <div key={words.id} className="relative min-w-0 basis-full">
      <p className="text-2xs wrap-anywhere">
        <span className="text-harm-ink">A moderator has hidden your words:</span>{' '}
        <q dir="auto">{words.text}</q>
      </p>
      <WordsActs
        quote={quote}
        {...(words.id !== quote.id && { messageId: words.id })}
        actions={words.actions}
      />
    </div>
  ));
}

/** Those that may still be appealed for. */
export function wordsToAppeal({ id, message: text, actions, messages }: Quote) {
  return [{ id, text, actions }, ...messages].filter((words) => words.actions.appeal?.allowed);
}
