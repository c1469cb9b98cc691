import type { Effects } from '../lifecycle/change.ts';
import { sendNotice } from '../notifications/notices.ts';
import { moveMoney } from '../payments/move-money.ts';

/** The features' reactions to steps of the lifecycle. */
export const effects: Effects = { moveMoney, sendNotice };
