/** What `npm run bench:growth` varies, one thing at a time, and a few of them together. */
export interface Setting {
  /** Servers on one PostgreSQL. */
  processes: number;
  /** To all servers together. */
  connections: number;
  /** How many times the usual data there is. */
  times: number;
}

const BASE: Setting = { processes: 1, connections: 32, times: 1 };

/** Settings that differ by one thing: a panel of the picture. */
export interface Series {
  title: string;
  /** What stands under each bar. */
  label: (setting: Setting) => string;
  settings: Setting[];
}

/** With `large`, a hundred times the data too. */
export function seriesOf(large: boolean): Series[] {
  const byProcesses = ({ processes }: Setting) => String(processes);
  const processes = [1, 2, 4];
  return [
    {
      title: 'Server processes',
      label: byProcesses,
      settings: processes.map((count) => varied({ processes: count })),
    },
    {
      title: 'Connections',
      label: ({ connections }) => connections.toLocaleString('en'),
      settings: [32, 256, 2000].map((connections) => varied({ connections })),
    },
    {
      title: 'Times the data',
      label: ({ times }) => `${times}×`,
      settings: (large ? [1, 10, 100] : [1, 10]).map((times) => varied({ times })),
    },
    {
      title: 'Processes, 2,000 connections',
      label: byProcesses,
      settings: processes.map((count) => varied({ processes: count, connections: 2000 })),
    },
  ];
}

function varied(differs: Partial<Setting>): Setting {
  return { ...BASE, ...differs };
}

/**
 * Each setting once, in the order of the data and of the processes, and the first one again at the end of
 * its data: what differs between the two is the machine.
 */
export function settingsOf(series: readonly Series[]): Setting[] {
  const all = series.flatMap(({ settings }) => settings);
  const once = [...new Map(all.map((one) => [nameOf(one), one])).values()];
  const inOrder = once.toSorted((one, other) => placeOf(one) - placeOf(other));
  const more = inOrder.findIndex(({ times }) => times !== BASE.times);
  return inOrder.toSpliced(more, 0, BASE);
}

function placeOf({ times, processes }: Setting): number {
  return times * 1000 + processes;
}

export function nameOf({ processes, connections, times }: Setting): string {
  const servers = processes === 1 ? '1 process' : `${processes} processes`;
  return `${servers}, ${connections} connections, ${times} times the data`;
}
