import { setTimeout as sleep } from 'node:timers/promises';
import { Gauge, type Registry } from 'prom-client';

/** Monitoring gives up after 10 s by itself, and then knows nothing at all. */
const PATIENCE_MS = 4000;

/** Labels of a figure, and its value. */
type Figure = readonly [labels: Record<string, string>, value: number];

/**
 * A figure that the database is asked for at each scrape. While it cannot be asked the figure is
 * missing (NaN where it has no labels), and the process's own figures are there all the same.
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
