import type { ReportReason } from '../../../../drizzle/vocabulary.ts';

/** The reasons of a report, as people choose and read them. */
export const REASON_WORDS: Record<ReportReason, string> = {
  scam: 'Scam or fake tickets',
  harassment: 'Harassment',
  hate: 'Hate',
  spam: 'Spam',
  other: 'Something else',
};
