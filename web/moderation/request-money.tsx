import type { ModeratedRequest } from '#domain/moderation.ts';
import { Money } from '../ui/money.tsx';
import { MoneyRow, MoneyRows } from '../ui/money-rows.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';

/** Where the money is, and all ledger entries about it. */
export function RequestMoneyPanel({ request }: { request: ModeratedRequest }) {
  const { money, ledger } = request;
  return (
    <section aria-labelledby="money" className="card p-5">
      <h2 id="money" className="mb-3 text-lg">
        Money
      </h2>
      <MoneyRows>
        <MoneyRow term="Held" cents={money.held_cents} />
        <MoneyRow term="Released" cents={money.released_cents} />
        <MoneyRow term="Refunded" cents={money.refunded_cents} />
      </MoneyRows>
      <h3 className="mt-4 mb-2 font-sans text-sm font-medium tracking-normal">Ledger</h3>
      {ledger.length === 0 && <p className="text-sm text-ink-soft">Nothing was paid yet.</p>}
      <ol className="space-y-3 text-2xs">
        {ledger.map((entry) => (
          <li key={entry.id} className="border-l border-line pl-3">
            <p className="flex justify-between gap-2">
              <span className="text-sm font-medium">{words(entry.kind)}</span>
              <RelativeTime at={entry.created_at} className="text-ink-soft" />
            </p>
            <dl>
              {entry.lines.map((line) => (
                <div
                  key={`${line.account} ${line.amount_cents}`}
                  className="flex justify-between gap-4 text-ink-soft"
                >
                  <dt>{words(line.account)}</dt>
                  <dd>
                    <Money cents={line.amount_cents} />
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** 'case_refund' as 'Case refund'. */
function words(name: string): string {
  const spaced = name.replaceAll('_', ' ');
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
