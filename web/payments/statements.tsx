import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Statement, StatementPeriod } from '#domain/statement.ts';
import { errorText } from '../api/api-error.ts';
import { addressOf, api } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';
import { saveAnswer } from '../api/save-answer.ts';
import { SaveButton } from '../shell/save-button.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Field } from '../ui/field.tsx';
import { MoneyRow, MoneyRows } from '../ui/money-rows.tsx';
import { Select } from '../ui/select.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { monthName } from './month-names.ts';

/** An unblocker's balance by month and year: what it began with, what moved it, and on paper. */
export function Statements() {
  const { data, error, refetch } = useQuery({
    queryKey: keys.statements(),
    queryFn: ({ signal }) => api.get('/api/earnings/statements', { signal }),
  });
  const periods = data?.items ?? [];
  // The first month; before it stands its year.
  const newest = periods.find(({ period }) => period.includes('-'))?.period ?? '';
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <section aria-labelledby="statements">
      <h2 id="statements" className="mb-3 text-xl">
        Statements
      </h2>
      <div className="card space-y-5 p-5">
        {error && <ErrorBox text={errorText(error)} onRetry={() => void refetch()} />}
        {!data && !error && <SkeletonText lines={4} />}
        {data && <OneStatement periods={periods} period={chosen ?? newest} onChoose={setChosen} />}
      </div>
    </section>
  );
}

interface OneStatementProps {
  periods: readonly StatementPeriod[];
  period: string;
  onChoose: (period: string) => void;
}

function OneStatement({ periods, period, onChoose }: OneStatementProps) {
  const { data, error, refetch } = useQuery({
    queryKey: keys.statement(period),
    queryFn: ({ signal }) =>
      api.get('/api/earnings/statements/{period}', { path: { period }, signal }),
  });
  const save = (type: string, ending: string) =>
    saveAnswer(
      addressOf('/api/earnings/statements/{period}', { path: { period } }),
      `unblock-statement-${period}.${ending}`,
      type,
    );
  return (
    <>
      <div className="flex flex-wrap items-end gap-3">
        <Field label="Month or year" className="grow sm:max-w-64">
          <Select value={period} onChange={({ target }) => onChoose(target.value)}>
            {periods.map((each) => (
              <option key={each.period} value={each.period}>
                {periodName(each)}
              </option>
            ))}
          </Select>
        </Field>
        <div className="flex flex-wrap gap-2">
          <SaveButton size="md" label="Download PDF" save={() => save('application/pdf', 'pdf')} />
          <SaveButton size="md" label="Download CSV" save={() => save('text/csv', 'csv')} />
        </div>
      </div>
      {error && <ErrorBox text={errorText(error)} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonText lines={4} />}
      {data && <Sums statement={data} />}
      <p className="text-2xs text-ink-soft">
        Days and months are in UTC. Both files list each entry, with the numbers of your invoices.
      </p>
    </>
  );
}

function Sums({ statement }: { statement: Statement }) {
  const { opening_cents, closing_cents, totals, so_far } = statement;
  return (
    <MoneyRows className="max-w-lg">
      <MoneyRow term="Opening balance" cents={opening_cents} />
      <MoneyRow term="Released, as customers paid it" cents={totals.gross_cents} />
      {totals.fee_cents > 0 && <MoneyRow term="Platform fee" cents={totals.fee_cents} off />}
      {totals.refunded_cents !== 0 && (
        <MoneyRow term="Refunds taken back" cents={totals.refunded_cents} />
      )}
      <MoneyRow term="Payouts" cents={totals.paid_out_cents} />
      <MoneyRow term={so_far ? 'Balance so far' : 'Closing balance'} cents={closing_cents} strong />
    </MoneyRows>
  );
}

function periodName({ period, so_far }: StatementPeriod): string {
  const name = period.includes('-') ? monthName(period) : `All of ${period}`;
  return so_far ? `${name}, so far` : name;
}
