import type { ReportReason } from '../../../../drizzle/vocabulary.ts';

export const REASON_WORDS: Record<ReportReason, string> = {
  scam: 'Scam or fake tickets',
  harassment: 'Harassment',
  hate: 'Hate',
  spam: 'Spam',
  other: 'Something else',
};
