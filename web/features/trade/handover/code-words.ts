import type { CodeFormat } from '../../../../drizzle/handover-vocabulary.ts';

export const CODE_NAMES: Record<CodeFormat, string> = {
  qr: 'QR code',
  aztec: 'Aztec code',
  pdf417: 'PDF417 code',
  code128: 'Code 128',
};
