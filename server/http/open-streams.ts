import { Gauge } from 'prom-client';

/** Streams that screens hold open at this process. */
export const openStreams = new Gauge({
  name: 'unblock_live_streams',
  help: 'Open live streams of this process',
  registers: [],
});
