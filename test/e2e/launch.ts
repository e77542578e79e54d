import type { LaunchFeature } from '../../drizzle/vocabulary.ts';
import { PAYMENTS_WORD } from '../../worker/contract/staff/launch.ts';
import { QUESTION_NAMES } from '../../worker/contract/staff/payments-questions.ts';
import { bearer, type Tokens } from './people.ts';
import type { APIRequestContext, APIResponse } from './test.ts';

/** Sets a launch switch to `is_on` as an admin. Throws if this is refused, unless the switch already was at `is_on`. */
export async function setSwitch(
  api: APIRequestContext,
  admin: Tokens,
  { feature, is_on }: { feature: LaunchFeature; is_on: boolean },
): Promise<APIResponse> {
  const answer = await api.put(`/api/admin/launch/${feature}`, {
    headers: bearer(admin),
    data: { is_on, was_on: !is_on, word: PAYMENTS_WORD, answered: QUESTION_NAMES },
  });
  const said = await answer.text();
  if (!answer.ok() && !said.includes('request.stale')) throw new Error(`${feature} was not switched: ${said}`);
  return answer;
}
