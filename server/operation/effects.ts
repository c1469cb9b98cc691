import type { Effects } from '../lifecycle/change.ts';
import { sendNotice } from '../notifications/notices.ts';
import { moveMoney } from '../payments/move-money.ts';

/** What steps of the lifecycle set off, by the features that do it. */
export const effects: Effects = { moveMoney, sendNotice };
