import { setTimeout as sleep } from 'node:timers/promises';
import { Gauge, type Registry } from 'prom-client';

/** Prometheus gives up after 10 s, and would then have no metrics at all. */
const PATIENCE_MS = 4000;

type Figure = readonly [labels: Record<string, string>, value: number];

/**
 * A gauge that queries the database at each scrape. If that fails it is missing (NaN where it has
 * no labels), while the process's own metrics are still there.
 */
export function databaseGauge(options: {
  name: string;
  help: string;
  labelNames?: string[];
  registers: Registry[];
  read: () => Promise<readonly Figure[]>;
}): void {
  const { name, help, labelNames = [], registers, read } = options;
  new Gauge({
    name,
    help,
    labelNames,
    registers,
    async collect() {
      const tooLong = sleep(PATIENCE_MS, null, { ref: false });
      const figures = await Promise.race([read(), tooLong]).catch(() => null);
      this.reset();
      if (figures === null && labelNames.length === 0) this.set(Number.NaN);
      for (const [labels, value] of figures ?? []) this.set(labels, value);
    },
  });
}
