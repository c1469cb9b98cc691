import { Gauge } from 'prom-client';

/** Open live streams of this process. */
export const openStreams = new Gauge({
  name: 'unblock_live_streams',
  help: 'Open live streams of this process',
  registers: [],
});
