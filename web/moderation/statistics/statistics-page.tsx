import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { STATISTICS_DAYS } from '#domain/statistics.ts';
import { errorText } from '../../api/api-error.ts';
import { api } from '../../api/client.ts';
import { keys } from '../../api/query-keys.ts';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ModerationHead } from '../moderation-head.tsx';
import { trackRecordFigures } from '../track-record.tsx';
import { Charts } from './charts.tsx';
import { BestFittingFigures, Figures, KeyFigures } from './key-figures.tsx';

export function meta() {
  return [{ title: 'Statistics · Unblock' }];
}

const words: Record<(typeof STATISTICS_DAYS)[number], string> = {
  30: 'Last 30 days',
  90: 'Last 90 days',
  365: 'Last 365 days',
};

export default function StatisticsPage() {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('days');
  const days = STATISTICS_DAYS.find((known) => known === asked) ?? '30';
  const statistics = useQuery({
    queryKey: keys.statistics(days),
    queryFn: ({ signal }) => api.get('/api/moderation/statistics', { query: { days }, signal }),
    staleTime: 5 * 60_000,
  });
  return (
    <>
      <ModerationHead title="Statistics">
        <Field label="Period" className="w-44">
          <Select
            value={days}
            onChange={({ target }) =>
              setSearch({ days: target.value }, { replace: true, preventScrollReset: true })
            }
          >
            {STATISTICS_DAYS.map((known) => (
              <option key={known} value={known}>
                {words[known]}
              </option>
            ))}
          </Select>
        </Field>
      </ModerationHead>
      {statistics.isPending && <StatisticsSkeleton />}
      {statistics.error && (
        <ErrorBox text={errorText(statistics.error)} onRetry={() => void statistics.refetch()} />
      )}
      {statistics.data && (
        <div className="flex flex-col gap-10">
          <KeyFigures statistics={statistics.data} />
          <section className="space-y-3">
            <h2 className="text-xl">How unblockers keep their word</h2>
            <Figures
              figures={trackRecordFigures(statistics.data.track)}
              className="xl:grid-cols-6"
            />
          </section>
          {statistics.data.best_fitting.posted > 0 && (
            <section className="space-y-3">
              <h2 className="text-xl">Shown to the best fitting first</h2>
              <BestFittingFigures figures={statistics.data.best_fitting} />
            </section>
          )}
          <Charts statistics={statistics.data} />
        </div>
      )}
    </>
  );
}

function StatisticsSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-10">
      <span className="sr-only">Loading the statistics</span>
      <div className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-6">
        {Array.from({ length: 6 }, (_, figure) => (
          <Skeleton key={figure} className="h-24" />
        ))}
      </div>
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {Array.from({ length: 9 }, (_, chart) => (
          <Skeleton key={chart} className="h-56" />
        ))}
      </div>
    </div>
  );
}
