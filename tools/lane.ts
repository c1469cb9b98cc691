import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Job, Outcome } from './mutation-lane.ts';
import { root } from './run.ts';

/** A process that runs tests against one fault after the other; a new one where a fault killed it. */
export class Lane {
  private process: ChildProcess | undefined;
  private readonly databaseUrl: string;

  constructor(databaseUrl: string) {
    this.databaseUrl = databaseUrl;
  }

  /** Which test file failed, if any did; "none in time" where they never came to an end. */
  async run(job: Job, minutes = 15): Promise<string | null> {
    this.process ??= await this.start();
    const { process: lane } = this;
    const late = setTimeout(() => this.stop(), minutes * 60_000);
    const over = new AbortController();
    const answer = once(lane, 'message', over);
    const gone = once(lane, 'exit', over).then(() => [{ failed: 'none in time' }]);
    lane.send(job);
    const [outcome] = (await Promise.race([answer, gone])) as [Outcome];
    over.abort();
    clearTimeout(late);
    if (lane.exitCode !== null || lane.signalCode !== null) this.process = undefined;
    return outcome.failed;
  }

  /** Its workers belong to its group, and one that hangs would not hear that it has gone. */
  stop(): void {
    if (this.process?.pid) process.kill(-this.process.pid, 'SIGKILL');
  }

  private async start(): Promise<ChildProcess> {
    const lane = fork(join(root, 'tools/mutation-lane.ts'), {
      cwd: root,
      detached: true,
      env: { ...process.env, TEST_DATABASE_URL: this.databaseUrl },
    });
    await once(lane, 'message');
    return lane;
  }
}
