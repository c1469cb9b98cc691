import { BaseSequencer } from 'vitest/node';

/** What takes longest by itself, as it starts servers, walks at random or reads hostile files. */
const SLOW = [
  'server/testing/access.test.ts',
  'server/tickets/every-exit.test.ts',
  'server/payments/faults.test.ts',
  'server/tickets/year.test.ts',
  'server/tickets/random-walk.test.ts',
  'server/testing/handover.test.ts',
  'server/files/shield/hostile.test.ts',
  'server/testing/operation.test.ts',
  'server/evidence/evidence.test.ts',
  'server/demo/leave/leave-demo.test.ts',
  'server/tickets/plan-changes.test.ts',
  'server/tickets/checks.test.ts',
  'server/files/pictures.test.ts',
  'server/payments/cases.test.ts',
  'server/tickets/ways-out.test.ts',
  'server/tickets/guarantee.test.ts',
  'server/testing/operation-crash.test.ts',
  'server/testing/operation-outage.test.ts',
];

/** Begins with the slow files, also where no run before has measured them: none is left over at the end. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: Parameters<BaseSequencer['sort']>[0]) {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: (typeof sorted)[number]) =>
      SLOW.some((file) => moduleId.endsWith(file));
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}
