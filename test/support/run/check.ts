import { check } from './checks.ts';
import { sayLast } from './last-line.ts';

const { passed, failures } = await check();
sayLast('check', { good: `${passed} passed`, faults: failures });
