import { expectNoViolations } from './axe.ts';
import { expect, test } from './server.ts';
