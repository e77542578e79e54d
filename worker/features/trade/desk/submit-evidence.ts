import type { Dispute } from '../../../../drizzle/tables/trade/money/disputes.ts';
import type { Db } from '../../../context.ts';
import type { AuditStamp } from '../../../http/security/audit.ts';
import { ProviderError } from '../provider/provider-error.ts';
import type { Provider } from '../provider/provider.ts';
import { providerFailed } from './admin.errors.ts';
import { forgetEvidence, noteEvidence } from './disputes.db.ts';
import type { Story } from './story/story.db.ts';

/**
 * Sends evidence for a dispute to the provider. First records that the evidence was sent, so that only one of two
 * simultaneous calls sends it. If the provider fails and has no evidence, the record is deleted again. Throws
 * `payments.party`, `payments.decided` and `payments.provider`.
 */
export async function submitEvidence(
  db: Db,
  {
    dispute,
    story,
    text,
    provider,
    stamp,
  }: { dispute: Dispute; story: Story; text: string; provider: Provider; stamp: AuditStamp },
): Promise<void> {
  const id = dispute.provider_id;
  await noteEvidence(db, { id, request_id: dispute.request_id, text, stamp });
  try {
    await provider.submitEvidence(id, evidenceOf(story, text));
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (await hasEvidence(provider, id)) return;
    await forgetEvidence(db, { id, stamp });
    throw providerFailed(error.message);
  }
}

function evidenceOf({ event, buyer }: Story, text: string) {
  return {
    uncategorized_text: text,
    product_description: `Tickets for ${event.title}`,
    service_date: event.start_at.toISOString().slice(0, 10),
    ...(buyer.email ? { customer_email_address: buyer.email } : {}),
    ...(buyer.display_name ? { customer_name: buyer.display_name } : {}),
  };
}

/** Asks whether the provider has evidence: perhaps only its answer was lost. Returns false if this call fails too. */
async function hasEvidence(provider: Provider, id: string): Promise<boolean> {
  try {
    return (await provider.findDispute(id)).evidence_details.submission_count > 0;
  } catch (error) {
    if (error instanceof ProviderError) return false;
    throw error;
  }
}
