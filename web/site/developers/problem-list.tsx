import { refusals } from '#domain/refusals.ts';

const byStatus = Map.groupBy(Object.entries(refusals), ([, [status]]) => status);

/** All codes of refusals, by status. */
export function ProblemList() {
  return (
    <div className="divide-y divide-line border-y border-line">
      {[...byStatus]
        .toSorted(([one], [other]) => one - other)
        .map(([status, codes]) => (
          <details key={status}>
            <summary className="flex min-h-11 cursor-pointer items-center gap-4 py-2 hover:text-go-ink">
              <span className="font-mono text-sm">{status}</span>
              <span className="text-sm text-ink-soft">
                {codes.length === 1 ? 'One code' : `${codes.length} codes`}
              </span>
            </summary>
            <dl className="mb-3 grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[minmax(0,16rem)_minmax(0,1fr)]">
              {codes.map(([code, [, detail]]) => (
                <div key={code} className="contents">
                  <dt className="font-mono text-2xs wrap-anywhere">{code}</dt>
                  <dd className="text-ink-soft max-sm:mb-2">{detail}</dd>
                </div>
              ))}
            </dl>
          </details>
        ))}
    </div>
  );
}
