import fc from 'fast-check';
import { LONG } from './soak.ts';

/** `npm test` tries the same things every time; `npm run soak` looks for what nobody has tried yet. */
if (!LONG) fc.configureGlobal({ seed: 2026 });
