export { feesOf } from '../../http/fees.ts';
